import Impose
import TestSupport
import Testing

// A test for each feature of Impose 1.x, under its name in Docs/MigratingFromImpose1.md.

protocol ImposeService: AnyObject, Sendable {}
final class ImposeLive: ImposeService {}
final class ImposeDouble: ImposeService {}

private protocol Dependency: AnyObject {}
private protocol Printable {}
private class Nearest: Dependency {}
private class Midway: Nearest {}
private class Furthest: Midway, Printable {}

private struct Screen {
    let service: any ImposeService
    let other: (any ImposeService)?

    init(service: any ImposeService = inject(), other: (any ImposeService)? = unforceInject(named: "other")) {
        self.service = service
        self.other = other
    }
}

private final class FallbackScreen {
    let service: any ImposeService

    init() {
        do {
            service = try tryInject()
        } catch {
            service = ImposeDouble()
        }
    }
}

private struct ServiceModule: ModuleInjector {
    var type = ImposerType.primary
    let service: any ImposeService

    func provide(for imposer: Imposer) {
        let service = service
        imposer.impose(for: ImposeService.self) { service }
    }
}

@Suite("What Impose 1.x had")
struct ImposeRowTests {
    @Test("As in Impose 1.x, an autoclosure is evaluated when it is needed")
    func autoclosure() {
        let imposer = Imposer()
        let calls = CallCounter()
        imposer.impose(for: Int.self, option: .closureBased, calls.increment())
        #expect(calls.count == 0)
        #expect(imposer.inject(of: Int.self) == 1)
        #expect(imposer.inject(of: Int.self) == 2)
    }

    @Test("As in Impose 1.x, a provider may be a closure of several statements")
    func closure() {
        let imposer = Imposer()
        let calls = CallCounter()
        imposer.impose(for: ImposeService.self) {
            let service = ImposeLive()
            calls.increment()
            return service
        }
        #expect(imposer.inject(of: ImposeService.self) is ImposeLive)
        #expect(calls.count == 1)
    }

    @Test("As in Impose 1.x, a singleInstance is one for all injections")
    func singleInstance() {
        let imposer = Imposer()
        imposer.impose(for: ImposeService.self, option: .singleInstance, ImposeLive())
        #expect(imposer.inject(of: ImposeService.self) === imposer.inject(of: ImposeService.self))
    }

    @Test("As in Impose 1.x, each injection of what is closureBased is a new instance")
    func closureBased() {
        let imposer = Imposer()
        imposer.impose(for: ImposeService.self, option: .closureBased, ImposeLive())
        #expect(imposer.inject(of: ImposeService.self) !== imposer.inject(of: ImposeService.self))
    }

    @Test("As in Impose 1.x, inject and unforceInject are default arguments")
    func defaultArguments() {
        Imposer.isolated(empty: true) {
            Imposer.impose(for: ImposeService.self, ImposeLive())
            #expect(Screen().service is ImposeLive)
            #expect(Screen().other == nil)
            #expect(Screen(service: ImposeDouble()).service is ImposeDouble)

            Imposer.impose(for: ImposeService.self, named: "other", ImposeDouble())
            #expect(Screen().other is ImposeDouble)
        }
    }

    @Test("As in Impose 1.x, tryInject throws what can be caught")
    func tryInjecting() {
        Imposer.isolated(empty: true) {
            #expect(FallbackScreen().service is ImposeDouble)
            Imposer.impose(for: ImposeService.self, ImposeLive())
            #expect(FallbackScreen().service is ImposeLive)
        }
    }

    @Test(
        "As in Impose 1.x, the four rules choose by distance",
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

    @Test("As in Impose 1.x, only the castable rules look at instances")
    func castableRules() {
        let imposer = Imposer()
        imposer.impose(for: Dependency.self) { Furthest() }
        #expect(failure { () throws(ImposeError) in try imposer.tryInject(of: Printable.self) }?.kind == .missing)
        for rules in [InjectionRules.nearestAndCastable, .furthestAndCastable] {
            #expect(imposer.inject(of: Printable.self, ifNoMatchUse: rules) is Furthest)
        }
    }

    @Test("As in Impose 1.x, the later module overrides")
    func modules() {
        Imposer.isolated(empty: true) {
            Imposer.provide(using: ServiceModule(service: ImposeLive()))
            #expect(inject(of: ImposeService.self) is ImposeLive)
            Imposer.provide(using: ServiceModule(service: ImposeDouble()))
            #expect(inject(of: ImposeService.self) is ImposeDouble)

            Imposer.provide(using: ServiceModule(type: .secondary, service: ImposeLive()))
            #expect(inject(of: ImposeService.self) is ImposeDouble)
            #expect(inject(from: .secondary, of: ImposeService.self) is ImposeLive)
        }
    }
}
