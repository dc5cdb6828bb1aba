import Impose
import ImposeInspecting
import TestSupport
import Testing

@Suite("Observing that another registration answers")
struct WinnerChangedTests {
    private protocol Carrier: Sendable {}
    private protocol FastCarrier: Carrier {}
    private struct Van: Carrier {}
    private struct Bicycle: Carrier {}
    private struct Express: FastCarrier {}
    private struct Depot: Sendable {
        init(_ carrier: any Carrier) {}
    }

    /// The reported changes of answers, in a new directory.
    private static func changes(of body: () throws -> Void) rethrows -> [String] {
        try Imposer.isolated(empty: true) {
            let events = Collected<String>()
            let observation = Imposer.observe { event in
                guard case .winnerChanged(let type, let name, let old, let new) = event.kind else { return }
                func text(_ registration: Imposer.RegistrationInfo?) -> String {
                    registration.map { "\($0.type)" } ?? "-"
                }
                events.add("\(type)\(name.map { " \($0)" } ?? ""): \(text(old)) → \(text(new))")
            }
            try body()
            observation.cancel()
            return events.all
        }
    }

    @Test("a nearer registration, a tie, its cure and a removal")
    func changes() throws {
        let changes = try Self.changes {
            Imposer.impose(for: Express.self, Express())
            _ = try tryInject(of: Carrier.self)
            let van = Imposer.impose(for: Van.self, Van())
            van.preferred()
            Imposer.impose(for: Carrier.self, Bicycle())
            Imposer.remove(for: Carrier.self)
            Imposer.removeAll()
        }
        #expect(
            changes == [
                "Carrier: Express → -", "Carrier: - → Van", "Carrier: Van → Carrier", "Carrier: Carrier → Van",
                "Carrier: Van → -",
            ]
        )
    }

    @Test("what was asked before anybody observed, or failed, is an existing request")
    func earlier() {
        let changes = Self.changes {
            #expect(unforceInject(of: Carrier.self) == nil)
            Imposer.impose(for: Van.self, Van())
        }
        #expect(changes == ["Carrier: - → Van"])
    }

    @Test("a name and the rules belong to the request")
    func nameAndRules() {
        let changes = Self.changes {
            Imposer.impose(for: Carrier.self, named: "one", Van())
            _ = inject(of: Carrier.self, named: "one")
            Imposer.impose(for: Carrier.self, named: "other", Van())
            Imposer.impose(for: FastCarrier.self, named: "far", Express())
            _ = inject(of: Carrier.self, named: "far", ifNoMatchUse: .furthest)
            Imposer.impose(for: Express.self, named: "far", Express())
        }
        #expect(changes == ["Carrier far: FastCarrier → -"])
    }

    @Test("what providers ask for counts, in whatever imposer the change is")
    func parameters() throws {
        let changes = try Self.changes {
            Imposer.imposer(for: .secondary).impose(for: Carrier.self, Van())
            Imposer.impose(for: Depot.self, Depot.init)
            _ = try tryInject(of: Depot.self)
            Imposer.impose(for: Bicycle.self, Bicycle())
        }
        #expect(changes == ["Carrier: Carrier → Bicycle"])
    }

    @Test("what another imposer of the directory was asked for counts, though the change is not there")
    func neighbour() throws {
        let changes = try Self.changes {
            Imposer.impose(for: Van.self, Van())
            _ = try tryInject(from: .secondary, of: Carrier.self)
            Imposer.impose(for: Carrier.self, Bicycle())
        }
        #expect(changes == ["Carrier: Van → Carrier"])
    }

    @Test("requests of scopes and private children are told of in the order these were made")
    func children() throws {
        let changes = try Self.changes {
            Imposer.impose(for: Van.self, Van())
            let children = (0..<5).map { Imposer(parent: .shared, label: "\($0)") }
            for (number, child) in children.enumerated() {
                _ = try child.tryInject(of: Carrier.self)
                _ = child.unforceInject(of: Carrier.self, named: InjectionName("\(number)"))
            }
            for number in children.indices {
                Imposer.impose(for: Carrier.self, named: InjectionName("\(number)"), Van())
            }
            // A child that is gone asks for nothing any more.
            withExtendedLifetime(children) { _ = Imposer.impose(for: Carrier.self, Bicycle()) }
        }
        #expect(changes.prefix(5) == (0..<5).map { "Carrier \($0): - → Carrier" }[...])
        #expect(changes.dropFirst(5) == Array(repeating: "Carrier: Van → Carrier", count: 5)[...])
    }

    @Test("the same answer as before is none, nor is a change elsewhere")
    func unchanged() throws {
        let changes = try Self.changes {
            Imposer.impose(for: Carrier.self, Van())
            _ = try tryInject(of: Carrier.self)
            Imposer.impose(for: Bicycle.self, Bicycle())
            Imposer.impose(for: Carrier.self, onConflict: .keep, Bicycle())
            Imposer.isolated { _ = Imposer.impose(for: Carrier.self, Bicycle()) }
            Imposer().impose(for: Carrier.self, Bicycle())
        }
        #expect(changes.isEmpty)
    }
}
