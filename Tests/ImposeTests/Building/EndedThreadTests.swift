import Foundation
import Impose
import TestSupport
import Testing

private class Part: @unchecked Sendable {
    let onDeinit: @Sendable () -> Void

    init(onDeinit: @escaping @Sendable () -> Void = {}) {
        self.onDeinit = onDeinit
    }

    deinit { onDeinit() }
}

private final class Engine: Part, @unchecked Sendable {}

private final class Car: Part, @unchecked Sendable {}

/// An exit that ends the first thread that passes it.
final class ThreadExit: Sendable {
    private let visitors = CallCounter()

    func passOrEnd() { passOrEnd(when: {}) }

    /// - Parameter wait: Waits for the moment at which the first thread ends.
    func passOrEnd(when wait: () -> Void) {
        if visitors.increment() > 1 { return }
        wait()
        Thread.exit()
    }
}

/// The outcomes of threads that injected at the same time.
private struct Outcomes: Sendable {
    let instances = Collected<Part>()
    let errors = Collected<ImposeError>()

    func note<Instance: Part>(_ injection: () throws(ImposeError) -> Instance) {
        do {
            instances.add(try injection())
        } catch {
            errors.add(error)
        }
    }
}

/// Threads that wait for an instance that another thread, which ends, is building.
private struct WaitingThreads: Sendable {
    let count: Int
    private let isBuilding: Barrier
    private let exit = ThreadExit()

    init(_ count: Int) { (self.count, isBuilding) = (count, Barrier(count + 1)) }

    /// Called by the provider: ends the first thread when the others wait.
    ///
    /// - Parameter waiters: The number of those that wait.
    func endTheFirst(_ waiters: () -> Int) {
        exit.passOrEnd {
            isBuilding.wait()
            #expect(eventually { waiters() == count })
        }
    }

    /// Has all of them inject, after another one has begun to build.
    ///
    /// - Parameter inject: The injection, on each thread.
    func outcomes(_ inject: @escaping @Sendable (_ thread: Int, Outcomes) -> Void) -> Outcomes {
        let outcomes = Outcomes()
        onThreads(count + 1) { [count, isBuilding] _, thread in
            if thread == count {
                onThreadThatEnds { inject(thread, outcomes) }
            } else {
                isBuilding.wait()
                inject(thread, outcomes)
            }
        }
        return outcomes
    }
}

/// Checks that an error says that the thread of a provider has ended.
private func expectThreadEnded(_ error: ImposeError) {
    #expect(error.kind == .providerFailed)
    #expect(error.underlyingError == nil)
    #expect(error.description.onOneLine.contains("the thread that was building it ended before its provider"))
}

