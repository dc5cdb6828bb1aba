import Foundation
import Impose
import NotesCore

@testable import NotesServer

/// The server's modules, on a file of the test's own that goes with the test.
struct TestModule: ModuleInjector {
    func provide(for imposer: Imposer) {
        imposer.provide(using: SettingsModule(settings: Settings()), WebModule())
        imposer.impose(for: TemporaryFile.self, TemporaryFile.init)
            .onDispose { $0.remove() }
        imposer.impose(for: Settings.self) { (file: TemporaryFile) in
            var settings = Settings()
            settings.port = 0
            settings.database = file.path
            settings.logLevel = .critical
            return settings
        }
    }
}

/// The name of a file that is not there yet.
struct TemporaryFile: Sendable {
    let path = FileManager.default.temporaryDirectory.appending(path: "notes-\(UUID()).sqlite").path

    /// Removes it, with what SQLite puts beside it.
    func remove() {
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    }
}
