import CAllocations
import Dispatch
import Synchronization

/// Something to be measured.
struct Work {
    /// The number of operations in one sample.
    let operations: Int
    /// The number of samples to take, or nil for as many as fit in the time.
    let samples: Int?
    /// Prepares one sample, which is not measured, and returns the work that is.
    let prepare: () -> () -> Void

    /// Operations that can be done over and over: many of them are one sample.
    ///
    /// - Parameters:
    ///   - operations: How many are one sample.
    ///   - loop: Performs as many as it is told.
    init(operations: Int = 1_000, loop: @escaping (Int) -> Void) {
        self.operations = operations
        samples = nil
        prepare = { { loop(operations) } }
    }

    /// The same in tasks, as on a server.
    ///
    /// - Parameters:
    ///   - operations: How many are one sample. They are done in one task, so many that its start does not count.
    ///   - loop: Performs as many as it is told.
    init(inTasksOf operations: Int, loop: @escaping @Sendable (Int) async -> Void) {
        self.init(operations: operations) { count in
            let isDone = DispatchSemaphore(value: 0)
            let made = Allocations()
            Task.detached {
                let before = allocations_of_this_thread()
                await loop(count)
                made.count.store(allocations_of_this_thread() - before, ordering: .relaxed)
                isDone.signal()
            }
            isDone.wait()
            count_allocations(made.count.load(ordering: .relaxed))
        }
    }

    /// Operations that can be done once, and then something has to be prepared for the next time.
    ///
    /// - Parameters:
    ///   - operations: How many are done in one sample.
    ///   - samples: How many samples to take.
    ///   - prepare: Prepares a sample and returns it.
    init(operations: Int, samples: Int, prepare: @escaping () -> () -> Void) {
        self.operations = operations
        self.samples = samples
        self.prepare = prepare
    }

    /// Performs operations without measuring them, after a sample to warm up.
    ///
    /// - Parameters:
    ///   - count: How many, rounded up to whole samples.
    ///   - body: Calls each sample that it is given.
    func perform(_ count: Int, _ body: (() -> Void) -> Void) {
        prepare()()
        for _ in 0..<(count + operations - 1) / operations { body(prepare()) }
    }
}

/// The number of allocations that a task has made.
private final class Allocations: Sendable {
    let count = Atomic<UInt64>(0)
}
