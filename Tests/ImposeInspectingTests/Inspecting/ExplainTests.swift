import Impose
import ImposeInspecting
import TestSupport
import Testing

@Suite("Explaining a request")
struct ExplainTests {
    private protocol Carrier {}
    private protocol FastCarrier: Carrier {}
    private protocol Printer {}
    private final class Van: Carrier {}
    private final class Bicycle: Carrier, Printer {}
    private final class Express: FastCarrier {}

    @Test("explain() says what is chosen, with distances, places and reasons")
    func choice() throws {
        let imposer = Imposer()
        imposer.impose(for: FastCarrier.self, fileID: "Shop/Setup.swift", line: 3, Express())
        imposer.impose(for: Van.self, fileID: "Shop/Setup.swift", line: 4, Van())
        imposer.impose(for: Express.self, named: "spare", fileID: "Shop/Setup.swift", line: 5, Express())
        let van = imposer.explain(Van.self)
        #expect(van.outcome == .chosen)
        #expect(van.chosen?.reason == "imposed for the type itself")
        let explanation = imposer.explain(Carrier.self)
        #expect(explanation.outcome == .ambiguous)
        #expect(explanation.chosen == nil)
        #expect(
            explanation.candidates.map(\.reason) == Array(repeating: "tied: 2 are equally far", count: 2) + [
                "has another name"
            ]
        )
        #expect(explanation.candidates.map(\.distance) == [1, 1, 1])
        #expect(explanation.candidates[1].registration.location.line == 4)
        #expect(imposer.explain(Carrier.self, named: "spare").chosen?.reason == "the only one")
    }

    @Test("explain() says which candidate is preferred, and which is an alias of the same instance")
    func preferred() {
        let imposer = Imposer()
        imposer.impose(for: Bicycle.self, Bicycle())
        imposer.impose(for: Van.self, Van()).preferred()
        #expect(
            imposer.explain(Carrier.self).candidates.map(\.reason) == [
                "equally far, and the other one is preferred", "preferred among 2 that are equally far",
            ]
        )
        let other = Imposer()
        other.impose(for: Van.self, Van()).alias(FastCarrier.self) { _ in Express() }
        #expect(other.explain(Carrier.self).chosen?.reason == "the nearest")
        #expect(other.explain(Carrier.self).candidates.map(\.isChosen) == [true, false])
        #expect(other.explain(Carrier.self).candidates[1].reason == "the same instance, an alias of Van")
    }

    @Test("an alias that is nearer than what it stands for is a rival of its own")
    func nearAlias() {
        let imposer = Imposer()
        imposer.impose(for: Puppet.self, Puppet()).alias(FastCarrier.self) { $0 }
        imposer.impose(for: Van.self, Van()).preferred()
        let reasons = imposer.explain(Carrier.self).candidates.filter(\.isChosen).map(\.reason)
        #expect(reasons == ["preferred among 2 that are equally far"])
    }

    private class Doll: FastCarrier {}
    private final class Puppet: Doll {}

    @Test("explain() names a candidate of an imposer that is searched later, and why it is not asked")
    func laterImposer() throws {
        let parent = Imposer(label: "parent")
        let child = Imposer(parent: parent, label: "child")
        parent.impose(for: Carrier.self, Van())
        child.impose(for: Van.self, Van())
        let explanation = child.explain(Carrier.self)
        #expect(explanation.chosen?.registration.imposer == "private imposer \"child\"")
        #expect(explanation.candidates[1].reason == "searched only if private imposer \"child\" has no answer")
        #expect(explanation.description.contains("searched: private imposer \"child\", private imposer \"parent\"\n"))
    }

    @Test("explain() without an answer is missing, and for an optional type absent")
    func missing() {
        #expect(Imposer().explain(Carrier.self).outcome == .missing)
        #expect(Imposer().explain(Carrier?.self).outcome == .absent)
    }

    @Test("explain() of an optional says whether the optional or the wrapped type is imposed")
    func optional() throws {
        let imposer = Imposer()
        imposer.impose(for: Van?.self, fileID: "Shop/Setup.swift", line: 1) { Van() }
        #expect(imposer.explain(Van?.self).chosen?.reason == "imposed for the type itself")
        let text = imposer.explain(Van?.self).description
        #expect(text.hasPrefix("Van?: answered by Van?\n"))
        // The other way round it is none.
        #expect(imposer.explain(Van.self).outcome == .missing)
        #expect(throws: ImposeError.self) { try imposer.tryInject(of: Van.self) }
        imposer.impose(for: Van.self, fileID: "Shop/Setup.swift", line: 2, Van())
        let both = imposer.explain(Van?.self)
        #expect(both.chosen?.registration.location.line == 1)
        #expect(both.candidates.filter { !$0.isChosen }.map(\.reason) == ["the type itself is imposed"])
        #expect(imposer.explain(Van.self).chosen?.registration.location.line == 2)
        imposer.remove(for: Van?.self)
        let wrapped = imposer.explain(Van?.self)
        #expect(wrapped.chosen?.reason == "imposed for the wrapped type")
        #expect("\(wrapped)".hasPrefix("Van?: answered by Van\n"))
        #expect(try imposer.tryInject(of: Van?.self) != nil)
    }

    @Test("explain() under a castable rule says which instances would have to be made")
    func castable() throws {
        let counter = CallCounter()
        let imposer = Imposer()
        imposer.impose(for: Van.self) { () -> Van in
            counter.increment()
            return Van()
        }
        imposer.impose(for: Bicycle.self, Bicycle())
        #expect(imposer.explain(Printer.self, ifNoMatchUse: .nearestAndCastable).outcome == .chosen)
        let parent = Imposer()
        parent.impose(for: Carrier.self) { Bicycle() }
        let undecided = parent.explain(Printer.self, ifNoMatchUse: .nearestAndCastable)
        #expect(undecided.outcome == .undecided)
        #expect(undecided.candidates.map(\.reason) == ["its instance has to be made to see whether it can be cast"])
        #expect(undecided.candidates.map(\.distance) == [nil])
        #expect(parent.explain(Printer.self).candidates.isEmpty)
        #expect(counter.count == 0)
    }

    @Test("explain() under a castable rule is decided by the instances that exist")
    func castableAndThere() throws {
        let imposer = Imposer()
        imposer.impose(for: Carrier.self) { Bicycle() }
        imposer.impose(for: FastCarrier.self) { Express() }
        _ = try imposer.tryInject(of: Carrier.self)
        #expect(imposer.explain(Printer.self, ifNoMatchUse: .nearestAndCastable).outcome == .undecided)
        _ = try imposer.tryInject(of: FastCarrier.self)
        let decided = imposer.explain(Printer.self, ifNoMatchUse: .nearestAndCastable)
        #expect(decided.outcome == .chosen)
        #expect(decided.candidates.map(\.reason) == ["the only one", "its instance can't be cast"])
        // It is of the requested class, but not imposed for that.
        #expect(imposer.explain(Bicycle.self, ifNoMatchUse: .nearestAndCastable).chosen?.reason == "the only one")
        #expect(try imposer.tryInject(of: Printer.self, ifNoMatchUse: .nearestAndCastable) is Bicycle)
    }

    @Test("explain() under a castable rule chooses a value that a scope was given, as an injection does")
    func castableAndGiven() throws {
        let scope = Imposer().openScope()
        scope.give(Bicycle(), for: Carrier.self)
        let explanation = scope.explain(Printer.self, ifNoMatchUse: .nearestAndCastable)
        #expect(explanation.outcome == .chosen)
        #expect(explanation.candidates.map(\.reason) == ["the only one"])
        #expect(try scope.tryInject(of: Printer.self, ifNoMatchUse: .nearestAndCastable) is Bicycle)
    }

    @Test("explain() chooses nothing behind an imposer whose unmade instances might be cast")
    func castableBeforeCompatible() throws {
        let parent = Imposer(label: "parent")
        let child = Imposer(parent: parent, label: "child")
        child.impose(for: Carrier.self) { Bicycle() }
        parent.impose(for: Printer.self) { Bicycle() }
        let explanation = child.explain(Printer.self, ifNoMatchUse: .furthestAndCastable)
        #expect(explanation.outcome == .undecided)
        #expect(explanation.chosen == nil)
        #expect(
            explanation.candidates[1].reason == "searched only if no instance in private imposer \"child\" can be cast"
        )
    }

    @Test("explain() chooses nothing in a private imposer that was disposed of")
    func disposed() {
        let parent = Imposer()
        parent.impose(for: Van.self, Van())
        let imposer = Imposer(parent: parent, label: "trial")
        imposer.dispose()
        let explanation = imposer.explain(Van.self)
        #expect(explanation.outcome == .disposed)
        #expect(explanation.chosen == nil)
        #expect(explanation.candidates.map(\.reason) == ["private imposer \"trial\" was disposed of"])
    }

    @Test("explain() in an ended scope chooses what is outside, unless the scope hid or would keep it")
    func disposedScope() {
        let parent = Imposer()
        parent.impose(for: Van.self, Van())
        parent.impose(for: Bicycle.self, option: .scopedInstance, Bicycle())
        parent.impose(for: Express.self, Express())
        let scope = parent.openScope("request")
        scope.give(Express())
        scope.dispose()
        #expect(scope.explain(Van.self).chosen?.reason == "imposed for the type itself")
        for explanation in [scope.explain(Express.self), scope.explain(Bicycle.self)] {
            #expect(explanation.outcome == .disposed)
            #expect(explanation.chosen == nil)
        }
        #expect(
            scope.explain(Express.self).candidates.map(\.reason) == ["searched only if scope \"request\" has no answer"]
        )
    }

    @Test("explain() in a running scope puts the scope's own registrations first")
    func runningScope() {
        Imposer.isolated(empty: true) {
            Imposer.impose(for: Carrier.self, Van())
            let scope = Imposer.openScope("request")
            scope.impose(for: Carrier.self, Bicycle())
            #expect(Imposer.explain(Carrier.self).chosen?.registration.imposer == "primary")
            scope.run { #expect(Imposer.explain(Carrier.self).chosen?.registration.imposer == "scope \"request\"") }
        }
    }
}
