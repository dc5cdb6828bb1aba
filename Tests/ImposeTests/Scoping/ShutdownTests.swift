import Foundation
import ImposeTesting
import TestSupport
import Testing

@testable import Impose

private typealias Log = Collected<String>

private final class Basket: Sendable {}

private final class Ledger: Sendable {
    init(basket: Basket) {}
}

private final class Part: Sendable {
    let name: String

    init(_ name: String) { self.name = name }
}

/// An object that is made at start, and asked in each request.
private final class Controller: @unchecked Sendable {
    @Injected var basket: Basket
    @Imposed var part: Part
}

private struct Stuck: Error, Equatable {}

extension Imposer {
    /// Imposes a part whose disposer says so, and makes it.
    fileprivate func make(_ name: String, isAwaited: Bool = false, option: InjectOption = .singleInstance, _ log: Log) {
        let registration = impose(for: Part.self, named: InjectionName(name), option: option) { Part(name) }
        if isAwaited {
            registration.onDispose { part in
                await Task.yield()
                log.add(part.name)
            }
        } else {
            registration.onDispose { log.add($0.name) }
        }
        _ = inject(of: Part.self, named: InjectionName(name))
    }
}

private func kind<T>(_ injection: () throws(ImposeError) -> T) -> ImposeError.Kind? { failure(of: injection)?.kind }

/// A disposer that ends when its task is cancelled.
@Sendable
private func untilCancelled(_: Basket) async throws { try await Task.sleep(for: .seconds(3600)) }

/// More than any machine needs, whatever else it does.
private let ample = Duration.seconds(3600)

@Suite("A shutdown", .imposing(empty: true), .timeLimit(.minutes(20)))
struct ShutdownTests {

    @Test("A shutdown leaves out parentless imposers and other directories")
    func others() async {
        let log = Log()
        let stranger = Imposer()
        stranger.make("stranger", log)
        Imposer.shared.make("own", log)
        await Imposer.isolated(empty: true) {
            Imposer.shared.make("isolated", log)
            #expect(await Imposer.shutdown(within: ample).isEmpty)
            #expect(log.all == ["isolated"])
        }
        Imposer.impose(for: Basket.self, Basket.init)
        _ = inject(of: Basket.self)
        #expect(await Imposer.shutdown(within: ample).isEmpty)
        #expect(log.all == ["isolated", "own"])
        #expect(stranger.inject(of: Part.self, named: "stranger").name == "stranger")
        #expect(log.all.count == 2)
    }

