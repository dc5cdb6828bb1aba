/// What is to be done when a thread has ended in the middle of an injection: by `Thread.exit()` in a provider.
///
/// Swift cleans nothing up on such a way out. So all that must be found afterwards is in the thread's record; what only
/// has to be forgotten there, the path for one, is forgotten in C. What the thread's own frames held is never released.
enum EndOfThread {
    /// To be called before the calling thread's record gets `graph` or `building`.
    static func prepare(_ thread: ThreadRecord) {
        thread.end = { thread in EndOfThread.cleanUp(ThreadRecord(thread)) }
    }

    /// Runs on another thread, which the one that is ending waits for, so the record is nobody else's.
    private static func cleanUp(_ thread: ThreadRecord) {
        let dropped = WaitGraph.abandonConstructions(of: thread)
        // What is released is the user's: it may inject, and then must not wait for what will never be done.
        GraphInstances.release(of: thread)
        withExtendedLifetime(dropped) {}
    }
}
