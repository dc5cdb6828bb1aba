import Impose
import ImposeTesting
import TestSupport
import Testing

private protocol Value: Sendable {}

private final class Service: Value {}

private final class Part: Sendable {}

@Suite("What an imposer that has ended answers to code in a scope that has not", .imposing(empty: true))
struct EndedImposerTests {
    private func kind<T>(_ injection: () throws(ImposeError) -> T) -> ImposeError.Kind? { failure(of: injection)?.kind }

    /// Asks an imposer in all ways.
    private func kinds(_ imposer: Imposer) -> [ImposeError.Kind?] {
        [
            kind { () throws(ImposeError) in try imposer.tryInject(of: Service.self) },
            kind { () throws(ImposeError) in try imposer.tryInject(of: (any Value)?.self) },
            kind { () throws(ImposeError) in try imposer.tryInject(of: Service.self, named: "spare") },
            kind { () throws(ImposeError) in
                try imposer.tryInject(of: (any Value).self, ifNoMatchUse: .furthestAndCastable)
            },
            kind { () throws(ImposeError) in try imposer.injectAll(of: Service.self) },
            kind { () throws(ImposeError) in try Injected<Service>(from: imposer).tryInject() },
            kind { () throws(ImposeError) in try imposer.store(Service(), for: Service.self) },
            imposer.existing(Service.self) == nil && !imposer.isImposed(Service.self) ? .disposed : nil,
        ]
    }

    private static let allDisposed = Array(repeating: ImposeError.Kind.disposed, count: 8)

    @Test("A private imposer that has ended answers nothing, also not what the running scope was given")
    func privateImposer() {
        let request = Imposer.openScope("request")
        for name in [nil, "spare"] as [InjectionName?] { request.give(Service(), named: name) }
        let alone = Imposer()
        for imposer in [Imposer(parent: .shared), Imposer(parent: Imposer(parent: alone)), alone] {
            request.run { #expect(kinds(imposer) == Array(repeating: nil, count: 8)) }
            imposer.dispose()
            request.run { #expect(kinds(imposer) == Self.allDisposed) }
            #expect(kinds(imposer) == Self.allDisposed)
        }
        #expect(kinds(request) == Array(repeating: nil, count: 8))
    }

    @Test("Code in a scope of an isolated directory that has ended gets nothing from another imposer, either")
    func directory() {
        let outside = Imposer(parent: .shared)
        for name in [nil, "spare"] as [InjectionName?] { outside.impose(for: Service.self, named: name) { Service() } }
        let scopes = Imposer.isolated(endsWithBody: true) {
            let scope = Imposer.openScope()
            return [scope, scope.openScope(), Imposer(parent: scope).openScope()]
        }
        #expect(kinds(outside) == Array(repeating: nil, count: 8))
        for scope in scopes { scope.run { #expect(kinds(outside) == Self.allDisposed) } }
    }

    @Test("An isolated directory that has ended lets go of what it was copied from, though a wrapper of it is left")
    func copied() {
        let weak = {
            Imposer.give(instance: Part())
        }()
        let wrapper = Imposer.isolated(endsWithBody: true) { Imposed<Service>() }
        #expect(!weak.isGone)
        Imposer.remove(for: Part.self)
        #expect(eventually { weak.isGone })
        #expect(kind { () throws(ImposeError) in try wrapper.tryInject() } == .disposed)
    }
}

extension Imposer {
    /// Imposes a part, and holds it no more.
    fileprivate static func give(instance: Part) -> Watched<Part> {
        impose(for: Part.self, instance: instance)
        return Watched(instance)
    }
}
