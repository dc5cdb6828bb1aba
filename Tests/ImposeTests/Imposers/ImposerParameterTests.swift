import Impose
import ImposeTesting
import TestSupport
import Testing

private final class Gateway: Sendable {
    let location: String

    init(_ location: String = "") { self.location = location }
}

/// A class that holds an imposer, and injects whenever it likes.
private final class Ledger: Sendable {
    let imposer: Imposer

    init(imposer: Imposer) { self.imposer = imposer }

    var gateway: Gateway { imposer.inject() }
}

private final class Page: @unchecked Sendable {
    @Injected var gateway: Gateway
}

private struct GatewayModule: ModuleInjector {
    func provide(for imposer: Imposer) { imposer.impose(for: Gateway.self, Gateway("module")) }
}

extension InjectionName {
    fileprivate static let sandbox = InjectionName("sandbox")
}

@Suite("A provider's parameter of type Imposer", .imposing(empty: true))
struct ImposerParameterTests {
    private func imposeScopedGateway(on imposer: Imposer = .shared) {
        imposer.impose(for: Gateway.self, option: .scopedInstance) { Gateway("scoped") }
    }

    private func imposeLedger(_ option: InjectOption = .singleInstance, on imposer: Imposer = .shared) {
        imposer.impose(for: Ledger.self, option: option, Ledger.init)
    }

    @Test("A provider's Imposer injects from the private imposer that holds the registration")
    func privateImposer() {
        let plugin = Imposer(label: "plugin")
        plugin.impose(for: Gateway.self, named: .sandbox, Gateway("sandbox"))
        plugin.impose(for: String.self) { (imposer: Imposer) in
            try imposer.tryInject(of: Gateway.self, named: .sandbox).location
        }
        #expect(plugin.inject(of: String.self) == "sandbox")
        plugin.impose(for: Gateway.self, Gateway("plugin"))
        imposeLedger(on: plugin)
        #expect(plugin.inject(of: Ledger.self).gateway === plugin.inject(of: Gateway.self))
    }

    @Test("A provider's Imposer searches as its other parameters do, also in a scope of the primary")
    func privateImposerInScope() {
        struct Both: Sendable {
            let gateway: Gateway
            let other: Gateway
        }
        let plugin = Imposer(label: "plugin")
        imposeScopedGateway(on: plugin)
        plugin.impose(for: Both.self, option: .closureBased) { (gateway: Gateway, imposer: Imposer) in
            Both(gateway: gateway, other: imposer.inject())
        }
        imposeLedger(.scopedInstance, on: plugin)
        let request = Imposer.openScope("request")
        let both = request.run { plugin.inject(of: Both.self) }
        #expect(both.gateway === both.other)
        let ledger = request.run { plugin.inject(of: Ledger.self) }
        #expect(ledger.gateway === both.gateway)
        #expect(ledger.gateway !== plugin.inject(of: Gateway.self))
    }

    @Test("The Imposer of what a scope keeps asks that scope; a singleton's asks none")
    func scopes() {
        imposeScopedGateway()
        imposeLedger(.scopedInstance)
        let (one, other) = (Imposer.openScope("one"), Imposer.openScope("other"))
        let ledger = one.inject(of: Ledger.self)
        for scope in [one, other, one.openScope()] {
            #expect(scope.run { ledger.gateway } === one.inject(of: Gateway.self))
        }
        one.impose(for: Gateway.self, Gateway("own"))
        #expect(ledger.gateway.location == "own")
        imposeLedger()
        let kept = one.run { inject(of: Ledger.self) }
        #expect(one.run { kept.gateway } === inject(of: Gateway.self))
    }

    @Test("A provider's Imposer is one that is imposed or given as an argument, if there is one")
    func explicit() {
        let (given, imposed) = (Imposer(label: "given"), Imposer(label: "imposed"))
        imposeLedger(.closureBased)
        #expect(inject(of: Ledger.self, arguments: given).imposer === given)
        #expect(inject(of: Ledger.self).imposer !== Imposer.shared)
        Imposer.impose(for: Imposer.self, instance: imposed)
        #expect(inject(of: Ledger.self).imposer === imposed)
        #expect(inject(of: Ledger.self, arguments: given).imposer === given)
        Imposer.remove(for: Imposer.self)
        #expect(inject(of: Ledger.self).imposer !== imposed)
        #expect(Imposer.isImposed(Imposer.self) == false)
    }

