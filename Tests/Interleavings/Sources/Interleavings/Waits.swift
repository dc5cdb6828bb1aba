import Scheduling

@testable import Impose

/// Who of some threads waits, as it was when the last step ended.
struct Waits {
    private var threads: [(record: ThreadRecord?, isWaiting: Bool)]

    init(threads: Int) { self.threads = Array(repeating: (nil, false), count: threads) }

    /// Called by a thread that begins an operation.
    mutating func begin() { threads[scheduler.running].record = .current }

    func thread(of record: ThreadRecord) -> Int? { threads.firstIndex { $0.record == record } }

    /// Checks that threads wait for nobody but those that are in the middle of something.
    mutating func check(isBusy: (_ thread: Int) -> Bool) {
        for index in threads.indices {
            let latch = threads[index].record?.waitingFor
            threads[index].isWaiting = latch != nil
            if let latch, !(thread(of: latch.pointee.thread).map(isBusy) ?? false) { failOverWait(index) }
        }
    }

    /// Checks that no thread waits any more for what the running one has done.
    func checkNobodyWaits() {
        for (index, other) in threads.enumerated() {
            guard let latch = other.record?.waitingFor else { continue }
            if latch.pointee.thread == threads[scheduler.running].record { failOverWait(index) }
        }
    }

    private func failOverWait(_ thread: Int) -> Never {
        scheduler.fail("thread \(thread + 1) waits for something that is over")
    }

    /// Checks that a thread that is unparked has waited, and nobody has woken it since.
    mutating func checkWake(of record: UInt) {
        let woken = threads.firstIndex { $0.record.map { UInt(bitPattern: $0.pointer) } == record }
        guard let woken, threads[woken].isWaiting else { scheduler.fail("a thread is woken that does not wait") }
        threads[woken].isWaiting = false
    }

    /// The locks of some nodes, and that of the wait graph.
    static func locks(of nodes: [Node]) -> Set<UInt> {
        var waiter = Waiter(thread: .current, outcome: .over)
        return scheduler.locks {
            for node in nodes { _ = node.isEnded }
            _ = ValueReference.with(&waiter) { WaitGraph.park($0) }
        }
    }
}
