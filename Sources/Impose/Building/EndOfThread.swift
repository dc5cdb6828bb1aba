/// The clean-up after a thread that has ended in the middle of an injection: by `Thread.exit()` in a provider.
///
/// Swift cleans nothing up on such a way out. So all that must be found afterwards is in the thread's record; state
/// that only has to be forgotten there, such as the path, is forgotten in C. Objects that the thread's own frames held
/// are never released.
enum EndOfThread {
    /// Prepares the clean-up. Call it before the calling thread's record gets `graph` or `building`.
    static func prepare(_ thread: ThreadRecord) {
        thread.end = { thread in EndOfThread.cleanUp(ThreadRecord(thread)) }
    }

    /// Runs on another thread, which the ending one waits for, so nobody else uses the record.
    private static func cleanUp(_ thread: ThreadRecord) {
        let dropped = WaitGraph.abandonConstructions(of: thread)
        // Deinits of released objects are user code: they may inject, and then must not wait for a dead construction.
        thread.graph = nil
        withExtendedLifetime(dropped) {}
    }
}
