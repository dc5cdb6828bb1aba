import Impose
import ImposeTesting
import NeighbourModule
import TestSupport
import Testing

/// Types that calls of this file ask for, and no test imposes unless it says so.
protocol AskedFor: Sendable {}
private struct Answering: AskedFor {}
protocol TriedFor: Sendable {}
private struct Tried: TriedFor {}

protocol NamedFor: Sendable {}
private struct Named: NamedFor {}
protocol PerhapsNamedFor: Sendable {}
private struct PerhapsNamed: PerhapsNamedFor {}

/// Nobody makes these calls.
func askingForAll(part: any AskedFor = inject(), named: any NamedFor = inject(named: "blue")) throws {
    _ = try tryInject(of: TriedFor.self)
    print(part, named)
}

func askingPerhaps(under name: InjectionName?) -> any PerhapsNamedFor { inject(named: name) }

@Suite("validate() sees the calls of the program", .imposing(empty: true))
struct CallTests {
    private func findings(_ type: Any.Type) -> [Imposer.Validation.Finding] {
        Imposer.validate().findings.filter { $0.type == type && $0.call != nil }
    }

    #if DEBUG
        @Test("a call that nothing answers is an error, which says which function it is in")
        func missing() throws {
            let found = findings((any AskedFor).self)
            try #require(found.count == 1)
            let finding = found[0]
            #expect(finding.kind == .missing && finding.severity == .error)
            #expect(finding.registration == nil && finding.places.isEmpty)
            #expect(finding.call?.function == "default argument 0 of ImposeInspectingTests.askingForAll(part:named:)")
            #expect(finding.module == "ImposeInspectingTests")
            expectSnapshot("\(finding)", "Call-missing")
        }

        @Test("validate() notes a call that handles its failure, where nothing is imposed for it")
        func tried() throws {
            let found = findings((any TriedFor).self)
            try #require(found.count == 1)
            #expect(found[0].kind == .missing && found[0].severity == .note)
            let call = "ImposeInspectingTests.askingForAll(part:named:)"
            #expect(found[0].message == "\(call) injects TriedFor if it is imposed, and it is not.")
            Imposer.impose(for: TriedFor.self, Tried())
            #expect(findings((any TriedFor).self).isEmpty)
        }

        @Test("what answers a wrapper answers a call: any imposer that lives, and what scopes are given")
        func answered() {
            func isAnswered() -> Bool { findings((any AskedFor).self).isEmpty }
            #expect(!isAnswered())
            Imposer.imposer(for: .custom("spare")).impose(for: AskedFor.self, Answering())
            #expect(isAnswered())
            Imposer.removeAll()
            Imposer.expectGiven(AskedFor.self, in: "request")
            #expect(isAnswered())
        }

        @Test("a call without a name for a type that is imposed under names alone is an error")
        func withoutName() throws {
            Imposer.impose(for: AskedFor.self, named: "spare", Answering())
            Imposer.impose(for: AskedFor.self, named: "old", Answering())
            let finding = try #require(findings((any AskedFor).self).first)
            #expect(finding.severity == .error && finding.places.count == 2)
            #expect(
                finding.message == """
                    default argument 0 of ImposeInspectingTests.askingForAll(part:named:) injects AskedFor without a name, \
                    and it is imposed under the names "spare" and "old" only.
                    """
            )
            #expect(
                finding.fix == """
                    1. Ask for the one that is meant:
                       named: "spare"
                    2. Or say what answers without a name:
                       Imposer.impose(for: AskedFor.self) { (imposer: Imposer) in try imposer.tryInject(of: AskedFor.self, \
                    named: "spare") }
                    """
            )
            Imposer.impose(for: AskedFor.self, Answering())
            #expect(findings((any AskedFor).self).isEmpty)
        }

        @Test("a call with a name for a type that is imposed without one alone is an error")
        func withName() throws {
            Imposer.impose(for: NamedFor.self, Named())
            let finding = try #require(findings((any NamedFor).self).first)
            #expect(finding.severity == .error && finding.places.count == 1)
            #expect(finding.message.hasSuffix("injects NamedFor under a name, and it is imposed without a name only."))
            // Which name it asks for can't be seen.
            Imposer.impose(for: NamedFor.self, named: "green", Named())
            #expect(findings((any NamedFor).self).isEmpty)
        }

        @Test("a call whose name is decided while the program runs is answered under any name, and without one")
        func perhapsNamed() throws {
            let finding = try #require(findings((any PerhapsNamedFor).self).first)
            #expect(findings((any PerhapsNamedFor).self).count == 1)
            #expect(finding.message.hasSuffix("injects PerhapsNamedFor, and nothing is imposed for it."))
            Imposer.impose(for: PerhapsNamedFor.self, PerhapsNamed())
            #expect(findings((any PerhapsNamedFor).self).isEmpty)
            Imposer.removeAll()
            Imposer.impose(for: PerhapsNamedFor.self, named: "blue", PerhapsNamed())
            #expect(findings((any PerhapsNamedFor).self).isEmpty)
        }

        @Test("validate() finds the calls of other modules, and names the module of each")
        func otherModule() throws {
            let finding = try #require(findings((any Radio).self).first)
            #expect(finding.module == "NeighbourModule")
            #expect(finding.call?.function == "default argument 0 of NeighbourModule.Ship.hail(by:)")
        }

        @Test("In a debug build validate() does not say that calls can't be checked")
        func told() {
            #expect(!Imposer.validate().findings.contains { $0.kind == .callsNotChecked })
        }
    #else
        @Test("In a release build validate() says that calls can't be checked, and reports none")
        func untold() {
            let found = Imposer.validate().findings
            #expect(found.count { $0.kind == .callsNotChecked } == 1)
            #expect(found.allSatisfy { $0.call == nil })
        }
    #endif

    @Test("validate(wrappers: false) says nothing of the program's calls")
    func leftOut() {
        #expect(Imposer.validate(wrappers: false).findings.isEmpty)
    }
}
