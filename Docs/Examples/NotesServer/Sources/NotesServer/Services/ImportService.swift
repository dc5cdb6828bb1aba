import Impose
import Logging
import NotesCore
import ServiceLifecycle

/// Works off what is to be imported. When the server is told to end, it ends with the last job of the queue.
struct ImportService: Service {
    let queue: ImportQueue
    let logger: Logger

    func run() async {
        await withTaskCancellationOrGracefulShutdownHandler {
            await queue.workOff(run)
        } onCancelOrGracefulShutdown: {
            queue.close()
        }
    }

    /// Does one job, in a scope of its own: that of its request has ended. All of its notes are written, or none.
    private func run(_ job: ImportJob) async {
        var logger = logger
        logger[metadataKey: "hb.request.id"] = "\(job.request.text)"
        do {
            try await Imposer.shared.withScope("request") { [logger] scope in
                scope.give(logger)
                scope.give(job.request)
                scope.give(job.owner)
                let book: NoteBook = try tryInject()
                for text in job.texts { _ = try book.add(text) }
                try await Imposer.existing(UnitOfWork.self)?.commit()
            }
            logger.info("imported", metadata: ["notes": "\(job.texts.count)"])
        } catch {
            logger.error("not imported", metadata: ["error": "\(error)"])
        }
    }
}
