import Hummingbird
import Impose
import Logging
import NIOCore
import NotesCore

/// The server, built from what is imposed.
enum NotesApplication {
    /// Builds the server. `Imposer.prepare()` comes before.
    ///
    /// - Parameter onServerRunning: Called when the port is bound.
    static func make(
        onServerRunning: @escaping @Sendable (any Channel) async -> Void = { _ in }
    ) throws -> some ApplicationProtocol {
        let settings: Settings = try tryInject()
        let logger: Logger = try tryInject()
        return Application(
            router: try router(),
            // Connections on which nobody asks anything: the end waits for each that is open.
            server: .http1(configuration: .init(idleTimeout: TimeAmount(settings.idleTime))),
            configuration: ApplicationConfiguration(address: .hostname(settings.host, port: settings.port)),
            // They end in the reverse order: first the server, with all its requests, then the imports, then the rest.
            services: [
                ShutdownService(time: settings.shutdownTime, logger: logger),
                ImportService(queue: try tryInject(), logger: logger),
            ],
            onServerRunning: onServerRunning,
            logger: logger
        )
    }

    /// All endpoints, with controllers that are made here, once.
    static func router() throws -> Router<BasicRequestContext> {
        let authenticator: any Authenticator = try tryInject()
        let router = Router()
        router.get("ping") { _, _ in "pong\n" }

        let requests = router.group()
            .add(middleware: ErrorLogMiddleware())
            .add(
                middleware: ScopeMiddleware { scope, request, context in
                    scope.give(RequestNumber(of: context.logger))
                    scope.give(try await authenticator.user(of: request))
                }
            )
        HelloController().addRoutes(to: requests)
        try tryInject(of: TransferController.self).addRoutes(to: requests)

        let writing = requests.group().add(middleware: UnitOfWorkMiddleware())
        try tryInject(of: NotesController.self).addRoutes(to: writing)
        return router
    }
}
