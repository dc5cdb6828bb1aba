import Foundation
import Impose
import ImposeTesting
import TestSupport
import Testing

private final class Part: Sendable {}

private final class Whole: Sendable {
    let part: Part

    init(part: Part) { self.part = part }
}

private func kind<T>(_ injection: () throws(ImposeError) -> T) -> ImposeError.Kind? { failure(of: injection)?.kind }

@Suite("What would be kept after a shutdown", .imposing(empty: true), .timeLimit(.minutes(20)))
struct ShutdownRefusalTests {

    @Test("While a shutdown waits for bodies, what a thread is building still gets its parts")
    func forWhatIsBuilt() async {
        let imposer = Imposer()
        let (begun, mayGoOn, isMade) = (Signal(), DispatchSemaphore(value: 0), Signal())
        let (gate, kinds) = (Gate(), Collected<ImposeError.Kind?>())
        imposer.impose(for: Part.self, Part.init)
        imposer.impose(for: Whole.self) { (asked: Imposer) in
            begun.give()
            mayGoOn.wait()
            return Whole(part: try asked.tryInject())
        }
        Thread.detachNewThread {
            kinds.add(kind { () throws(ImposeError) in try imposer.tryInject(of: Whole.self) })
            isMade.give()
        }
        await begun.wait()
        let body = Task { await imposer.withScope { _ in await gate.pass() } }
        await gate.arrived()
        let shutdown = Task { await imposer.shutdown() }
        while !imposer.openScope().isDisposed { await Task.yield() }
        mayGoOn.signal()
        await isMade.wait()
        #expect(kinds.all == [nil])
        gate.open()
        await body.value
        #expect(await shutdown.value.isEmpty)
    }

    @Test("While a shutdown waits for a body, scopes inside that body's still make instances")
    func inside() async {
        let imposer = Imposer()
        imposer.impose(for: Part.self, option: .scopedInstance, Part.init)
        let (gate, inner) = (Gate(), Collected<Imposer>())
        let body = Task {
            await imposer.withScope { scope in
                inner.add(scope.openScope())
                await gate.pass()
            }
        }
        await gate.arrived()
        let shutdown = Task { await imposer.shutdown() }
        while !imposer.openScope().isDisposed { await Task.yield() }
        for scope in inner.all {
            #expect(kind { () throws(ImposeError) in try scope.tryInject(of: Part.self) } == nil)
        }
        gate.open()
        await body.value
        #expect(await shutdown.value.isEmpty)
        #expect(inner.all.map(\.isDisposed) == [true])
    }

    @Test("While a shutdown waits for a body, that may inject in a scope elsewhere")
    func elsewhere() async {
        let (imposer, other) = (Imposer(), Imposer().openScope())
        let (begun, mayGoOn, kinds) = (Signal(), DispatchSemaphore(value: 0), Collected<ImposeError.Kind?>())
        imposer.impose(for: Part.self, Part.init)
        Thread.detachNewThread {
            imposer.withScope { _ in
                begun.give()
                mayGoOn.wait()
                kinds.add(other.run { kind { () throws(ImposeError) in try imposer.tryInject(of: Part.self) } })
            }
        }
        await begun.wait()
        let shutdown = Task { await imposer.shutdown() }
        while !imposer.openScope().isDisposed { await Task.yield() }
        mayGoOn.signal()
        #expect(await shutdown.value.isEmpty)
        #expect(kinds.all == [nil])
    }

    @Test("A shutdown that waits for no bodies refuses new instances to disposers")
    func inDisposer() async {
        let imposer = Imposer()
        let kinds = Collected<ImposeError.Kind?>()
        imposer.impose(for: Whole.self, Whole.init)
        imposer.impose(for: Part.self, Part.init).onDispose { _ in
            kinds.add(kind { () throws(ImposeError) in try imposer.tryInject(of: Whole.self) })
        }
        _ = imposer.inject(of: Part.self)
        #expect(await imposer.shutdown().isEmpty)
        #expect(kinds.all == [.disposed])
    }

    @Test("After a shutdown and a reset instances are made again, also in an isolated directory")
    func afterReset() async {
        Imposer.impose(for: Part.self, Part.init)
        await Imposer.isolated {
            let before = inject(of: Part.self)
            await Imposer.shutdown()
            #expect(kind { () throws(ImposeError) in try tryInject(of: Part.self) } == .disposed)
            Imposer.shared.reset()
            let part = unforceInject(of: Part.self)
            #expect(part != nil && part !== before)
            #expect(part === unforceInject(of: Part.self))
        }
    }
}
