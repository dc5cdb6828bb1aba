import Impose
import TestSupport
import Testing

// A test for each feature of Impose 1.x, under its name in Docs/MigratingFromImpose1.md.

private protocol Service: AnyObject, Sendable {}
private final class Live: Service {}
private final class Double: Service {}

private protocol Dependency: AnyObject {}
private protocol Printable {}
private class Nearest: Dependency {}
private class Midway: Nearest {}
private class Furthest: Midway, Printable {}

private struct Screen {
    let service: any Service
    let other: (any Service)?

    init(service: any Service = inject(), other: (any Service)? = unforceInject(named: "other")) {
        self.service = service
        self.other = other
    }
}

private final class FallbackScreen {
    let service: any Service

    init() {
        do {
            service = try tryInject()
        } catch {
            service = Double()
        }
    }
}

private struct ServiceModule: ModuleInjector {
    var type = ImposerType.primary
    let service: any Service

    func provide(for imposer: Imposer) {
        let service = service
        imposer.impose(for: Service.self) { service }
    }
}

@Suite("What Impose 1.x had")
struct ImposeRowTests {
    @Test("Impose: an autoclosure as the provider is evaluated when it is needed")
    func autoclosure() {
        let imposer = Imposer()
        let calls = CallCounter()
        imposer.impose(for: Int.self, option: .closureBased, calls.increment())
        #expect(calls.count == 0)
        #expect(imposer.inject(of: Int.self) == 1)
        #expect(imposer.inject(of: Int.self) == 2)
    }

    @Test("Impose: a closure of several statements as the provider")
    func closure() {
        let imposer = Imposer()
        let calls = CallCounter()
        imposer.impose(for: Service.self) {
            let service = Live()
            calls.increment()
            return service
        }
        #expect(imposer.inject(of: Service.self) is Live)
        #expect(calls.count == 1)
    }

    @Test("Impose: a single instance")
    func singleInstance() {
        let imposer = Imposer()
        imposer.impose(for: Service.self, option: .singleInstance, Live())
        #expect(imposer.inject(of: Service.self) === imposer.inject(of: Service.self))
    }

    @Test("Impose: closure based")
    func closureBased() {
        let imposer = Imposer()
        imposer.impose(for: Service.self, option: .closureBased, Live())
        #expect(imposer.inject(of: Service.self) !== imposer.inject(of: Service.self))
    }

    @Test("Impose: inject and unforceInject as default arguments")
    func defaultArguments() {
        Imposer.isolated(empty: true) {
            Imposer.impose(for: Service.self, Live())
            #expect(Screen().service is Live)
            #expect(Screen().other == nil)
            #expect(Screen(service: Double()).service is Double)

            Imposer.impose(for: Service.self, named: "other", Double())
            #expect(Screen().other is Double)
        }
    }

    @Test("Impose: tryInject throws what can be caught")
    func tryInjecting() {
        Imposer.isolated(empty: true) {
            #expect(FallbackScreen().service is Double)
            Imposer.impose(for: Service.self, Live())
            #expect(FallbackScreen().service is Live)
        }
    }

    @Test(
        "Impose: the four rules",
        arguments: [
            (InjectionRules.nearest, ObjectIdentifier(Nearest.self)),
            (.furthest, ObjectIdentifier(Furthest.self)),
            (.nearestAndCastable, ObjectIdentifier(Nearest.self)),
            (.furthestAndCastable, ObjectIdentifier(Furthest.self)),
        ]
    )
    func rules(rules: InjectionRules, expected: ObjectIdentifier) {
        let imposer = Imposer()
        imposer.impose(for: Nearest.self, Nearest())
        imposer.impose(for: Midway.self, Midway())
        imposer.impose(for: Furthest.self, Furthest())
        let found = imposer.inject(of: Dependency.self, ifNoMatchUse: rules)
        #expect(ObjectIdentifier(type(of: found)) == expected)
    }

    @Test("Impose: only the castable rules look at instances")
    func castableRules() {
        let imposer = Imposer()
        imposer.impose(for: Dependency.self) { Furthest() }
        #expect(failure { () throws(ImposeError) in try imposer.tryInject(of: Printable.self) }?.kind == .missing)
        for rules in [InjectionRules.nearestAndCastable, .furthestAndCastable] {
            #expect(imposer.inject(of: Printable.self, ifNoMatchUse: rules) is Furthest)
        }
    }

    @Test("Impose: module injectors, the later one overrides")
    func modules() {
        Imposer.isolated(empty: true) {
            Imposer.provide(using: ServiceModule(service: Live()))
            #expect(inject(of: Service.self) is Live)
            Imposer.provide(using: ServiceModule(service: Double()))
            #expect(inject(of: Service.self) is Double)

            Imposer.provide(using: ServiceModule(type: .secondary, service: Live()))
            #expect(inject(of: Service.self) is Double)
            #expect(inject(from: .secondary, of: Service.self) is Live)
        }
    }
}
