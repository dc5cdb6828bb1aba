import Foundation
import Impose
import ImposeTesting
import TestSupport
import Testing

private final class Engine: Sendable {}

private struct Stalled: Error {}

/// Tasks that ask for one instance, each with its own cancellation.
private func ask(_ imposer: Imposer, _ count: Int) -> [Task<Engine, any Error>] {
    (0..<count).map { _ in Task.detached { try await imposer.injectAsync() } }
}

/// Asks by a task that was cancelled before.
private func askCancelled(_ imposer: Imposer) -> Task<Engine, any Error> {
    let isCancelled = Gate()
    let task = Task.detached { () async throws -> Engine in
        await isCancelled.pass()
        return try await imposer.injectAsync()
    }
    task.cancel()
    isCancelled.open()
    return task
}

private func kind<T>(of task: Task<T, any Error>) async -> ImposeError.Kind? {
    guard case .failure(let error) = await task.result else { return nil }
    return (error as? ImposeError)?.kind
}

@Suite("One construction for all who await it", .timeLimit(.minutes(20)))
struct SingleFlightTests {
    private let imposer = Imposer()
    private let calls = CallCounter()
    private let gate = Gate()

    /// Imposes an engine that is there when the gate is open.
    @discardableResult
    private func imposeEngine(_ option: InjectOption = .singleInstance) -> Registration<Engine> {
        imposer.impose(for: Engine.self, option: option) { [calls, gate] () async throws in
            calls.increment()
            await gate.pass()
            try Task.checkCancellation()
            return Engine()
        }
    }

    @Test("1,000 tasks wait for one call, and no thread of the pool is blocked meanwhile")
    func thousand() async throws {
        imposeEngine()
        let tasks = ask(imposer, 1000)
        await gate.arrived()
        // There are fewer threads than tasks: were they blocked, this one would not run.
        let isRunning = await Task.detached { true }.value
        #expect(isRunning)
        gate.open()
        var engines: Set<ObjectIdentifier> = []
        for task in tasks { engines.insert(ObjectIdentifier(try await task.value)) }
        #expect(engines.count == 1)
        #expect(calls.count == 1)
    }

