import TestSupport
import Testing

@testable import Impose

private protocol Gateway: Sendable {}

private struct Real: Gateway {}

/// A module that imposes a gateway.
private struct PaymentModule: ModuleInjector {
    func provide(for imposer: Imposer) {
        imposer.impose(for: Gateway.self, Real())
    }
}

/// A module that requires another one, includes it under another name, and imposes before and after.
private struct OuterModule: ModuleInjector {
    var requires: [any ModuleInjector] { [PaymentModule()] }

    func provide(for imposer: Imposer) {
        imposer.impose(for: Gateway.self, named: "before", Real())
        imposer.provide(using: NamedModule())
        imposer.impose(for: Gateway.self, named: "after", Real())
    }
}

private struct NamedModule: ModuleInjector {
    func provide(for imposer: Imposer) {
        imposer.impose(for: Gateway.self, named: "included", Real()).alias(Gateway.self, named: "alias") { $0 }
    }
}

/// A module that imposes on other imposers than the one that it is handed.
private struct WanderingModule: ModuleInjector {
    func provide(for imposer: Imposer) {
        Imposer.impose(for: Gateway.self, Real())
        Imposer.imposer(for: .secondary).impose(for: Gateway.self, Real())
    }
}

private struct PlainModule: ModuleInjector {
    let body: @Sendable (Imposer) -> Void

    func provide(for imposer: Imposer) { body(imposer) }
}

@Suite("A registration knows the module that made it")
struct RegistrationModuleTests {
    private let imposer = Imposer()

    /// The module that made the imposer's registration of a gateway; nil if none did, or if there is none.
    private func module(named name: InjectionName? = nil, in imposer: Imposer? = nil) -> String? {
        let node = (imposer ?? self.imposer).node
        return node.record(for: RegistrationKey(type: (any Gateway).self, name: name))?.module.map { "\($0)" }
    }

    @Test("a registration names the innermost module that was providing, and an alias does, too")
    func innermost() {
        imposer.provide(using: OuterModule())
        #expect(module() == "PaymentModule")
        #expect(module(named: "before") == "OuterModule" && module(named: "after") == "OuterModule")
        #expect(module(named: "included") == "NamedModule" && module(named: "alias") == "NamedModule")
    }

    @Test("a registration that a module makes on another imposer is the module's as well")
    func otherImposers() {
        Imposer.isolated(empty: true) {
            imposer.provide(using: WanderingModule())
            for type in [ImposerType.primary, .secondary] {
                #expect(module(in: .imposer(for: type)) == "WanderingModule")
            }
        }
    }

    @Test("a registration made on another thread meanwhile, or afterwards, is no module's")
    func otherThreads() {
        imposer.provide(
            using: PlainModule { imposer in
                onAnotherThread { imposer.impose(for: Gateway.self, Real()) }
                imposer.impose(for: Gateway.self, named: "inside", Real())
            }
        )
        imposer.impose(for: Gateway.self, named: "afterwards", Real())
        #expect(module(named: "inside") == "PlainModule")
        for name in [nil, "afterwards"] as [InjectionName?] {
            #expect(imposer.isImposed(Gateway.self, named: name) && module(named: name) == nil)
        }
    }
}
