import Impose
import TestSupport
import Testing

private final class Reservoir: Sendable {}

private final class Session: Sendable {
    let pool: Injected<Reservoir>
    init(pool: Injected<Reservoir>) { self.pool = pool }
}

private final class Account: Sendable {
    let session: Session
    init(session: Session) { self.session = session }
}

@Suite("What awaited instances hold", .timeLimit(.minutes(20)))
struct AwaitedReleaseTests {
    @Test(
        "An awaited instance is not held by a task that its provider started and that goes on",
        arguments: [true, false]
    )
    func background(isWeak: Bool) async throws {
        let (imposer, end) = (Imposer(), Gate())
        imposer.impose(for: Reservoir.self, option: isWeak ? .weakInstance : .singleInstance) { () async in
            Task { await end.pass() }
            return Reservoir()
        }
        let watched = Watched(try await imposer.injectAsync(of: Reservoir.self))
        await end.arrived()
        imposer.reset()
        #expect(await comesTrue({ watched.isGone }))
        end.open()
    }

    @Test("An awaited graph instance is not held by a task that was started meanwhile and goes on")
    func shared() async throws {
        final class Tank: Sendable {
            let reservoir: Reservoir
            init(reservoir: Reservoir) { self.reservoir = reservoir }
        }
        let (imposer, end) = (Imposer(), Gate())
        imposer.impose(for: Reservoir.self, option: .graphInstance, Reservoir.init)
        imposer.impose(for: Tank.self, option: .closureBased) { (reservoir: Reservoir) async in
            Task { await end.pass() }
            return Tank(reservoir: reservoir)
        }
        let watched = Watched(try await imposer.injectAsync(of: Tank.self).reservoir)
        await end.arrived()
        #expect(await comesTrue({ watched.isGone }))
        end.open()
    }

    @Test("An awaited instance with a lazy parameter does not keep its private imposer", arguments: [true, false])
    func privateImposer(isAccountAsynchronous: Bool) async throws {
        var imposer: Imposer? = Imposer()
        imposer?.impose(for: Reservoir.self, Reservoir.init)
        imposer?.impose(for: Session.self, option: .closureBased) { (pool: Injected<Reservoir>) async in
            Session(pool: pool)
        }
        if isAccountAsynchronous {
            imposer?.impose(for: Account.self) { (session: Session) async in Account(session: session) }
        } else {
            imposer?.impose(for: Account.self, Account.init)
        }
        let watched = Watched(try #require(imposer))
        _ = try await imposer?.injectAsync(of: Account.self)
        imposer = nil
        #expect(await comesTrue({ watched.isGone }))
    }

    @Test("An awaited instance of a scope that captures the scope does not keep it", arguments: [true, false])
    func scope(isAccountAsynchronous: Bool) async throws {
        final class Holder: Sendable {
            let context = Injected<Reservoir>()
        }
        final class Owner: Sendable {
            let holder: Holder
            init(holder: Holder) { self.holder = holder }
        }
        let imposer = Imposer()
        imposer.impose(for: Reservoir.self, Reservoir.init)
        imposer.impose(for: Holder.self, option: .closureBased) { () async in Holder() }
        if isAccountAsynchronous {
            imposer.impose(for: Owner.self, option: .scopedInstance) { (holder: Holder) async in Owner(holder: holder) }
        } else {
            imposer.impose(for: Owner.self, option: .scopedInstance, Owner.init)
        }
        var scope: Imposer? = imposer.openScope()
        let watched = Watched(try #require(scope))
        _ = try await scope?.run { try await imposer.injectAsync(of: Owner.self) }
        scope = nil
        #expect(await comesTrue({ watched.isGone }))
    }

    @Test("An awaited injection that fails or is cancelled leaves nothing behind")
    func failing() async throws {
        struct Failed: Error {
            let pool: Reservoir
        }
        let (imposer, gate) = (Imposer(), Gate())
        var pool: Reservoir? = Reservoir()
        let watched = Watched(try #require(pool))
        imposer.impose(for: Int.self) { [pool] () async throws -> Int in
            throw Failed(pool: try #require(pool))
        }
        imposer.impose(for: Double.self) { [pool] () async throws -> Double in
            await gate.pass()
            throw Failed(pool: try #require(pool))
        }
        pool = nil
        let tasks = (0..<10).map { _ in
            Task.detached {
                async let one = imposer.injectAsync(of: Int.self)
                async let other = imposer.injectAsync(of: Double.self)
                _ = try? await one
                _ = try? await other
            }
        }
        await gate.arrived()
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
        gate.open()
        imposer.removeAll()
        #expect(await comesTrue({ watched.isGone }))
    }

    @Test("An awaited instance that comes after its directory's end is disposed of, with an error")
    func endedDirectory() async throws {
        let (gate, disposed) = (Gate(), CallCounter())
        let task = await Imposer.isolated(empty: true, endsWithBody: true) {
            Imposer.impose(for: Reservoir.self) { () async in
                await gate.pass()
                return Reservoir()
            }
            .onDispose { _ in disposed.increment() }
            let task = Task { () async -> ImposeError? in
                await failure { () async throws(ImposeError) in try await injectAsync(of: Reservoir.self) }
            }
            await gate.arrived()
            return task
        }
        gate.open()
        #expect(await task.value?.kind == .disposed)
        #expect(disposed.count == 1)
    }

    @Test("An awaited instance of a private imposer that nobody holds any more is handed out")
    func droppedImposer() async throws {
        let (gate, disposed) = (Gate(), CallCounter())
        var imposer: Imposer? = Imposer()
        let watched = Watched(try #require(imposer))
        imposer?.impose(for: Reservoir.self) { () async in
            await gate.pass()
            return Reservoir()
        }
        .onDispose { _ in disposed.increment() }
        let task = Task.detached { [imposer] in try await imposer?.injectAsync(of: Reservoir.self) }
        await gate.arrived()
        imposer = nil
        gate.open()
        #expect(try await task.value != nil)
        #expect(await comesTrue({ watched.isGone && disposed.count == 1 }))
    }
}
