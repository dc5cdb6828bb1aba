import Foundation
import Impose
import TestSupport
import Testing

private final class Motor: Sendable {}

private final class Wagon: Sendable {
    init(_ motor: Motor) {}
}

/// Tasks that block the threads of the pool, all there are, until they are let go.
///
/// Only for separate processes: nothing else that is awaited goes on meanwhile.
private final class Blockade: @unchecked Sendable {
    // `@unchecked`: everything is guarded by the condition.
    private let condition = NSCondition()
    private var blocked = 0
    private var isOver = false
    private var left = 0

    /// The pool has as many threads as there are processors, for each priority.
    private static let threads = max(ProcessInfo.processInfo.activeProcessorCount, 2)
    private static let tasks = 4 * threads

    /// Fills the pool. Each task runs the body when it is let go.
    init(_ body: @escaping @Sendable () -> Void = {}) {
        for _ in 0..<Self.tasks {
            Task.detached(priority: .medium) {
                self.block()
                body()
                self.leave()
            }
        }
    }

    private func block() {
        condition.lock()
        defer { condition.unlock() }
        blocked += 1
        condition.broadcast()
        while !isOver { condition.wait() }
    }

    private func leave() {
        condition.lock()
        defer { condition.unlock() }
        left += 1
        condition.broadcast()
    }

    /// Waits, on a thread that is none of the pool's, until no task goes on any more.
    func waitUntilFull() {
        wait("The pool is not filled") { blocked >= Self.threads }
        condition.lock()
        defer { condition.unlock() }
        if blocked == Self.tasks { fatalError("The pool has more than \(Self.tasks) threads") }
    }

    func end() {
        condition.lock()
        defer { condition.unlock() }
        isOver = true
        condition.broadcast()
    }

    /// Waits, on a thread that is none of the pool's, until all tasks have run their bodies.
    func waitUntilLeft() {
        wait("The tasks stand still") { left == Self.tasks }
    }

    private func wait(_ complaint: String, until isThere: () -> Bool) {
        condition.lock()
        defer { condition.unlock() }
        let end = Date(timeIntervalSinceNow: patience)
        while !isThere() {
            if !condition.wait(until: end) { fatalError(complaint) }
        }
    }
}

/// The seconds until something is taken to stand still: a process with a full pool does not end by itself.
private let patience = 600.0

/// Runs a body on a thread that is none of the pool's, and awaits it.
private func onPlainThread(_ body: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
        Thread.detachNewThread {
            body()
            continuation.resume()
        }
    }
}

/// The errors of injections that are not awaited, one of each kind.
private func kinds(_ imposer: Imposer) -> Set<ImposeError.Kind?> {
    [
        failure { () throws(ImposeError) in try imposer.tryInject(of: Motor.self) }?.kind,
        failure { () throws(ImposeError) in try imposer.tryInject(of: Wagon.self) }?.kind,
    ]
}

/// An imposer with a motor that is made asynchronously when the gate is open, and a wagon that needs one.
private func workshop(_ gate: Gate) -> Imposer {
    let imposer = Imposer()
    imposer.impose(for: Motor.self) { () async in
        await gate.pass()
        return Motor()
    }
    imposer.impose(for: Wagon.self, Wagon.init)
    return imposer
}

/// Has the construction of a motor begun by a task, which waits at the gate.
private func begin(_ imposer: Imposer, at gate: Gate) async -> Task<Motor, any Error> {
    let task = Task.detached(priority: .medium) { () async throws in try await imposer.injectAsync(of: Motor.self) }
    await gate.arrived()
    return task
}

@Suite("Injections while no thread of the pool is free", .timeLimit(.minutes(20)))
struct FullPoolTests {
    @Test("With a full pool, a thread that injects what a task is making gets an error at once")
    func thread() async {
        await #expect(processExitsWith: .success) {
            let gate = Gate()
            let (begun, unbegun) = (workshop(gate), workshop(gate))
            let task = await begin(begun, at: gate)
            let blockade = Blockade()
            await onPlainThread {
                blockade.waitUntilFull()
                let (isDone, found) = (DispatchSemaphore(value: 0), Collected<ImposeError.Kind?>())
                Thread.detachNewThread {
                    for imposer in [begun, unbegun] { for kind in kinds(imposer) { found.add(kind) } }
                    isDone.signal()
                }
                if isDone.wait(timeout: .now() + patience) == .timedOut { fatalError("The thread stands still") }
                precondition(found.all == [.asynchronous, .asynchronous], "\(found.all)")
                blockade.end()
            }
            gate.open()
            let motor = try await task.value
            precondition(begun.inject(of: Motor.self) === motor)
        }
    }

    @Test("With a pool full of threads that inject what a task is making, each gets an error at once")
    func pool() async {
        await #expect(processExitsWith: .success) {
            let gate = Gate()
            let imposer = workshop(gate)
            let task = await begin(imposer, at: gate)
            let found = Collected<ImposeError.Kind?>()
            let blockade = Blockade { for kind in kinds(imposer) { found.add(kind) } }
            await onPlainThread {
                blockade.waitUntilFull()
                // All of them begin at once.
                blockade.end()
                blockade.waitUntilLeft()
            }
            precondition(Set(found.all) == [.asynchronous], "\(found.all)")
            gate.open()
            let motor = try await task.value
            precondition(imposer.inject(of: Motor.self) === motor)
            _ = imposer.inject(of: Wagon.self)
        }
    }
}
