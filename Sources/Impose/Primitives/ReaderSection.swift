public import CImposeRuntime

/// A section in which a thread reads shared memory without a lock, and which keeps that memory from being freed.
///
/// Each thread has its own counter, which is odd while the thread reads. A writer first takes the memory that it wants
/// to free out of every thread's reach, then waits until it has seen each counter even or changed, then frees it.
///
/// Why no reader touches freed memory:
/// 1. Entering (making the counter odd), looking up the table, taking a table out of reach and reading the counters are
///    sequentially consistent, so all threads see them in one order.
/// 2. If a reader entered before the writer read its counter, the writer sees the counter odd and waits until it
///    changes. It changes when the reader leaves, which is after its last access; leaving releases and the writer's
///    read acquires, so those accesses happened before the memory is freed.
/// 3. If a reader enters after the writer read its counter, it looks up the table after that too, so after the table
///    was taken out of reach: it does not find it.
/// 4. A thread whose record is not in the list when the writer reads it has not entered yet, so 3 holds for it.
///
/// A section is a look-up and a copy, a retain, or an announcement (`Hazard`). No user code runs in it, so it neither
/// nests nor takes long, and the writer waits without a lock. On Apple's platforms it lends its priority to the reader that
/// it waits for, as it would by waiting for a lock.
@usableFromInline
enum ReaderSection {
    /// Begins reading. The counter is only ever written by its own thread.
    ///
    /// - Parameter thread: The calling thread.
    @inline(__always)
    static func enter(_ thread: ThreadRecord) {
        let counter = thread.section
        let even = counter[0].load(ordering: .relaxed)
        counter[0].store(even &+ 1, ordering: .sequentiallyConsistent)
    }

    /// Ends reading. Objects that are used afterwards have been retained or announced by now.
    ///
    /// - Parameter thread: The calling thread.
    @inlinable
    @inline(__always)
    static func leave(_ thread: ThreadRecord) {
        impose_finish_loading()
        let counter = thread.section
        let odd = counter[0].load(ordering: .relaxed)
        counter[0].store(odd &+ 1, ordering: .releasing)
    }

    /// Returns when every thread that was reading at the time of the call has stopped.
    static func waitForReaders() {
        for thread in ThreadRecord.all {
            let counter = thread.section
            let seen = counter[0].load(ordering: .sequentiallyConsistent)
            if seen % 2 == 1 {
                #if canImport(Darwin)
                    let loan = impose_lend_priority(thread.thread)
                    defer { impose_end_loan(loan) }
                #endif
                SpinWait.wait { counter[0].load(ordering: .sequentiallyConsistent) != seen }
            }
        }
    }
}