    @Test("A provider's Imposer may be one that is imposed in any imposer that is searched")
    func explicitElsewhere() {
        let (outer, imposed) = (Imposer(), Imposer(label: "imposed"))
        let inner = Imposer(parent: outer)
        imposeLedger(.closureBased, on: inner)
        #expect(inner.inject(of: Ledger.self).imposer !== imposed)
        outer.impose(for: Imposer.self, instance: imposed)
        #expect(inner.inject(of: Ledger.self).imposer === imposed)
        // A scope of another one goes first.
        let scope = Imposer.openScope()
        scope.impose(for: Imposer.self, instance: inner)
        #expect(scope.run { inner.inject(of: Ledger.self).imposer } === inner)
    }

    @Test("A provider's Imposer answers every question from the scope its parameters come from")
    func searching() throws {
        imposeLedger(.scopedInstance)
        let request = Imposer.openScope("request")
        let imposer = request.inject(of: Ledger.self).imposer
        #expect(imposer.unforceInject(of: Gateway.self) == nil)
        #expect(failure { () throws(ImposeError) in try imposer.tryInject(of: Gateway.self) }?.kind == .missing)
        #expect(!imposer.isImposed(Gateway.self))
        request.impose(for: Gateway.self, option: .scopedInstance) { Gateway("request") }
        #expect(imposer.isImposed(Gateway.self))
        #expect(imposer.existing(Gateway.self) == nil)
        let own = request.inject(of: Gateway.self)
        #expect(imposer.existing(Gateway.self) === own)
        #expect(try imposer.tryInject(of: Gateway.self) === own)
        #expect(imposer.unforceInject(of: Gateway.self) === own)
        #expect(try imposer.injectAll(of: Gateway.self).map(\.location) == ["request"])
        try imposer.store(Gateway("stored"), for: Gateway.self)
        #expect(request.inject(of: Gateway.self).location == "stored")
        request.impose(for: Int.self, option: .closureBased) { (number: Int8) in Int(number) }
        #expect(imposer.inject(of: Int.self, arguments: 3 as Int8) == 3)
        #expect(imposer.unforceInject(of: Int.self, arguments: 4 as Int8) == 4)
        let page = Injected<Gateway>(from: imposer)
        #expect(page().location == "stored")
        #expect(Imposed<Gateway>(from: imposer)().location == "stored")
    }

    @Test("A provider's Imposer imposes, removes and resets in the imposer of the registration")
    func changing() {
        imposeLedger(.scopedInstance)
        let request = Imposer.openScope("request")
        let imposer = request.inject(of: Ledger.self).imposer
        let registration = imposer.impose(for: Gateway.self, Gateway("imposed"))
        #expect(inject(of: Gateway.self).location == "imposed")
        registration.alias(Gateway.self, named: .sandbox) { $0 }
        #expect(inject(of: Gateway.self, named: .sandbox) === inject(of: Gateway.self))
        let before = inject(of: Gateway.self)
        imposer.reset()
        #expect(inject(of: Gateway.self) !== before)
        imposer.provide(using: GatewayModule())
        #expect(inject(of: Gateway.self).location == "module")
        imposer.give(Gateway("given"))
        #expect(inject(of: Gateway.self).location == "given")
        #expect(imposer.remove(for: Gateway.self))
        #expect(!Imposer.isImposed(Gateway.self))
        imposer.removeAll()
        #expect(!Imposer.isImposed(Ledger.self))
        #expect("\(imposer)" == "\(Imposer.shared)")
    }

    @Test("What is imposed through a provider's Imposer is seen at once in the whole directory")
    func neverStale() {
        imposeLedger()
        let imposer = inject(of: Ledger.self).imposer
        let secondary = Imposer.imposer(for: .secondary)
        Imposer.impose(for: Gateway.self, Gateway("one"))
        #expect(secondary.inject(of: Gateway.self).location == "one")
        #expect(imposer.inject(of: Gateway.self).location == "one")
        imposer.impose(for: Gateway.self, Gateway("two"))
        #expect(secondary.inject(of: Gateway.self).location == "two")
        #expect(imposer.inject(of: Gateway.self).location == "two")
        imposer.remove(for: Gateway.self)
        #expect(secondary.unforceInject(of: Gateway.self) == nil)
    }

    @Test("A provider's Imposer opens, finds and runs scopes in the scope that it searches")
    func openingAndRunning() {
        imposeScopedGateway()
        imposeLedger(.scopedInstance)
        let request = Imposer.openScope("request")
        let imposer = request.inject(of: Ledger.self).imposer
        request.impose(for: String.self, "of the request")
        let step = imposer.openScope("step")
        #expect(step.inject(of: String.self) == "of the request")
        #expect(request.scope(named: "step") === step)
        #expect(imposer.scope(named: "step") === step)
        #expect(imposer.disposeScopes(named: "step") == 1)
        #expect(imposer.run { inject(of: Gateway.self) } === request.inject(of: Gateway.self))
        #expect(Imposer(parent: imposer).inject(of: String.self) == "of the request")
    }

