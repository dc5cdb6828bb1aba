import GRDB
import Logging
import NotesCore
import ServiceLifecycle

/// Works off what is to be imported.
struct HandImportService: Service {
    let queue: ImportQueue
    let pool: DatabasePool
    let store: NoteStore
    let logger: Logger

    func run() async {
        await withTaskCancellationOrGracefulShutdownHandler {
            await queue.workOff(run)
        } onCancelOrGracefulShutdown: {
            queue.close()
        }
    }

    private func run(_ job: ImportJob) async {
        let work = UnitOfWork(pool: pool)
        do {
            let book = NoteBook(user: job.owner, work: work, store: store, stamps: SystemStamps())
            for text in job.texts { _ = try book.add(text) }
            try await work.commit()
        } catch {
            logger.error("not imported", metadata: ["error": "\(error)"])
        }
    }
}

/// Closes the pool when everything else has ended.
struct PoolService: Service {
    let pool: DatabasePool

    func run() async throws {
        try? await gracefulShutdown()
        try pool.close()
    }
}
