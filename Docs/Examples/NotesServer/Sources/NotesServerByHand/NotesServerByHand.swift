import Foundation
import GRDB
import Hummingbird
import Logging
import NIOCore
import NotesCore
import ServiceLifecycle

/// The server of `NotesServer`, endpoint by endpoint, wired by hand.
@main
struct NotesServerByHand {
    static func main() async throws {
        let settings = try Settings(environment: ProcessInfo.processInfo.environment)
        LoggingSystem.bootstrap(StreamLogHandler.standardError)
        var logger = Logger(label: "notes")
        logger.logLevel = settings.logLevel

        let pool = try await NotesDatabase.open(settings.database)
        let store = NoteStore(pool: pool)
        let queue = ImportQueue()
        let application = Application(
            router: router(pool: pool, store: store, queue: queue),
            server: .http1(configuration: .init(idleTimeout: TimeAmount(settings.idleTime))),
            configuration: ApplicationConfiguration(address: .hostname(settings.host, port: settings.port)),
            services: [
                PoolService(pool: pool),
                HandImportService(queue: queue, pool: pool, store: store, logger: logger),
            ],
            logger: logger
        )
        try await application.runService()
    }

    private static func router(pool: DatabasePool, store: NoteStore, queue: ImportQueue) -> Router<HandContext> {
        let export = NoteExport(store: store)
        let stamps = SystemStamps()
        let router = Router(context: HandContext.self)
        router.get("ping") { _, _ in "pong\n" }

        @Sendable func book(_ context: HandContext) throws -> NoteBook {
            guard let work = context.work else { throw HTTPError(.internalServerError) }
            return NoteBook(user: context.user, work: work, store: store, stamps: stamps)
        }

        let requests = router.group()
            .add(middleware: ErrorLogMiddleware())
            .add(middleware: UserMiddleware(authenticator: HeaderAuthenticator()))
        requests.get("hello") { _, context in
            Greeter(user: context.user, logger: context.logger).greeting()
        }
        requests.get("notes/export") { _, context in
            export.response(for: context.user)
        }
        requests.post("notes/import") { request, context in
            let new = try await request.decode(as: NewNotes.self, context: context)
            let number = RequestNumber(of: context.logger)
            try queue.add(ImportJob(owner: context.user, texts: new.texts, request: number))
            return HTTPResponse.Status.accepted
        }

        let writing = requests.group().add(middleware: WorkMiddleware(pool: pool))
        writing.get("notes") { _, context in
            try await book(context).notes()
        }
        writing.post("notes") { request, context in
            let new = try await request.decode(as: NewNotes.self, context: context)
            let book = try book(context)
            return EditedResponse(status: .created, response: try new.texts.map(book.add))
        }
        writing.delete("notes/:id") { _, context in
            try await book(context).remove(context.parameters.require("id"))
            return HTTPResponse.Status.noContent
        }
        return router
    }
}