    @Test("A provider's Imposer without a scope opens scopes in the imposer of the registration")
    func openingWithoutScope() {
        let plugin = Imposer(label: "plugin")
        plugin.impose(for: Gateway.self, Gateway("plugin"))
        imposeScopedGateway()
        imposeLedger(on: plugin)
        let imposer = plugin.inject(of: Ledger.self).imposer
        #expect(imposer.openScope().run { inject(of: Gateway.self).location } == "plugin")
        #expect(Imposer.openScope().run { imposer.run { inject(of: Gateway.self) } } === inject(of: Gateway.self))
    }

    @Test("dispose() of a provider's Imposer disposes of the scope that it searches")
    func disposing() {
        imposeScopedGateway()
        imposeLedger(.scopedInstance)
        let request = Imposer.openScope("request")
        let (imposer, kept) = (request.inject(of: Ledger.self).imposer, inject(of: Gateway.self))
        #expect(!imposer.isDisposed)
        #expect(imposer.dispose() == nil)
        #expect(request.isDisposed && imposer.isDisposed)
        #expect(imposer.dispose()?.kind == .disposed)
        #expect(inject(of: Gateway.self) === kept)
    }

    @Test(
        "A provider's Imposer keeps neither the scope nor the private imposer that keeps it",
        arguments: [
            true, false,
        ]
    )
    func memory(isScope: Bool) {
        let (watched, imposer) = {
            let holder = isScope ? Imposer.openScope("session") : Imposer(label: "plugin")
            imposeScopedGateway(on: holder)
            imposeLedger(.scopedInstance, on: holder)
            let ledger = holder.inject(of: Ledger.self)
            #expect(ledger.gateway === holder.inject(of: Gateway.self))
            return (Watched(holder), ledger.imposer)
        }()
        #expect(watched.isGone)
        expectDisposed(imposer)
    }

    @Test("The Imposer of a primary imposer's registration does not keep the scope that keeps it")
    func memoryOfScope() {
        imposeScopedGateway()
        imposeLedger(.scopedInstance)
        let (watched, imposer) = {
            let session = Imposer.openScope("session")
            let ledger = session.inject(of: Ledger.self)
            #expect(ledger.gateway === session.inject(of: Gateway.self))
            return (Watched(session), ledger.imposer)
        }()
        #expect(watched.isGone)
        #expect(imposer.isDisposed)
        let error = failure { () throws(ImposeError) in try imposer.tryInject(of: Gateway.self) }
        #expect(error?.kind == .disposed)
    }

    private func expectDisposed(_ imposer: Imposer) {
        #expect(imposer.isDisposed)
        let error = failure { () throws(ImposeError) in try imposer.tryInject(of: Gateway.self) }
        #expect(error?.kind == .disposed)
        let stored = failure { () throws(ImposeError) in try imposer.store(Gateway(), for: Gateway.self) }
        #expect(stored?.kind == .disposed)
        #expect(failure { () throws(ImposeError) in try imposer.injectAll(of: Gateway.self) }?.kind == .disposed)
        #expect(imposer.unforceInject(of: Gateway.self) == nil)
        #expect(imposer.existing(Gateway.self) == nil)
        #expect(!imposer.isImposed(Gateway.self))
        imposer.impose(for: Gateway.self, Gateway())
        #expect(!imposer.isImposed(Gateway.self))
        #expect(!imposer.remove(for: Gateway.self))
        imposer.reset()
        imposer.removeAll()
        let scope = imposer.openScope()
        let inScope = failure { () throws(ImposeError) in try scope.tryInject(of: Gateway.self) }
        #expect(inScope?.kind == .disposed)
        let child = Imposer(parent: imposer)
        #expect(failure { () throws(ImposeError) in try child.tryInject(of: Gateway.self) }?.kind == .disposed)
        #expect(imposer.dispose()?.kind == .disposed)
        #expect(imposer.scope(named: "x") == nil && imposer.disposeScopes(named: "x") == 0)
    }

    @Test("A provider's Imposer does not keep the isolated directory that keeps it")
    func isolatedIsFreed() {
        imposeLedger()
        let watched = Imposer.isolated { Watched(inject(of: Ledger.self)) }
        #expect(watched.isGone)
    }
}
