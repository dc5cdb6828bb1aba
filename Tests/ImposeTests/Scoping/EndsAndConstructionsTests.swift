import Foundation
import ImposeTesting
import TestSupport
import Testing

@testable import Impose

private final class Storage: Sendable {}

private final class Queue: Sendable {}

private final class Session: Sendable {}

private protocol Amount: Sendable {}

private struct Euros: Amount {}

private struct Refused: Error {}

/// More than any machine needs, whatever else it does.
private let ample = Duration.seconds(3600)

extension Imposer {
    /// Asks for an end that nobody awaits.
    fileprivate func synchronously(_ body: (Imposer) -> Void) { body(self) }
}

/// Returns when the task is cancelled.
private func cancellation() async {
    while !Task.isCancelled { await Task.yield() }
}

@Suite("Ends beside what tasks build or dispose of", .imposing(empty: true), .timeLimit(.minutes(20)))
struct EndsAndConstructionsTests {
    /// The address sanitizer notices if they are woken twice.
    @Test("Those who wait for what a task builds are woken once, also where the keeper has ended meanwhile")
    func wokenOnce() async {
        for _ in 0..<20 {
            let (scope, goOn) = (Imposer.openScope(), Gate())
            scope.impose(for: Session.self) { () async in
                await goOn.pass()
                return Session()
            }.onDispose { _ in sched_yield() }
            let kinds = await withTaskGroup { group in
                for _ in 0..<4 {
                    group.addTask {
                        await failure { () async throws(ImposeError) in
                            try await scope.injectAsync(of: Session.self)
                        }?.kind
                    }
                }
                #expect(await comesTrue { scope.waiters(for: Session.self) == 4 })
                scope.synchronously { $0.dispose() }
                goOn.open()
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(kinds == Array(repeating: .disposed, count: 4))
        }
    }

    @Test("All who wait for a value that can't be held weakly get the error")
    func weakValue() async {
        let goOn = Gate()
        Imposer.impose(for: (any Amount).self, option: .weakInstance) { () async -> any Amount in
            await goOn.pass()
            return Euros()
        }
        let kinds = await withTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    await failure { () async throws(ImposeError) in
                        try await injectAsync(of: (any Amount).self)
                    }?.kind
                }
            }
            #expect(await comesTrue { Imposer.shared.waiters(for: (any Amount).self) == 4 })
            goOn.open()
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(kinds == Array(repeating: .weakValue, count: 4))
    }

    @Test("All who wait for a construction that fails get its error, and none of them begins another one")
    func failing() async {
        let (goOn, calls) = (Gate(), CallCounter())
        Imposer.impose(for: Session.self) { () async throws -> Session in
            calls.increment()
            await goOn.pass()
            throw Refused()
        }
        let kinds = await withTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    await failure { () async throws(ImposeError) in try await injectAsync(of: Session.self) }?.kind
                }
            }
            #expect(await comesTrue { Imposer.shared.waiters(for: Session.self) == 4 })
            goOn.open()
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(kinds == Array(repeating: .providerFailed, count: 4))
        #expect(calls.count == 1)
    }

    @Test("Two providers of one scope may both dispose of it where they fail")
    func twoProviders() async {
        let (scope, both) = (Imposer.openScope(), Gate(opensAt: 2))
        for name in ["one", "other"] {
            scope.impose(for: Session.self, named: InjectionName(name)) { () async throws -> Session in
                await both.pass()
                await scope.disposeAsync()
                throw Refused()
            }
        }
        #expect(await failure { () async throws(ImposeError) in try await scope.prepare() } != nil)
        #expect(scope.isDisposed)
    }

    @Test("What is begun while an awaited end waits is cancelled and awaited as well", arguments: [false, true])
    func begunMeanwhile(isShutdown: Bool) async {
        let (log, hasBegun, queueHasBegun) = (Collected<String>(), Signal(), Signal())
        let imposer = Imposer()
        imposer.impose(for: Queue.self) { () async in
            queueHasBegun.give()
            await cancellation()
            log.add("queue")
            return Queue()
        }
        imposer.impose(for: Session.self) { () async throws -> Session in
            hasBegun.give()
            await cancellation()
            Task.detached { _ = try? await imposer.injectAsync(of: Queue.self) }
            await queueHasBegun.wait()
            throw Refused()
        }
        async let session = failure { () async throws(ImposeError) in try await imposer.injectAsync(of: Session.self) }
        await hasBegun.wait()
        if isShutdown { await imposer.shutdown(within: ample) } else { await imposer.disposeAsync() }
        #expect(log.all == ["queue"])
        #expect(await session?.kind == .disposed)
    }

    @Test("An awaited end waits for what tasks build for a scope inside that has ended before")
    func endedInside() async {
        let (log, hasBegun) = (Collected<String>(), Signal())
        let outer = Imposer.openScope()
        let inner = outer.openScope()
        inner.impose(for: Session.self) { () async in
            hasBegun.give()
            await cancellation()
            log.add("session")
            return Session()
        }
        async let session = failure { () async throws(ImposeError) in try await inner.injectAsync(of: Session.self) }
        await hasBegun.wait()
        inner.synchronously { $0.dispose() }
        await outer.disposeAsync()
        #expect(log.all == ["session"])
        #expect(await session?.kind == .disposed)
    }

    @Test("An awaited end does not wait for a disposer inside that waits for it, behind what it waits for")
    func disposerInside() async {
        let (log, hasBegun, isCancelled, goOn) = (Collected<String>(), Signal(), Signal(), Signal())
        let outer = Imposer.openScope()
        outer.impose(for: Storage.self, Storage.init).onDispose { _ in log.add("storage") }
        _ = outer.inject(of: Storage.self)
        outer.impose(for: Session.self) { () async in
            await withTaskCancellationHandler {
                hasBegun.give()
                await goOn.wait()
            } onCancel: {
                isCancelled.give()
            }
            return Session()
        }
        let inner = outer.openScope()
        inner.impose(for: Queue.self, Queue.init).onDispose { _ in
            while !outer.isDisposed { await Task.yield() }
            await outer.disposeAsync()
            log.add("queue")
        }
        _ = inner.inject(of: Queue.self)
        async let session = failure { () async throws(ImposeError) in try await outer.injectAsync(of: Session.self) }
        await hasBegun.wait()
        async let end = outer.disposeAsync()
        await isCancelled.wait()
        inner.synchronously { $0.dispose() }
        goOn.give()
        _ = await end
        #expect(await session?.kind == .disposed)
        #expect(log.all == ["queue", "storage"])
    }

    @Test("An awaited end leaves everything in use until the disposers are through that run inside")
    func disposerUses() async {
        let (kinds, hasBegun, goOn) = (Collected<ImposeError.Kind?>(), Signal(), Signal())
        let outer = Imposer.openScope()
        outer.impose(for: Storage.self, Storage.init)
        let inner = outer.openScope()
        inner.impose(for: Queue.self, Queue.init).onDispose { _ in
            hasBegun.give()
            await goOn.wait()
            kinds.add(failure { () throws(ImposeError) in try outer.tryInject(of: Storage.self) }?.kind)
        }
        _ = inner.inject(of: Queue.self)
        inner.synchronously { $0.dispose() }
        await hasBegun.wait()
        async let end = outer.disposeAsync()
        #expect(await comesTrue { outer.disposalWaiters > 0 || outer.isDisposed })
        goOn.give()
        _ = await end
        #expect(kinds.all == [nil])
        #expect(outer.isDisposed)
    }

    @Test("What a scope itself had goes in the reverse order, each when the disposer before has ended")
    func removeAll() async {
        let (log, isRemoved, isOver) = (Collected<String>(), Signal(), Signal())
        let scope = Imposer.openScope()
        scope.impose(for: Storage.self, Storage.init).onDispose { _ in
            log.add("storage")
            isOver.give()
        }
        scope.impose(for: Queue.self) { (_: Storage) in Queue() }.onDispose { _ in
            await isRemoved.wait()
            log.add("queue")
        }
        _ = scope.inject(of: Queue.self)
        scope.synchronously { $0.removeAll() }
        // The storage's disposer has not overtaken the one that waits.
        #expect(log.all == [])
        isRemoved.give()
        await isOver.wait()
        #expect(log.all == ["queue", "storage"])
    }

    @Test("A reset cancels what is being built for the imposer, says so, and leaves its scopes alone")
    func reset() async {
        let (isBuilding, goOn) = (Gate(), Gate())
        Imposer.impose(for: Session.self) { () async throws -> Session in
            await isBuilding.pass()
            try Task.checkCancellation()
            return Session()
        }
        let scope = Imposer.openScope()
        scope.impose(for: Queue.self) { () async -> Queue in
            await goOn.pass()
            return Queue()
        }
        async let error = failure { () async throws(ImposeError) in try await injectAsync(of: Session.self) }
        async let inScope = failure { () async throws(ImposeError) in try await scope.injectAsync(of: Queue.self) }
        await isBuilding.arrived()
        await goOn.arrived()
        await Imposer.shared.disposeAsync()
        let reason = await error?.failureReason
        #expect(reason == "Impose can't inject Session: primary was reset while the instance was being made.")
        goOn.open()
        #expect(await inScope == nil)
    }

    @Test("An inner scope whose disposer ends the outer one goes with it")
    func endFromInside() {
        weak var outerNode: Node?
        weak var innerNode: Node?
        do {
            let outer = Imposer.openScope()
            let inner = outer.openScope()
            (outerNode, innerNode) = (outer.node, inner.node)
            inner.impose(for: Queue.self, Queue.init).onDispose { [weak outer] _ in outer?.dispose() }
            _ = inner.inject(of: Queue.self)
            inner.dispose()
            #expect(outer.isDisposed)
        }
        #expect(eventually { outerNode == nil && innerNode == nil })
    }

    // MARK: Shutdowns

    @Test("A shutdown comes to its end beside a disposer from before that does not heed its cancellation")
    func heedless() async {
        let goOn = Signal()
        let scope = Imposer.openScope()
        scope.impose(for: Storage.self, Storage.init).onDispose { _ in await goOn.wait() }
        _ = scope.inject(of: Storage.self)
        scope.synchronously { $0.dispose() }
        #expect(await Imposer.shutdown(within: .zero).map(\.kind).contains(.shutdownLate))
        goOn.give()
    }

    @Test("What was opened after a reset is not ended by the shutdown that the reset has lifted")
    func openedAfterReset() async {
        let (hasBegun, isCancelled, goOn) = (Signal(), Signal(), Signal())
        Imposer.impose(for: Session.self) { () async in
            await withTaskCancellationHandler {
                hasBegun.give()
                await goOn.wait()
            } onCancel: {
                isCancelled.give()
            }
            return Session()
        }
        let session = Task { await failure { () async throws(ImposeError) in try await injectAsync(of: Session.self) } }
        await hasBegun.wait()
        let shutdown = Task { await Imposer.shutdown(within: ample) }
        await isCancelled.wait()
        Imposer.reset()
        let scope = Imposer.openScope()
        await Imposer.withScope { body in
            goOn.give()
            _ = await (shutdown.value, session.value)
            #expect(!body.isDisposed)
        }
        #expect(!scope.isDisposed)
    }

    @Test("A shutdown that is cut short by a larger one cancels its disposer, and the next one begins after that")
    func cutShort() async {
        let (log, hasBegun, mayEnd) = (Collected<String>(), Signal(), Signal())
        let payments = Imposer(parent: .shared, label: "payments")
        payments.impose(for: Storage.self, Storage.init).onDispose { _ in log.add("storage") }
        payments.impose(for: Queue.self, Queue.init).onDispose { _ in
            hasBegun.give()
            do { try await Task.sleep(for: ample) } catch {
                await mayEnd.wait()
                log.add("queue")
                throw error
            }
        }
        _ = (payments.inject(of: Storage.self), payments.inject(of: Queue.self))
        async let own = payments.shutdown(within: ample)
        await hasBegun.wait()
        async let larger = Imposer.shutdown(within: .zero)
        // The larger one has cancelled the disposer, and has given up waiting for it.
        #expect(await comesTrue { Imposer.shared.node.state.withLock { $0.isShutDown } || !log.all.isEmpty })
        mayEnd.give()
        _ = await (larger, own)
        #expect(log.all == ["queue", "storage"])
    }

    @Test("A shutdown of the directory ends what one of its primary imposer alone has left")
    func larger() async {
        let log = Collected<String>()
        Imposer.imposer(for: .secondary).impose(for: Storage.self, Storage.init).onDispose { _ in log.add("storage") }
        _ = inject(of: Storage.self)
        #expect(await Imposer.shared.shutdown(within: ample).isEmpty)
        #expect(log.all.isEmpty)
        #expect(await Imposer.shutdown(within: ample).isEmpty)
        #expect(log.all == ["storage"])
    }

    // MARK: Cycles

    /// `first` waits for `second` in one child task, and for `third` in another one, which does without `second`.
    @Test("A wait that was refused leaves those of other child tasks in the graph")
    func refused() async {
        let (hasBegun, mayAsk, mayEnd) = (Gate(), Gate(), Gate())
        let thirdIsBuilding = Gate()
        Imposer.impose(for: Session.self) { () async throws -> Session in
            async let second = injectAsync(of: Storage.self)
            #expect(await comesTrue { Imposer.shared.waiters(for: Storage.self) == 2 })
            _ = try await injectAsync(of: Queue.self)
            _ = try await second
            return Session()
        }
        Imposer.impose(for: Storage.self) { () async throws -> Storage in
            await hasBegun.pass()
            async let third: Queue? = try? injectAsync(of: Queue.self)
            await mayAsk.pass()
            _ = try await injectAsync(of: Session.self)
            _ = await third
            return Storage()
        }
        Imposer.impose(for: Queue.self) { () async -> Queue in
            await thirdIsBuilding.pass()
            #expect(await failure { () async throws(ImposeError) in try await injectAsync(of: Storage.self) } != nil)
            mayAsk.open()
            await mayEnd.pass()
            return Queue()
        }
        async let second = failure { () async throws(ImposeError) in try await injectAsync(of: Storage.self) }
        await hasBegun.arrived()
        async let first = failure { () async throws(ImposeError) in try await injectAsync(of: Session.self) }
        await thirdIsBuilding.arrived()
        hasBegun.open()
        #expect(await comesTrue { Imposer.shared.waiters(for: Queue.self) == 2 })
        thirdIsBuilding.open()
        #expect(await second?.kind == .circular)
        mayEnd.open()
        #expect(await first?.kind == .circular)
    }
}
