import Foundation
import Impose
import ImposeTesting
import TestSupport
import Testing

private typealias Log = Collected<String>

/// An object that records its deinit.
private final class Part: Sendable {
    let name: String
    private let log: Log

    init(_ name: String, _ log: Log) { (self.name, self.log) = (name, log) }

    deinit { log.add("\(name) released") }
}

private final class Basket: Sendable {}

private struct Stop: Error, Equatable { let reason: String }

extension Imposer {
    /// Imposes a part whose disposer is awaited, or not, and says so.
    fileprivate func impose(_ name: String, isAwaited: Bool, option: InjectOption = .singleInstance, _ log: Log) {
        let registration = impose(for: Part.self, named: InjectionName(name), option: option) { Part(name, log) }
        if isAwaited {
            registration.onDispose { part in
                await Task.yield()
                log.add("\(part.name) awaited")
            }
        } else {
            registration.onDispose { log.add($0.name) }
        }
    }

    /// Injects a part and lets go of it.
    fileprivate func make(_ names: String...) {
        for name in names { _ = inject(of: Part.self, named: InjectionName(name)) }
    }
}

/// Disposes of a scope, and waits for nobody.
private func end(_ scope: Imposer) { scope.dispose() }

@Suite("Asynchronous disposal", .imposing(empty: true), .timeLimit(.minutes(20)))
struct AsynchronousDisposalTests {
    @Test("disposeAsync() disposes over nested scopes in reverse, releasing each before the next one")
    func order() async {
        let log = Log()
        let imposer = Imposer()
        let outer = imposer.openScope()
        imposer.impose("scoped", isAwaited: true, option: .scopedInstance, log)
        outer.impose("first", isAwaited: false, log)
        outer.impose("second", isAwaited: true, log)
        let inner = outer.openScope()
        inner.impose("third", isAwaited: false, log)
        outer.make("first", "second")
        inner.make("scoped", "third")
        #expect(await outer.disposeAsync().isEmpty)
        #expect(
            log.all == [
                "third", "third released", "scoped awaited", "scoped released", "second awaited", "second released",
                "first",
                "first released",
            ]
        )
        #expect(outer.isDisposed && inner.isDisposed)
    }

    @Test("disposeAsync() runs an instance's disposers in the order they were said, awaited or not")
    func several() async {
        let log = Log()
        let scope = Imposer().openScope()
        scope.impose(for: Basket.self, Basket.init)
            .onDispose { _ in log.add("1") }
            .onDispose { _ in
                await Task.yield()
                log.add("2")
            }
            .onDispose { _ in log.add("3") }
            .onDispose { _ in
                await Task.yield()
                log.add("4")
            }
        _ = scope.inject(of: Basket.self)
        await scope.disposeAsync()
        #expect(log.all == ["1", "2", "3", "4"])
    }

    @Test("disposeAsync() with nothing to await is done on the caller's actor")
    @MainActor
    func synchronous() async {
        let scope = Imposer().openScope()
        let log = Log()
        scope.impose(for: Basket.self, Basket.init).onDispose { _ in
            MainActor.assumeIsolated { log.add("on the main actor") }
        }
        _ = scope.inject(of: Basket.self)
        await scope.disposeAsync()
        #expect(log.all == ["on the main actor"])
    }

    @Test("A second disposeAsync() waits for the first one, and says where that was")
    func twice() async {
        let (log, begun, goOn) = (Log(), Signal(), Signal())
        let scope = Imposer().openScope("request")
        scope.impose(for: Basket.self, Basket.init).onDispose { _ in
            begun.give()
            await goOn.wait()
            log.add("disposer")
        }
        _ = scope.inject(of: Basket.self)
        async let first = scope.disposeAsync(fileID: "Shop/Request.swift", line: 8)
        await begun.wait()
        async let second: Void = {
            let errors = await scope.disposeAsync()
            log.add("second")
            #expect(errors.map(\.kind) == [.disposed])
            #expect(
                errors.first?.description.onOneLine.contains("it was disposed of by dispose() at Shop/Request.swift:8")
                    == true
            )
        }()
        // The synchronous one does not wait.
        #expect(scope.dispose()?.kind == .disposed)
        // The first one waits for its own disposer.
        #expect(await comesTrue { scope.disposalWaiters > 1 || !log.all.isEmpty })
        #expect(log.all == [])
        goOn.give()
        let errors = await first
        #expect(errors.isEmpty)
        await second
        #expect(log.all == ["disposer", "second"])
    }

    @Test("disposeAsync() after a dispose() that goes on in a task waits for that task")
    func afterSynchronous() async {
        let log = Log()
        let scope = Imposer().openScope()
        scope.impose("part", isAwaited: true, log)
        scope.make("part")
        #expect(scope.dispose() == nil)
        #expect(await scope.disposeAsync().map(\.kind) == [.disposed])
        #expect(log.all == ["part awaited", "part released"])
    }

    @Test("disposeAsync() waits for disposals below, before it disposes of what they use")
    func below() async {
        let (log, goOn) = (Log(), Signal())
        let imposer = Imposer()
        imposer.impose("pool", isAwaited: false, log)
        imposer.impose(for: Basket.self, option: .scopedInstance, Basket.init).onDispose { _ in
            await goOn.wait()
            log.add("basket")
        }
        var scope: Imposer? = imposer.openScope()
        imposer.make("pool")
        _ = scope?.inject(of: Basket.self)
        // By its last reference.
        scope = nil
        async let ended: Void = {
            await imposer.disposeAsync()
            log.add("ended")
        }()
        #expect(await comesTrue { imposer.disposalWaiters > 0 || !log.all.isEmpty })
        // What the disposer may use is still there.
        #expect(!imposer.isDisposed)
        #expect(log.all == [])
        goOn.give()
        await ended
        #expect(log.all == ["basket", "pool", "pool released", "ended"])
    }

    @Test("disposeAsync() in a disposer of the same scope or of one inside does not wait for itself")
    func inDisposer() async {
        let log = Log()
        let imposer = Imposer()
        let scope = imposer.openScope()
        scope.impose(for: Basket.self, Basket.init).onDispose { _ in
            await Task.yield()
            log.add(await scope.disposeAsync().map { "\($0.kind)" }.joined())
            log.add(await imposer.disposeAsync().map { "\($0.kind)" }.joined())
        }
        _ = scope.inject(of: Basket.self)
        #expect(await scope.disposeAsync().isEmpty)
        #expect(log.all == ["disposed", ""])
    }

    @Test("disposeAsync() is awaited although its caller is cancelled, and its disposers are not")
    func cancelled() async {
        let (log, begun, goOn) = (Log(), Signal(), Signal())
        let scope = Imposer().openScope()
        scope.impose(for: Basket.self, Basket.init).onDispose { _ in
            begun.give()
            await goOn.wait()
            log.add("disposer is cancelled: \(Task.isCancelled)")
        }
        _ = scope.inject(of: Basket.self)
        let task = Task {
            await scope.disposeAsync()
            log.add("caller is cancelled: \(Task.isCancelled)")
        }
        await begun.wait()
        task.cancel()
        goOn.give()
        await task.value
        #expect(log.all == ["disposer is cancelled: false", "caller is cancelled: true"])
    }

    @Test("disposeAsync() runs disposers in the scope in which it was asked for")
    func context() async {
        let origins = Log()
        Imposer.impose(for: String.self, "outside")
        let imposer = Imposer()
        imposer.impose(for: Basket.self, option: .scopedInstance, Basket.init)
            .onDispose { _ in origins.add(inject()) }
            .onDispose { _ in
                await Task.yield()
                origins.add(inject())
            }
        await Imposer.withScope { outer in
            outer.give("outer")
            let scope = imposer.openScope()
            _ = scope.inject(of: Basket.self)
            await scope.disposeAsync()
        }
        #expect(origins.all == ["outer", "outer"])
    }

    @Test("disposeAsync() of the primary imposer awaits what that lets go of, and leaves it in use")
    func typed() async {
        let log = Log()
        Imposer.shared.impose("part", isAwaited: true, log)
        Imposer.shared.make("part")
        #expect(await Imposer.shared.disposeAsync().isEmpty)
        #expect(log.all == ["part awaited", "part released"])
        Imposer.shared.make("part")
        #expect(!Imposer.shared.isDisposed)
        // Disposals that a reset has left to a task are awaited as well.
        Imposer.reset()
        #expect(await Imposer.shared.disposeAsync().isEmpty)
        #expect(log.all.count == 4)
    }

    @Test("disposeAsync() of a provider's handle disposes of its scope")
    func handle() async {
        let log = Log()
        let imposer = Imposer()
        imposer.impose("part", isAwaited: true, option: .scopedInstance, log)
        imposer.impose(for: Imposer?.self, option: .closureBased) { (handle: Imposer) in handle }
        let scope = imposer.openScope()
        scope.make("part")
        let handle = scope.inject(of: Imposer?.self)
        await handle?.disposeAsync()
        #expect(scope.isDisposed)
        #expect(log.all == ["part awaited", "part released"])
    }

    @Test("withScope awaits its disposal after a return, an error and a cancellation")
    func withScope() async throws {
        let log = Log()
        Imposer.shared.impose("part", isAwaited: true, option: .scopedInstance, log)
        let result = await Imposer.withScope { scope in
            scope.make("part")
            return 7
        }
        log.add("\(result)")
        await #expect(throws: Stop(reason: "closed")) {
            try await Imposer.shared.withScope { scope in
                scope.make("part")
                throw Stop(reason: "closed")
            }
        }
        log.add("thrown")
        let isInside = Signal()
        let task = Task {
            try await Imposer.withScope { scope in
                scope.make("part")
                isInside.give()
                try await Task.sleep(for: .seconds(3600))
            }
        }
        await isInside.wait()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        log.add("cancelled")
        let ended = ["part awaited", "part released"]
        #expect(log.all == ended + ["7"] + ended + ["thrown"] + ended + ["cancelled"])
    }

    @Test("Disposers that throw do not change what an asynchronous withScope returns or throws")
    func withScopeFailing() async throws {
        Imposer.impose(for: Basket.self, option: .scopedInstance, Basket.init).onDispose { _ in
            await Task.yield()
            throw Stop(reason: "disposer")
        }
        let basket = await Imposer.withScope { $0.inject(of: Basket.self) }
        #expect(basket !== inject(of: Basket.self))
        await #expect(throws: Stop(reason: "body")) {
            try await Imposer.withScope { scope in
                _ = scope.inject(of: Basket.self)
                throw Stop(reason: "body")
            }
        }
    }

    @Test("withScope in a scope that another one disposes of does not wait for that disposal")
    func withScopeDisposedElsewhere() async {
        let (log, isEnded) = (Log(), Signal())
        let session = Imposer().openScope("session")
        session.impose(for: Basket.self, Basket.init).onDispose { _ in
            // As a service does that stops its worker.
            await isEnded.wait()
            log.add("basket")
        }
        _ = session.inject(of: Basket.self)
        async let disposed = session.disposeAsync()
        while !session.isDisposed { await Task.yield() }
        await session.withScope("message") { message in
            #expect(message.isDisposed)
            await Task.yield()
        }
        isEnded.give()
        let errors = await disposed
        #expect(errors.isEmpty)
        #expect(log.all == ["basket"])
    }

    @Test("disposeAsync() waits for a disposal of the same scope on another thread")
    func onAnotherThread() async {
        let (log, scope, entered, mayGoOn) = (Log(), Imposer().openScope(), Signal(), DispatchSemaphore(value: 0))
        scope.impose(for: Basket.self, Basket.init).onDispose { _ in
            entered.give()
            mayGoOn.wait()
            log.add("disposed")
        }
        _ = scope.inject(of: Basket.self)
        Thread.detachNewThread { scope.dispose() }
        await entered.wait()
        async let second: Void = {
            await scope.disposeAsync()
            log.add("second")
        }()
        #expect(await comesTrue { scope.disposalWaiters > 0 || scope.endIsAwaited || !log.all.isEmpty })
        mayGoOn.signal()
        await second
        #expect(log.all == ["disposed", "second"])
    }

    @Test("An asynchronous isolated that ends with its body awaits the disposal, also after an error")
    func endsWithBody() async {
        let log = Log()
        await Imposer.isolated(empty: true, endsWithBody: true) {
            Imposer.shared.impose("part", isAwaited: true, log)
            Imposer.shared.make("part")
            await Task.yield()
        }
        #expect(log.all == ["part awaited", "part released"])
        await #expect(throws: Stop.self) {
            try await Imposer.isolated(empty: true, endsWithBody: true) {
                Imposer.shared.impose("part", isAwaited: true, log)
                Imposer.shared.make("part")
                await Task.yield()
                throw Stop(reason: "closed")
            }
        }
        #expect(log.all.count == 4)
    }
}
