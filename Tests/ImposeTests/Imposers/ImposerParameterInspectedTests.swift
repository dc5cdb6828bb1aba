import Impose
import ImposeTesting
import TestSupport
import Testing

private final class Gateway: Sendable {
    let location: String

    init(_ location: String = "") { self.location = location }
}

private final class Ledger: Sendable {
    let imposer: Imposer

    init(imposer: Imposer) { self.imposer = imposer }
}

@Suite("A parameter Imposer, as graphs, validations and explanations see it", .imposing(empty: true))
struct ImposerParameterInspectedTests {
    private var requests: [String] { GraphText(Imposer.graph(wrappers: false)).requests }

    @Test("A provider's Imposer is checked like what it stands for, but hides what the provider asks")
    func validating() throws {
        Imposer.impose(for: Ledger.self, Ledger.init)
        let validation = Imposer.validate(wrappers: false)
        #expect(validation.findings.map(\.kind) == [.opaque])
        #expect(validation.description.contains("the provider of Ledger was not checked: it takes an Imposer"))
        #expect(requests.isEmpty)
        Imposer.impose(for: String.self) { (imposer: Imposer, number: Int) in
            "\(number) \(try imposer.tryInject(of: Gateway.self).location)"
        }
        Imposer.impose(for: Int.self, instance: 3)
        #expect(requests.count == 1)
        let built = Imposer.validate(building: true, wrappers: false)
        #expect(built.findings.map(\.kind) == [.missing])
        Imposer.impose(for: Gateway.self, instance: Gateway())
        #expect(Imposer.validate(building: true, wrappers: false).findings.isEmpty)
        Imposer.impose(for: Imposer.self, instance: .shared)
        #expect(requests.count { $0.hasPrefix("→ Imposer: ") } == 2)

        Imposer.removeAll()
        let plugin = Imposer(label: "plugin")
        plugin.impose(for: Gateway.self, Gateway("plugin"))
        plugin.impose(for: Ledger.self, Ledger.init)
        let kept = plugin.inject(of: Ledger.self).imposer
        #expect(GraphText(kept.graph()).boxes.count == 2)
        #expect(kept.validate().findings.count == plugin.validate().findings.count)
        #expect(kept.validate(building: true).isValid)

        plugin.impose(for: Ledger.self, option: .scopedInstance, Ledger.init)
        let request = plugin.openScope("request")
        let scoped = request.inject(of: Ledger.self).imposer
        #expect(scoped.explain(Gateway.self).description == request.explain(Gateway.self).description)

        for holder in [Imposer(label: "gone"), .openScope("gone")] {
            holder.impose(for: Gateway.self, option: .scopedInstance) { Gateway("scoped") }
            holder.impose(for: Ledger.self, option: .scopedInstance, Ledger.init)
            let gone = holder.inject(of: Ledger.self).imposer
            holder.dispose()
            #expect(gone.explain(Gateway.self).outcome == .disposed)
            #expect(GraphText(gone.graph()).boxes.isEmpty && gone.validate().findings.isEmpty)
        }
    }
}