// In separate processes: if this does not hold, a process crashes or stands still.
@Suite("A provider that ends its thread", .timeLimit(.minutes(20)))
struct EndedThreadTests {
    @Test("A provider that ends its thread leaves nothing behind for the next injections")
    func transient() async {
        await #expect(processExitsWith: .success) {
            for _ in 0..<20 {
                let (imposer, exit) = (Imposer(), ThreadExit())
                imposer.impose(for: Engine.self, option: .closureBased) {
                    exit.passOrEnd()
                    return Engine()
                }
                imposer.impose(for: Car.self, option: .closureBased) { (_: Engine) in Car() }
                let returned = CallCounter()
                onThreadThatEnds {
                    _ = imposer.inject(of: Car.self)
                    returned.increment()
                }
                #expect(returned.count == 0)
                let outcomes = Outcomes()
                onThreads(8) { _, thread in
                    outcomes.note { () throws(ImposeError) -> Part in
                        if thread % 2 == 0 { return try imposer.tryInject(of: Car.self) }
                        return try imposer.tryInject(of: Engine.self)
                    }
                }
                #expect(outcomes.instances.all.count == 8)
                #expect(outcomes.errors.all.map(\.description) == [])
            }
        }
    }

    @Test("Threads that wait for an instance get an error if its provider ends its thread")
    func kept() async {
        await #expect(processExitsWith: .success) {
            for option in [InjectOption.singleInstance, .weakInstance] {
                let (imposer, threads) = (Imposer(), WaitingThreads(8))
                imposer.impose(for: Engine.self, option: option) {
                    threads.endTheFirst { imposer.waiters(for: Engine.self) }
                    return Engine()
                }
                let outcomes = threads.outcomes { _, outcomes in
                    outcomes.note { () throws(ImposeError) in try imposer.tryInject(of: Engine.self) }
                }
                #expect(outcomes.errors.all.count == 8)
                #expect(outcomes.instances.all.isEmpty)
                outcomes.errors.all.forEach(expectThreadEnded)
                // Requests from now on get one instance.
                let engine = imposer.unforceInject(of: Engine.self)
                #expect(engine != nil)
                #expect(imposer.unforceInject(of: Engine.self) === engine)
            }
        }
    }

    @Test("Each thread that waits for what an ended one was building gets its own error")
    func nested() async {
        await #expect(processExitsWith: .success) {
            let (imposer, threads) = (Imposer(), WaitingThreads(8))
            imposer.impose(for: Engine.self) {
                threads.endTheFirst { imposer.waiters(for: Engine.self) + imposer.waiters(for: Car.self) }
                return Engine()
            }
            imposer.impose(for: Int.self, option: .closureBased) { (_: Engine) in 1 }
            imposer.impose(for: Car.self) { (_: Int) in Car() }
            let outcomes = threads.outcomes { thread, outcomes in
                outcomes.note { () throws(ImposeError) -> Part in
                    // The one that ends builds a car.
                    if thread % 2 == 0 { return try imposer.tryInject(of: Car.self) }
                    return try imposer.tryInject(of: Engine.self)
                }
            }
            let requested = outcomes.errors.all.map { "\($0.requested)" }
            #expect(requested.sorted() == Array(repeating: "Car", count: 4) + Array(repeating: "Engine", count: 4))
            #expect(outcomes.instances.all.isEmpty)
            outcomes.errors.all.forEach(expectThreadEnded)
            #expect(imposer.unforceInject(of: Car.self) != nil)
            #expect(imposer.unforceInject(of: Engine.self) === imposer.unforceInject(of: Engine.self))
        }
    }

    @Test("A scope whose provider ends its thread goes on, and can be disposed of")
    func scope() async {
        await #expect(processExitsWith: .success) {
            let (imposer, threads, disposed) = (Imposer(), WaitingThreads(4), CallCounter())
            let scope = imposer.openScope()
            imposer.impose(for: Engine.self, option: .scopedInstance) {
                threads.endTheFirst { scope.waiters(for: Engine.self, imposedOn: imposer) }
                return Engine()
            }
            .onDispose { _ in disposed.increment() }
            let outcomes = threads.outcomes { _, outcomes in
                scope.run { outcomes.note { () throws(ImposeError) in try scope.tryInject(of: Engine.self) } }
            }
            #expect(outcomes.errors.all.count == 4)
            #expect(outcomes.instances.all.isEmpty)
            outcomes.errors.all.forEach(expectThreadEnded)
            #expect(scope.unforceInject(of: Engine.self) === scope.unforceInject(of: Engine.self))
            #expect(imposer.unforceInject(of: Engine.self) !== scope.unforceInject(of: Engine.self))
            #expect(disposed.count == 0)
            #expect(scope.dispose() == nil)
            #expect(disposed.count == 1)
        }
    }

    @Test("A graph instance is released when its thread ends, and not shared with the next injection")
    func graphInstances() async {
        await #expect(processExitsWith: .success) {
            for _ in 0..<20 {
                let (imposer, exit, engines) = (Imposer(), ThreadExit(), Collected<Watched<Engine>>())
                imposer.impose(for: Engine.self, option: .graphInstance) {
                    let engine = Engine()
                    engines.add(Watched(engine))
                    return engine
                }
                imposer.impose(for: Car.self, option: .closureBased) {
                    // Not by a parameter: references in the frames of the thread are never released.
                    useEngine(of: imposer)
                    exit.passOrEnd()
                    return Car()
                }
                onThreadThatEnds { _ = imposer.inject(of: Car.self) }
                #expect(engines.all.map(\.isGone) == [true])
                onThreads(4) { _, _ in _ = imposer.inject(of: Car.self) }
                #expect(engines.all.count == 5)
            }
        }
    }

    @Test("A graph instance released by an ending thread may inject what was being built")
    func graphInstanceThatInjects() async {
        await #expect(processExitsWith: .success) {
            let (imposer, calls, cars) = (Imposer(), CallCounter(), Collected<Car?>())
            imposer.impose(for: Engine.self, option: .graphInstance) {
                Engine { cars.add(imposer.unforceInject(of: Car.self)) }
            }
            imposer.impose(for: Car.self) {
                if calls.increment() == 1 {
                    useEngine(of: imposer)
                    Thread.exit()
                }
                return Car()
            }
            onThreadThatEnds { _ = imposer.inject(of: Car.self) }
            #expect(cars.all.count == 1)
            #expect(cars.all[0] === imposer.unforceInject(of: Car.self))
            #expect(calls.count == 2)
        }
    }

    @Test("A deinit that runs as its thread ends may change a property that was being changed")
    func exclusiveAccess() async {
        await #expect(processExitsWith: .success) {
            for depth in [0, 1, 5, 20, 100] {
                let (imposer, exit) = (Imposer(), ThreadExit())
                imposer.impose(for: Engine.self, option: .graphInstance) { Engine { useProperties() } }
                imposer.impose(for: Car.self) {
                    useEngine(of: imposer)
                    let counter = Counter()
                    change(&counter.count, depth) { exit.passOrEnd() }
                    return Car()
                }
                onThreadThatEnds { _ = imposer.inject(of: Car.self) }
                #expect(imposer.unforceInject(of: Car.self) != nil)
            }
        }
    }

    #if os(Linux)
        @Test("A cancelled thread goes on waiting for an instance, and ends only afterwards")
        func cancelled() async {
            await #expect(processExitsWith: .success) {
                // A thread that ended in its wait would keep a lock, and all would stand still.
                _ = alarm(100)
                let (imposer, isBuilding, isBuilt) = (Imposer(), Barrier(2), Barrier(2))
                let engines = Collected<Engine>()
                imposer.impose(for: Engine.self) {
                    isBuilding.wait()
                    isBuilt.wait()
                    return Engine()
                }
                let waiter = Shared<pthread_t?>(nil)
                onThreads(3) { _, thread in
                    switch thread {
                    case 0:
                        engines.add(imposer.inject(of: Engine.self))
                    case 1:
                        isBuilding.wait()
                        onThreadThatEnds {
                            waiter.withLock { $0 = pthread_self() }
                            engines.add(imposer.inject(of: Engine.self))
                            pthread_testcancel()
                            fatalError("It was not cancelled")
                        }
                    default:
                        #expect(eventually { imposer.waiters(for: Engine.self) == 1 })
                        // It gets the signal before the wake-up.
                        if let thread = waiter.withLock({ $0 }) { pthread_cancel(thread) }
                        isBuilt.wait()
                    }
                }
                #expect(engines.all.count == 2)
                onThreads(4) { _, _ in engines.add(imposer.inject(of: Engine.self)) }
                #expect(engines.all.allSatisfy { $0 === engines.all[0] })
            }
        }
    #endif
}

private final class Counter: @unchecked Sendable {
    var count = 0
}

/// Changes a property while something runs, with some more frames on the stack.
@inline(never)
private func change(_ count: inout Int, _ depth: Int, _ body: () -> Void) {
    count += 1
    if depth > 0 { change(&count, depth - 1, body) } else { body() }
    count += 1
}

/// Asks for accesses at every depth of the stack that an injection may have had frames at.
@inline(never)
private func useProperties() {
    for depth in stride(from: 0, to: 2000, by: 10) {
        let (counter, other) = (Counter(), Counter())
        change(&counter.count, depth) { other.count += 1 }
    }
}

/// Injects an engine, which nobody holds when this returns but the injection that is going on.
@inline(never)
private func useEngine(of imposer: Imposer) {
    _ = imposer.inject(of: Engine.self)
}
