internal import Foundation

/// A point at which a number of threads meet before any of them goes on. It can be used again and again.
package final class Barrier: @unchecked Sendable {
    // `@unchecked`: everything is guarded by the condition.
    private let condition = NSCondition()
    private let count: Int
    private var arrived = 0
    private var round = 0

    package init(_ count: Int) {
        self.count = count
    }

    package func wait() {
        condition.lock()
        defer { condition.unlock() }
        arrived += 1
        if arrived == count {
            arrived = 0
            round += 1
            condition.broadcast()
            return
        }
        let mine = round
        while round == mine { condition.wait() }
    }
}

/// Runs a body on new threads, which start each round together, and waits for all of them.
package func onThreads(_ count: Int, rounds: Int = 1, _ body: @escaping @Sendable (_ round: Int, _ thread: Int) -> Void)
{
    let barrier = Barrier(count)
    let end = DispatchGroup()
    for thread in 0..<count {
        end.enter()
        Thread.detachNewThread {
            for round in 0..<rounds {
                barrier.wait()
                body(round, thread)
            }
            end.leave()
        }
    }
    // The time limits of tests do not end a process whose threads stand still.
    if end.wait(timeout: .now() + .seconds(1_200)) == .timedOut { fatalError("The threads stand still") }
}

/// Runs a body on another thread and waits for it.
package func onAnotherThread(_ body: @escaping @Sendable () -> Void) {
    onThreads(1) { _, _ in body() }
}

/// Runs a body on another thread, which may end in the middle of it, and waits until that thread has ended.
///
/// Unchecked on Apple's platforms: this is not compiled there.
package func onThreadThatEnds(_ body: @escaping @Sendable () -> Void) {
    let box = Unmanaged.passRetained(Collected([body]))
    #if canImport(Darwin)
        var thread: pthread_t?
    #else
        var thread = pthread_t()
    #endif
    let result = pthread_create(
        &thread,
        nil,
        { argument in
            let argument: UnsafeMutableRawPointer? = argument
            guard let argument else { return nil }
            let bodies = Unmanaged<Collected<@Sendable () -> Void>>.fromOpaque(argument).takeRetainedValue()
            for body in bodies.all { body() }
            return nil
        },
        box.toOpaque()
    )
    guard result == 0, let id = Optional(thread) else { fatalError("There is no thread: \(result)") }
    pthread_join(id, nil)
}

/// Whether something becomes true before long: within ten minutes, since beside all other tests a task may wait for minutes
/// for one of the pool's few threads, and longer under a sanitizer.
package func eventually(_ isTrue: () -> Bool) -> Bool {
    for _ in 0..<60_000 {
        if isTrue() { return true }
        usleep(10_000)
    }
    return false
}

/// The same as `eventually` for asynchronous code: it blocks no thread of the pool.
package nonisolated(nonsending) func comesTrue(_ isTrue: () -> Bool) async -> Bool {
    for _ in 0..<60_000 {
        if isTrue() { return true }
        try? await Task.sleep(for: .milliseconds(10))
    }
    return isTrue()
}

/// Waits for something that another thread is about to do, and goes on within nanoseconds.
package func spin(until isTrue: () -> Bool) {
    var turns = 0
    while !isTrue() {
        turns += 1
        // There may be more threads than processors.
        if turns % 1000 == 0 { sched_yield() }
    }
}

/// A value that threads share.
///
/// On a lock that the thread sanitizer knows, unlike `Mutex`.
package final class Shared<Value>: @unchecked Sendable {
    // `@unchecked`: the value is guarded by the lock.
    private let lock = NSLock()
    private var value: Value

    package init(_ value: Value) {
        self.value = value
    }

    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}

/// A list that threads fill together.
package final class Collected<Element: Sendable>: Sendable {
    private let elements: Shared<[Element]>

    package init(_ elements: [Element] = []) {
        self.elements = Shared(elements)
    }

    package func add(_ element: Element) {
        elements.withLock { $0.append(element) }
    }

    package var all: [Element] { elements.withLock { $0 } }
}