    @Test("A shutdown refuses new scopes, and what would have to be kept, until a reset")
    func refused() async {
        let log = Log()
        Imposer.impose(for: Basket.self, Basket.init)
        Imposer.impose(for: Ledger.self, option: .scopedInstance, Ledger.init)
        Imposer.shared.make("part", log)
        let below = Imposer(parent: .shared)
        below.impose(for: Int.self, 1)
        await Imposer.shutdown(within: ample, fileID: "Shop/Main.swift", line: 40)
        let error = failure { () throws(ImposeError) in try tryInject(of: Basket.self) }
        #expect(error?.kind == .disposed)
        #expect(error?.description.onOneLine.contains("primary was shut down at Shop/Main.swift:40") == true)
        #expect(kind { () throws(ImposeError) in try tryInject(of: Ledger.self) } == .disposed)
        #expect(kind { () throws(ImposeError) in try tryInject(of: Part.self, named: "part") } == .disposed)
        #expect(kind { () throws(ImposeError) in try below.tryInject(of: Int.self) } == .disposed)
        #expect(kind { () throws(ImposeError) in try tryInject(of: Basket?.self) } == .disposed)
        #expect(kind { () throws(ImposeError) in try Imposer.store(Basket(), for: Basket.self) } == .disposed)
        // Also for types that are imposed then, and for imposers that are made then.
        Imposer.impose(for: Int.self, 1)
        Imposer.imposer(for: .secondary).impose(for: Int.self, named: "2", 2)
        let later = Imposer(parent: .shared)
        later.impose(for: Int.self, 3)
        #expect(kind { () throws(ImposeError) in try tryInject(of: Int.self) } == .disposed)
        #expect(
            kind { () throws(ImposeError) in try tryInject(from: .secondary, of: Int.self, named: "2") } == .disposed
        )
        #expect(kind { () throws(ImposeError) in try later.tryInject(of: Int.self) } == .disposed)
        let scope = Imposer.openScope("request")
        #expect(scope.isDisposed)
        let refusal = failure { () throws(ImposeError) in try scope.tryInject(of: Ledger.self) }
        #expect(refusal?.kind == .disposed)
        #expect(refusal?.description.onOneLine.contains("by the shutdown at Shop/Main.swift:40") == true)
        Imposer.reset()
        _ = inject(of: Ledger.self)
        let scoped = await Imposer.withScope { $0.inject(of: Ledger.self) }
        #expect(scoped !== inject(of: Ledger.self))
        #expect(inject(of: Part.self, named: "part").name == "part")
        #expect(below.inject(of: Int.self) == 1)
        #expect(later.inject(of: Int.self) == 3)
        #expect(inject(from: .secondary, of: Int.self, named: "2") == 2)
        // A scope that ended with it stays ended.
        #expect(scope.isDisposed)
        log.add("again")
        await Imposer.shutdown(within: ample)
        #expect(log.all == ["part", "again", "part"])
    }

    @Test("After a shutdown what nobody keeps is still made, from what is there")
    func unkept() async {
        Imposer.impose(for: Basket.self, option: .closureBased, Basket.init)
        Imposer.impose(for: Int.self, 1)
        Imposer.impose(for: String.self, option: .closureBased) { (number: Int) in "\(number)" }
        _ = inject(of: Int.self)
        await Imposer.shutdown(within: ample)
        _ = inject(of: Basket.self)
        #expect(kind { () throws(ImposeError) in try tryInject(of: String.self) } == .disposed)
    }

    @Test("During a shutdown what is kept is injected until it is disposed of")
    func ready() async {
        let seen = Log()
        Imposer.impose(for: Int.self, 1)
        Imposer.impose(for: Basket.self, Basket.init)
        let (isBegun, goOn) = (Signal(), Signal())
        _ = inject(of: Int.self)
        _ = inject(of: Basket.self)
        async let body: Void = Imposer.withScope { _ in
            isBegun.give()
            await goOn.wait()
        }
        await isBegun.wait()
        async let shutdown = Imposer.shutdown(within: ample)
        while !Imposer.openScope().isDisposed { await Task.yield() }
        // It waits for the body.
        seen.add("\(inject(of: Int.self))")
        _ = inject(of: Basket.self)
        goOn.give()
        await body
        let errors = await shutdown
        #expect(errors.isEmpty)
        #expect(seen.all == ["1"])
        #expect(kind { () throws(ImposeError) in try tryInject(of: Int.self) } == .disposed)
    }

    @Test("A shutdown waits for a synchronous body on another thread that has disposed of its scope")
    func synchronousBodies() async {
        let imposer = Imposer()
        let (log, isBegun) = (Log(), Signal())
        let isRefused = Barrier(2)
        imposer.impose(for: Basket.self, option: .scopedInstance, Basket.init).onDispose { _ in log.add("basket") }
        imposer.impose(for: Int.self, 1).onDispose { _ in log.add("number") }
        _ = imposer.inject(of: Int.self)
        Thread.detachNewThread {
            imposer.withScope { scope in
                _ = scope.inject(of: Basket.self)
                scope.dispose()
                isBegun.give()
                isRefused.wait()
                log.add("body \(imposer.inject(of: Int.self))")
            }
        }
        await isBegun.wait()
        async let shutdown = imposer.shutdown(within: ample)
        while !imposer.openScope().isDisposed { await Task.yield() }
        isRefused.wait()
        let errors = await shutdown
        #expect(errors.isEmpty)
        #expect(log.all == ["basket", "body 1", "number"])
    }

    @Test("A shutdown waits for a body that goes on when it has disposed of its scope")
    func bodyWithoutScope() async {
        let (log, isBegun, goOn) = (Log(), Signal(), Signal())
        Imposer.shared.make("pool", log)
        async let body: Void = Imposer.withScope { scope in
            await scope.disposeAsync()
            isBegun.give()
            await goOn.wait()
            log.add("body with \(inject(of: Part.self, named: "pool").name)")
        }
        await isBegun.wait()
        let earlier = Bodies.latestShutdown
        async let shutdown = Imposer.shutdown(within: ample)
        #expect(await comesTrue { Bodies.areAwaited(after: earlier) || !log.all.isEmpty })
        #expect(log.all == [])
        goOn.give()
        await body
        let errors = await shutdown
        #expect(errors.isEmpty)
        #expect(log.all == ["body with pool", "pool"])
    }

    @Test("A shutdown in a task that was started in a synchronous body waits for that body")
    func begunBesideSynchronousBody() async {
        // From then on, code that leaves a scope looks whether it is part of such a body.
        await Imposer.withScope { _ async in }
        let (log, begin, context) = (Log(), Signal(), Imposer.currentContext())
        Imposer.impose(for: Basket.self) {
            Task {
                await begin.wait()
                #expect(await Imposer.shutdown(within: ample).isEmpty)
                log.add("shut down")
            }
            return Basket()
        }
        onAnotherThread {
            context.run {
                Imposer.withScope("job") { job in
                    _ = inject(of: Basket.self)
                    begin.give()
                    _ = eventually { Imposer.shared.node.state.withLock { $0.shutdown != nil } }
                    log.add(job.isDisposed ? "disposed of" : "job")
                }
            }
        }
        while log.all.count < 2 { await Task.yield() }
        #expect(log.all == ["job", "shut down"])
    }

    @Test("A shutdown waits for what withScope is still disposing of")
    func disposalOfBody() async {
        let (log, isBegun, goOn) = (Log(), Signal(), Signal())
        Imposer.impose(for: Int.self, 1)
        Imposer.shared.make("pool", log)
        async let body: Void = Imposer.withScope { scope in
            scope.impose(for: Basket.self, Basket.init)
                .onDispose { _ in
                    isBegun.give()
                    await goOn.wait()
                    log.add("basket with \(inject(of: Part.self, named: "pool").name)")
                }
                // An instance that has not been made yet.
                .onDispose { _ in log.add("number \(inject(of: Int.self))") }
            _ = scope.inject(of: Basket.self)
        }
        await isBegun.wait()
        async let shutdown = Imposer.shutdown(within: ample)
        // `withScope` waits as well.
        #expect(await comesTrue { Imposer.shared.disposalWaiters > 1 || !log.all.isEmpty })
        #expect(log.all == [])
        goOn.give()
        await body
        let errors = await shutdown
        #expect(errors.isEmpty)
        #expect(log.all == ["basket with pool", "number 1", "pool"])
    }

    @Test("A shutdown that a body asks for does not wait for that body, nor for those round it")
    func inBody() async {
        let log = Log()
        await Imposer.withScope { outer in
            outer.make("outer", log)
            await Imposer.withScope { inner in
                inner.make("inner", isAwaited: true, log)
                #expect(await Imposer.shutdown(within: .seconds(3600)).isEmpty)
                #expect(inner.isDisposed && outer.isDisposed)
            }
        }
        #expect(log.all == ["inner", "outer"])
    }

    @Test("A shutdown that a disposer asks for does not wait for itself")
    func inDisposer() async {
        let log = Log()
        Imposer.impose(for: Basket.self, Basket.init).onDispose { _ in
            log.add("\(await Imposer.shutdown(within: ample).count)")
        }
        _ = inject(of: Basket.self)
        #expect(await Imposer.shutdown(within: ample).isEmpty)
        #expect(log.all == ["0"])
    }

    @Test("A shutdown returns what disposers throw, in order, and goes on")
    func failing() async {
        let log = Log()
        Imposer.shared.make("first", log)
        Imposer.impose(for: Basket.self, Basket.init)
            .onDispose { _ in throw Stuck() }
            .onDispose { _ in
                await Task.yield()
                throw Stuck()
            }
        _ = inject(of: Basket.self)
        Imposer.shared.make("last", isAwaited: true, log)
        let errors = await Imposer.shutdown(within: ample)
        #expect(errors.map(\.kind) == [.disposerFailed, .disposerFailed])
        #expect(errors.allSatisfy { $0.underlyingError as? Stuck == Stuck() })
        #expect(log.all == ["last", "first"])
    }

    @Test("A shutdown cancels a disposer that is late and reports it, and runs the others in order")
    func lateDisposer() async {
        let log = Log()
        Imposer.shared.make("first", log)
        Imposer.shared.make("second", isAwaited: true, log)
        Imposer.impose(for: Basket.self, Basket.init)
            .onDispose(untilCancelled)
            .onDispose { _ in log.add("basket") }
        _ = inject(of: Basket.self)
        let errors = await Imposer.shutdown(within: .zero)
        // Nobody knows how late another one is on a machine that has too much to do.
        #expect(errors.first?.kind == .shutdownLate)
        #expect(errors.contains { $0.requested == Basket.self })
        #expect(errors.allSatisfy { $0.kind == .shutdownLate })
        while log.all.count < 3 { await Task.yield() }
        if errors.count == 1 { #expect(log.all == ["basket", "second", "first"]) }
    }

    @Test("A shutdown reports a body that is late, and disposes of its scope all the same")
    func lateBody() async {
        let log = Log()
        let (isBegun, goOn) = (Signal(), Signal())
        async let body: Void = Imposer.withScope("request", fileID: "Shop/Desk.swift", line: 28) { scope in
            scope.make("scoped", isAwaited: true, log)
            isBegun.give()
            await goOn.wait()
            #expect(kind { () throws(ImposeError) in try tryInject(of: Part.self, named: "scoped") } == .disposed)
            #expect(scope.isDisposed)
        }
        await isBegun.wait()
        let errors = await Imposer.shutdown(within: .zero)
        #expect(errors.first?.kind == .shutdownLate)
        #expect(errors.first?.description.contains("scope \"request\", opened at Shop/Desk.swift:28") == true)
        while log.all.isEmpty { await Task.yield() }
        goOn.give()
        await body
    }

    @Test("A shutdown waits for disposals that go on in a task, and reports one that is late")
    func goingOn() async {
        let (log, goOn) = (Log(), Signal())
        Imposer.shared.make("pool", log)
        do {
            let scope = Imposer.openScope()
            scope.impose(for: Basket.self, Basket.init).onDispose { _ in
                await goOn.wait()
                log.add("basket")
            }
            _ = scope.inject(of: Basket.self)
        }
        async let shutdown = Imposer.shutdown(within: ample)
        #expect(await comesTrue { Imposer.shared.disposalWaiters > 0 || !log.all.isEmpty })
        #expect(log.all == [])
        goOn.give()
        let errors = await shutdown
        #expect(errors.isEmpty)
        #expect(log.all == ["basket", "pool"])
        Imposer.reset()
        Imposer.impose(for: Basket.self, Basket.init).onDispose(untilCancelled)
        _ = inject(of: Basket.self)
        Imposer.reset()
        #expect(await Imposer.shutdown(within: .zero).map(\.kind) == [.shutdownLate])
    }

    @Test("A shutdown reports a late disposal once, also if it is not done in the end")
    func lateDisposal() async {
        let (goOn, isDone) = (Signal(), Signal())
        Imposer.impose(for: Basket.self, Basket.init).onDispose { _ in
            await goOn.wait()
            isDone.give()
        }
        _ = inject(of: Basket.self)
        Imposer.reset()
        #expect(await Imposer.shutdown(within: .zero).map(\.kind) == [.shutdownLate])
        goOn.give()
        await isDone.wait()
    }

    @Test("Shutdowns at once, and one afterwards, wait for the first and return the same")
    func twice() async {
        let (log, all, isBegun, goOn) = (Log(), Gate(opensAt: 8), Signal(), Signal())
        Imposer.impose(for: Basket.self, Basket.init).onDispose { _ in
            isBegun.give()
            await goOn.wait()
            log.add("disposed")
            throw Stuck()
        }
        _ = inject(of: Basket.self)
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    await all.pass()
                    let errors = await Imposer.shutdown(within: ample)
                    log.add("\(errors.count)")
                }
            }
            // One that did not wait from here on would know of no error.
            await isBegun.wait()
            goOn.give()
        }
        #expect(log.all == ["disposed"] + Array(repeating: "1", count: 8))
        #expect(await Imposer.shutdown(within: ample).map(\.kind) == [.disposerFailed])
        #expect(await Imposer.shared.shutdown(within: ample).map(\.kind) == [.disposerFailed])
        Imposer.reset()
        #expect(await Imposer.shutdown(within: ample).isEmpty)
    }

    @Test("A shutdown goes on when its caller is cancelled, and is awaited all the same")
    func cancelled() async {
        let (log, isBegun, goOn) = (Log(), Signal(), Signal())
        Imposer.impose(for: Basket.self, Basket.init).onDispose { _ in
            isBegun.give()
            await goOn.wait()
            log.add("\(Task.isCancelled)")
        }
        _ = inject(of: Basket.self)
        let task = Task {
            _ = await Imposer.shutdown(within: ample)
            log.add("\(Task.isCancelled)")
        }
        await isBegun.wait()
        task.cancel()
        goOn.give()
        await task.value
        #expect(log.all == ["false", "true"])
    }

    @Test("A shutdown of a scope ends it for good, and a second one is empty as well")
    func scope() async {
        let log = Log()
        let scope = Imposer.openScope("session")
        scope.make("session", isAwaited: true, log)
        #expect(await scope.shutdown(within: ample).isEmpty)
        #expect(await scope.shutdown(within: ample).isEmpty)
        #expect(scope.isDisposed)
        scope.reset()
        #expect(kind { () throws(ImposeError) in try scope.tryInject(of: Part.self, named: "session") } == .disposed)
        #expect(Imposer.shared.scope(named: "session") == nil)
        #expect(!Imposer.openScope().isDisposed)
    }

    @Test("A shutdown of the primary imposer leaves the secondary in use, and a reset lifts it")
    func typed() async {
        Imposer.impose(for: Int.self, 1)
        Imposer.imposer(for: .secondary).impose(for: String.self, "secondary")
        #expect(await Imposer.shared.shutdown(within: ample).isEmpty)
        #expect(kind { () throws(ImposeError) in try tryInject(of: Int.self) } == .disposed)
        #expect(inject(of: String.self) == "secondary")
        Imposer.reset()
        #expect(inject(of: Int.self) == 1)
    }

    @Test("A reset during a shutdown leaves the imposers usable")
    func reset() async {
        let (log, isBegun, goOn) = (Log(), Signal(), Signal())
        Imposer.impose(for: Int.self, 1)
        async let body: Void = Imposer.withScope { _ in
            isBegun.give()
            await goOn.wait()
        }
        await isBegun.wait()
        async let shutdown = Imposer.shutdown(within: ample)
        while !Imposer.openScope().isDisposed { await Task.yield() }
        Imposer.reset()
        #expect(inject(of: Int.self) == 1)
        goOn.give()
        await body
        let errors = await shutdown
        #expect(errors.isEmpty)
        #expect(inject(of: Int.self) == 1)
        log.add("done")
    }

    @Test("A shutdown disposes of what a thread is building, and that thread gets the error")
    func underConstruction() async {
        let log = Log()
        let (isBegun, goOn) = (Signal(), Barrier(2))
        Imposer.impose(for: Basket.self) {
            isBegun.give()
            goOn.wait()
            return Basket()
        }
        .onDispose { _ in log.add("basket") }
        let context = Imposer.currentContext()
        let isDone = Signal()
        Thread.detachNewThread {
            context.run {
                let error = failure { () throws(ImposeError) in try tryInject(of: Basket.self) }
                log.add("\(error?.kind == .disposed)")
            }
            isDone.give()
        }
        await isBegun.wait()
        #expect(await Imposer.shutdown(within: ample).isEmpty)
        #expect(log.all == [])
        goOn.wait()
        await isDone.wait()
        #expect(log.all == ["basket", "true"])
    }

    @Test("An imposer that was shut down leaves nothing behind when it goes")
    func gone() async {
        var imposer: Imposer? = Imposer()
        let watched = imposer.map { Watched($0) }
        await imposer?.shutdown(within: ample)
        imposer = nil
        #expect(watched?.isGone == true)
    }
}
