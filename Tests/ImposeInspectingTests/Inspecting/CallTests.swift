import Impose
import ImposeTesting
import NeighbourModule
import Testing

/// Types that calls of this file ask for, and no test imposes unless it says so.
protocol AskedFor: Sendable {}
private struct Answering: AskedFor {}
protocol TriedFor: Sendable {}
private struct Tried: TriedFor {}

/// Nobody makes these calls.
func askingForAll(part: any AskedFor = inject()) throws {
    _ = try tryInject(of: TriedFor.self)
    print(part)
}

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
            #expect(finding.call?.function == "default argument 0 of ImposeInspectingTests.askingForAll(part:)")
            #expect(finding.module == "ImposeInspectingTests")
            #expect(
                "\(finding)" == """
                    error: default argument 0 of ImposeInspectingTests.askingForAll(part:) injects AskedFor, and nothing \
                    is imposed for it.
                      to fix: impose it: Imposer.impose(for: AskedFor.self, Answering.init); if it may be missing, call \
                    unforceInject().
                    """
            )
        }

        @Test("one that handles the failure is a note")
        func tried() throws {
            let found = findings((any TriedFor).self)
            try #require(found.count == 1)
            #expect(found[0].kind == .missing && found[0].severity == .note)
            let call = "ImposeInspectingTests.askingForAll(part:)"
            #expect(found[0].message == "\(call) injects TriedFor if it is imposed, and it is not.")
            Imposer.impose(for: TriedFor.self, Tried())
            #expect(findings((any TriedFor).self).isEmpty)
        }

        @Test("what answers a wrapper answers a call: any name, any imposer that lives, and what scopes are given")
        func answered() {
            func isAnswered() -> Bool { findings((any AskedFor).self).isEmpty }
            Imposer.impose(for: AskedFor.self, named: "spare", Answering())
            #expect(isAnswered())
            Imposer.removeAll()
            #expect(!isAnswered())
            Imposer.imposer(for: .custom("spare")).impose(for: AskedFor.self, Answering())
            #expect(isAnswered())
            Imposer.removeAll()
            Imposer.expectGiven(AskedFor.self, in: "request")
            #expect(isAnswered())
        }

        @Test("the calls of other modules are found, and are theirs")
        func otherModule() throws {
            let finding = try #require(findings((any Radio).self).first)
            #expect(finding.module == "NeighbourModule")
            #expect(finding.call?.function == "default argument 0 of NeighbourModule.Ship.hail(by:)")
        }

        @Test("where calls can be told, nothing says that they can't")
        func told() {
            #expect(!Imposer.validate().findings.contains { $0.kind == .callsNotChecked })
        }
    #else
        @Test("a program that is built for release says that calls can't be told, and nothing of them")
        func untold() {
            let found = Imposer.validate().findings
            #expect(found.count { $0.kind == .callsNotChecked } == 1)
            #expect(found.allSatisfy { $0.call == nil })
        }
    #endif

    @Test("wrappers: false leaves them out")
    func leftOut() {
        #expect(Imposer.validate(wrappers: false).findings.isEmpty)
    }
}
