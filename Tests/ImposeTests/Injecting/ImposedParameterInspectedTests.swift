import Impose
import ImposeTesting
import TestSupport
import Testing

private protocol Part: Sendable {}

private final class Work: Part {}

private final class Other: Part {}

private final class Controller: Sendable {
    init(_ work: Imposed<Work>, _ parts: InjectedAll<any Part>) {}
}

@Suite("Parameters Imposed<D> and InjectedAll<D>, as graphs and validations see them", .imposing(empty: true))
struct ImposedParameterInspectedTests {
    private var requests: [String] { GraphText(Imposer.graph(wrappers: false)).requests }

    @Test("Imposed<D> and InjectedAll<D> as parameters are edges to what they inject later")
    func graph() throws {
        Imposer.impose(for: Controller.self, Controller.init)
        let unmet = Imposer.validate(wrappers: false)
        #expect(unmet.findings.map(\.kind) == [.missing])
        #expect(unmet.description.contains("needs, later, Work"))
        #expect(requests == ["→ Work, later: missing", "→ Part, later: nil"])
        Imposer.impose(for: Other.self, Other())
        Imposer.impose(for: Work.self, Work())
        #expect(Imposer.validate(wrappers: false).findings.allSatisfy { $0.kind == .opaque })
        #expect(
            requests == ["→ Work, later: n2", "→ Part, later: n1, 1 step away", "→ Part, later: n2, 1 step away"]
        )
        #expect(!Imposer.graph(wrappers: false).dot.contains("observed"))
    }

    @Test("Imposed<D> of a singleton holds nothing captive, InjectedAll<D> does; neither is part of a cycle")
    func captives() throws {
        Imposer.impose(for: Work.self, option: .scopedInstance, Work.init)
        Imposer.impose(for: String.self) { (work: Imposed<Work>) in "" }
        #expect(Imposer.validate(building: true, wrappers: false).findings.isEmpty)
        Imposer.impose(for: Int.self) { (parts: InjectedAll<any Part>) in 1 }
        let findings = Imposer.validate(wrappers: false).findings.filter { $0.kind != .opaque }
        #expect(findings.map(\.kind) == [.captive])
        #expect(findings.first?.registration?.type == Int.self)

        final class Left: Sendable {
            init(_ rights: InjectedAll<Right>, _ right: Imposed<Right>) {}
        }
        final class Right: Sendable {
            init(_ left: Left) {}
        }
        Imposer.removeAll()
        Imposer.impose(for: Left.self, Left.init)
        Imposer.impose(for: Right.self, Right.init)
        #expect(Imposer.validate(wrappers: false).findings.isEmpty)
        #expect(GraphText(Imposer.graph(wrappers: false)).counts.hasSuffix(", 0 cycles"))
    }
}
