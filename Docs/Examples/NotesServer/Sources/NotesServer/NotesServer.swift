import Foundation
import Hummingbird
import Impose
import ImposeInspecting
import Logging
import NotesCore
import ServiceLifecycle

/// Reads the settings, imposes, prepares, and serves until it is told to end.
@main
struct NotesServer {
    static func main() async {
        do {
            try await serve(Settings(environment: ProcessInfo.processInfo.environment))
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }

    private static func serve(_ settings: Settings) async throws {
        LoggingSystem.bootstrap(StreamLogHandler.standardError)
        Imposer.provide(using: SettingsModule(settings: settings), WebModule())

        let logger: Logger = try tryInject()
        // Tells of all that each request is given, so only those who ask for it are told.
        let observation = logger.logLevel > .debug ? nil : Imposer.observe { event in event.log(to: logger) }
        defer { observation?.cancel() }

        try await Imposer.prepare()
        let services = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [try NotesApplication.make()],
                gracefulShutdownSignals: [.sigterm, .sigint],
                logger: logger
            )
        )
        try await services.run()
        logger.notice("ended")
    }
}