    @Test("Of tasks that await one instance, cancelled ones get an error at once, the others that")
    func someCancelled() async throws {
        imposeEngine()
        let first = ask(imposer, 1)[0]
        await gate.arrived()
        let others = ask(imposer, 99)
        let imposer = imposer
        #expect(await comesTrue { imposer.waiters(for: Engine.self) == 100 })
        for task in others { task.cancel() }
        for task in others { #expect(await kind(of: task) == .cancelled) }
        gate.open()
        let engine = try await first.value
        #expect(imposer.inject(of: Engine.self) === engine)
        #expect(calls.count == 1)
    }

    @Test("An instance that is made although nobody waits any more is kept")
    func madeForNobody() async throws {
        let isMade = Gate()
        imposer.impose(for: Engine.self) { [calls, gate] () async in
            calls.increment()
            await gate.pass()
            isMade.open()
            return Engine()
        }
        let task = ask(imposer, 1)[0]
        await gate.arrived()
        task.cancel()
        #expect(await kind(of: task) == .cancelled)
        gate.open()
        await isMade.pass()
        let engine = try await imposer.injectAsync(of: Engine.self)
        #expect(imposer.inject(of: Engine.self) === engine)
        #expect(calls.count == 1)
    }

    @Test("A task that was cancelled before awaits nothing new, and gets what is there")
    func cancelledBefore() async throws {
        imposeEngine()
        #expect(await kind(of: askCancelled(imposer)) == .cancelled)
        #expect(calls.count == 0)
        gate.open()
        let engine = try await imposer.injectAsync(of: Engine.self)
        #expect(try await askCancelled(imposer).value === engine)
    }

    @Test("A task that was cancelled before does not wait for what others have begun")
    func cancelledBeforeWaiting() async throws {
        imposeEngine()
        let first = ask(imposer, 1)[0]
        await gate.arrived()
        #expect(await kind(of: askCancelled(imposer)) == .cancelled)
        gate.open()
        _ = try await first.value
    }

    @Test("A task that is cancelled takes from others nothing that they have begun")
    func cancelledBesides() async throws {
        for _ in 0..<150 {
            let (imposer, calls, visits, end) = (Imposer(), CallCounter(), CallCounter(), Gate())
            imposer.impose(for: Engine.self) { () async throws in
                calls.increment()
                // Until the visitor has asked some times meanwhile.
                let before = visits.count
                while visits.count < before + 20 {
                    try Task.checkCancellation()
                    await Task.yield()
                }
                return Engine()
            }
            let visitor = Task.detached {
                await end.pass()
                // It is cancelled by now, and begins nothing.
                while imposer.existing(Engine.self) == nil {
                    _ = try? await imposer.injectAsync(of: Engine.self)
                    if visits.increment() % 8 == 0 { await Task.yield() }
                }
            }
            await end.arrived()
            visitor.cancel()
            while visits.count < 1 { await Task.yield() }
            let engine = try await imposer.injectAsync(of: Engine.self)
            await visitor.value
            #expect(imposer.inject(of: Engine.self) === engine)
            #expect(calls.count == 1)
        }
    }

    @Test("When an awaited provider fails, all who wait get the error, and the next one tries again")
    func failing() async throws {
        imposer.impose(for: Engine.self) { [calls, gate] () async throws in
            await gate.pass()
            if calls.increment() == 1 { throw Stalled() }
            return Engine()
        }
        let tasks = ask(imposer, 100)
        await gate.arrived()
        let imposer = imposer
        #expect(await comesTrue { imposer.waiters(for: Engine.self) == 100 })
        gate.open()
        var kinds: [ImposeError.Kind?: Int] = [:]
        for task in tasks { kinds[await kind(of: task), default: 0] += 1 }
        #expect(kinds == [.providerFailed: 100])
        _ = try await imposer.injectAsync(of: Engine.self)
        #expect(calls.count == 2)
    }

    @Test("A task that awaits what is replaced meanwhile gets the old one; who asks then, the new")
    func replaced() async throws {
        imposeEngine()
        let task = ask(imposer, 1)[0]
        await gate.arrived()
        let new = Engine()
        imposer.impose(for: Engine.self, instance: new)
        #expect(try await imposer.injectAsync(of: Engine.self) === new)
        gate.open()
        #expect(try await task.value !== new)
        #expect(imposer.inject(of: Engine.self) === new)
    }

    @Test("A task that awaits an instance whose registration is removed meanwhile gets it")
    func removed() async throws {
        imposeEngine()
        let task = ask(imposer, 1)[0]
        await gate.arrived()
        imposer.remove(for: Engine.self)
        gate.open()
        _ = try await task.value
        let imposer = imposer
        let error = await failure { () async throws(ImposeError) in try await imposer.injectAsync(of: Engine.self) }
        #expect(error?.kind == .missing)
    }

    @Test("A task that awaits an instance during a reset gets it, and who asks then, another one")
    func reset() async throws {
        imposeEngine()
        let task = ask(imposer, 1)[0]
        await gate.arrived()
        imposer.reset()
        let later = ask(imposer, 1)[0]
        await gate.arrived(2)
        gate.open()
        let (old, new) = (try await task.value, try await later.value)
        #expect(old !== new)
        #expect(imposer.inject(of: Engine.self) === new)
    }

    @Test("An instance whose scope is disposed of while it is awaited is disposed of, too")
    func disposed() async throws {
        let disposed = CallCounter()
        imposeEngine(.scopedInstance).onDispose { _ in disposed.increment() }
        let scope = imposer.openScope()
        let task = Task.detached { () async throws in try await scope.injectAsync(of: Engine.self) }
        await gate.arrived()
        scope.dispose()
        gate.open()
        #expect(await kind(of: task) == .disposed)
        // The waiting task is told before the instance is disposed of.
        #expect(await comesTrue({ disposed.count == 1 }))
        #expect(failure { () throws(ImposeError) in try scope.tryInject(of: Engine.self) }?.kind == .disposed)
    }

    @Test("A construction is cancelled and awaited when its directory ends")
    func directory() async { #expect(await endedConstructions { .shared } == 1) }

    /// How many constructions have ended with an isolated directory, in which an imposer has begun one.
    private func endedConstructions(of holder: @Sendable () -> Imposer) async -> Int {
        let (hasBegun, hasEnded) = (Signal(), CallCounter())
        await Imposer.isolated(empty: true, endsWithBody: true) {
            let holder = holder()
            holder.impose(for: Engine.self, option: .scopedInstance) { () async throws in
                defer { hasEnded.increment() }
                hasBegun.give()
                try await Task.sleep(for: .seconds(3600))
                return Engine()
            }
            let scope = holder.openScope()
            Task { _ = try? await scope.injectAsync(of: Engine.self) }
            await hasBegun.wait()
        }
        return hasEnded.count
    }

    @Test("A weak instance that is awaited lives until its waiter has got it")
    func weakly() async throws {
        imposeEngine(.weakInstance)
        gate.open()
        for _ in 0..<100 {
            let engine = try await imposer.injectAsync(of: Engine.self)
            #expect(imposer.inject(of: Engine.self) === engine)
        }
    }

    @Test("A task that wants what a thread is building suspends until it is there")
    func threadFirst() async throws {
        let (isBuilding, mayEnd) = (Barrier(2), Barrier(2))
        imposer.impose(for: Engine.self) { [calls] in
            calls.increment()
            isBuilding.wait()
            mayEnd.wait()
            return Engine()
        }
        let (imposer, built) = (imposer, Shared<Engine?>(nil))
        let thread = Thread { built.withLock { $0 = imposer.inject() } }
        thread.start()
        isBuilding.wait()
        let tasks = ask(imposer, 100)
        #expect(await comesTrue { imposer.waiters(for: Engine.self) == 100 })
        mayEnd.wait()
        for task in tasks {
            let engine = try await task.value
            #expect(imposer.inject(of: Engine.self) === engine)
        }
        #expect(calls.count == 1)
    }

    @Test("A thread that wants what a task is building gets an error at once")
    func taskFirst() async throws {
        imposeEngine()
        let task = ask(imposer, 1)[0]
        await gate.arrived()
        let imposer = imposer
        #expect(failure { () throws(ImposeError) in try imposer.tryInject(of: Engine.self) }?.kind == .asynchronous)
        gate.open()
        let engine = try await task.value
        #expect(try imposer.tryInject(of: Engine.self) === engine)
    }

    @Test("Threads and tasks that want one instance of a synchronous provider at once get one", arguments: 0..<20)
    func threadsAndTasks(round: Int) async throws {
        let (imposer, calls, gate) = (Imposer(), CallCounter(), Gate())
        imposer.impose(for: Int.self) { () async in
            await gate.pass()
            return 1
        }
        imposer.impose(for: Engine.self) { (_: Int) in
            calls.increment()
            return Engine()
        }
        let tasks = ask(imposer, 20)
        await gate.arrived()
        gate.open()
        let threads = Task.detached {
            let engines = Collected<Engine>()
            onThreads(4) { _, _ in
                while true {
                    if let engine = imposer.unforceInject(of: Engine.self) { return engines.add(engine) }
                }
            }
            return engines.all
        }
        var engines = await threads.value
        for task in tasks { engines.append(try await task.value) }
        #expect(engines.allSatisfy { $0 === engines[0] })
        #expect(calls.count == 1)
    }
}
