import Impose
import TestSupport
import Testing

private final class Desk: Sendable {}

private final class Lamp: Sendable {
    let desk: Desk?
    init(desk: Desk? = unforceInject()) { self.desk = desk }
}

@Suite("The scope and directory that code runs in")
struct RunningTests {
    @Test("Code that runs in an imposer which is no scope runs in none", arguments: [false, true])
    func noScope(isIsolated: Bool) {
        func check() {
            let (parent, apart) = (Imposer(parent: .shared), Imposer())
            Imposer.openScope().run {
                for imposer in [.shared, .imposer(for: .secondary), parent, apart] {
                    imposer.run { #expect(Imposer.currentContext().description.hasSuffix("directory")) }
                }
            }
        }
        if isIsolated { Imposer.isolated { check() } } else { check() }
    }

    @Test("A provider whose instance nobody keeps runs in the directory of the code that asks, also by another imposer")
    func directory() {
        Imposer.isolated {
            Imposer.impose(for: Desk.self, Desk.init)
            Imposer.impose(for: Lamp.self, option: .closureBased) { Lamp() }
            let (child, outside) = (Imposer(parent: .shared), inject(of: Desk.self))
            Imposer.isolated {
                let inside = inject(of: Desk.self)
                #expect(inside !== outside)
                #expect(child.inject(of: Lamp.self).desk === inside)
                Imposer.openScope().run { #expect(child.inject(of: Lamp.self).desk === inside) }
            }
            #expect(child.inject(of: Lamp.self).desk === outside)
        }
    }

    @Test("An instance for a named scope is kept by no other scope that runs, and not outside of all")
    func named() {
        let imposer = Imposer()
        imposer.impose(for: Desk.self, option: .scopedInstance(in: "request"), Desk.init)
        func kind(_ asked: Imposer) -> ImposeError.Kind? {
            failure { () throws(ImposeError) in try asked.tryInject(of: Desk.self) }?.kind
        }
        let other = imposer.openScope("other")
        for asked in [imposer, other, other.openScope()] {
            #expect(kind(asked) == .noScope)
            #expect(!asked.isImposed(Desk.self))
            #expect(failure { () throws(ImposeError) in try asked.store(Desk(), for: Desk.self) }?.kind == .noScope)
        }
        #expect(other.run { kind(imposer) } == .noScope)
        // A registration of a scope inside the named one is kept there.
        let request = imposer.openScope("request")
        let inner = request.openScope()
        inner.impose(for: Lamp.self, option: .scopedInstance(in: "request")) { Lamp(desk: nil) }
        let innermost = inner.openScope()
        let lamp = Watched(innermost.inject(of: Lamp.self))
        innermost.dispose()
        #expect(!lamp.isGone)
        inner.dispose()
        #expect(lamp.isGone)
    }
}
