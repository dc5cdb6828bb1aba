import Impose

// Who handles all events of files handles missing ones, too. So the general handlers refine the special ones, and the
// nearest match for the most special one is the most specific handler that there is.

protocol FileMissingHandler: Sendable { func fileIsMissing(_ path: String) -> String }
protocol FileEventHandler: FileMissingHandler { func happened(_ event: String, to path: String) -> String }
protocol AnyEventHandler: FileEventHandler { func happened(_ event: String) -> String }

extension FileEventHandler {
    func fileIsMissing(_ path: String) -> String { happened("missing", to: path) }
}

extension AnyEventHandler {
    func happened(_ event: String, to path: String) -> String { happened("\(path): \(event)") }
}

struct Log: AnyEventHandler { func happened(_ event: String) -> String { "log \(event)" } }
struct Index: FileEventHandler { func happened(_ event: String, to path: String) -> String { "index \(path) anew" } }
struct Backup: FileMissingHandler { func fileIsMissing(_ path: String) -> String { "restore \(path)" } }

/// A plugin imposes on an imposer of its own, so that no plugin replaces what another one imposes.
struct LogPlugin: ModuleInjector {
    var type: ImposerType { .custom("log") }
    func provide(for imposer: Imposer) { imposer.impose(for: (any AnyEventHandler).self, Log.init) }
}

/// Has two: one for files, one for everything.
struct IndexPlugin: ModuleInjector {
    var type: ImposerType { .custom("index") }
    func provide(for imposer: Imposer) {
        imposer.impose(for: (any AnyEventHandler).self, Log.init)
        imposer.impose(for: (any FileEventHandler).self, Index.init)
    }
}

struct BackupPlugin: ModuleInjector {
    var type: ImposerType { .custom("backup") }
    func provide(for imposer: Imposer) { imposer.impose(for: (any FileMissingHandler).self, Backup.init) }
}

struct PluginHost {
    /// Tells all handlers of all plugins, the most specific first.
    func tellAll(missing path: String) throws -> [String] {
        try injectAll(of: (any FileMissingHandler).self).map { $0.fileIsMissing(path) }
    }

    /// Tells the most specific handler of one plugin.
    func tell(_ plugin: any ModuleInjector, missing path: String) throws -> String {
        try tryInject(from: plugin.type, of: (any FileMissingHandler).self).fileIsMissing(path)
    }
}

@main
struct Program {
    static func main() throws {
        Imposer.provide(using: LogPlugin(), IndexPlugin(), BackupPlugin())
        print(try PluginHost().tellAll(missing: "letter").joined(separator: "\n"))
        print("In the index alone:", try PluginHost().tell(IndexPlugin(), missing: "letter"))
    }
}
