import Hummingbird

/// Notes that somebody sent to be imported, after the answer.
package struct ImportJob: Sendable {
    package let owner: User
    package let texts: [String]
    package let request: RequestNumber

    package init(owner: User, texts: [String], request: RequestNumber) {
        self.owner = owner
        self.texts = texts
        self.request = request
    }
}

/// What is still to be imported. Handlers add to it, and one task works it off.
package final class ImportQueue: Sendable {
    private let jobs: AsyncStream<ImportJob>
    private let entrance: AsyncStream<ImportJob>.Continuation

    package init(limit: Int = 1_000) {
        (jobs, entrance) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(limit))
    }

    /// Adds a job. Once this has returned, it will be done, also if the server is told to end.
    package func add(_ job: ImportJob) throws {
        guard case .enqueued = entrance.yield(job) else {
            throw HTTPError(.serviceUnavailable, message: "There is too much to import. Try again later.")
        }
    }

    /// Takes nothing more. What is in the queue is still worked off.
    package func close() {
        entrance.finish()
    }

    /// Does each job in turn, until the queue is closed and empty. To be called once.
    ///
    /// A cancellation does not reach the task that does them: what was accepted is done.
    package func workOff(_ work: @escaping @Sendable (ImportJob) async -> Void) async {
        await Task { [jobs] in
            for await job in jobs { await work(job) }
        }.value
    }
}
