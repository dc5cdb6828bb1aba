struct DefaultArguments {
    let service: any Service
    let other: (any Service)?

    init(service: any Service = inject(), other: (any Service)? = unforceInject(named: "other")) {
        self.service = service
        self.other = other
    }
}

final class BothWrappers {
    @Injected var service: any Service
    @UnforceInjected(named: "other") var other: (any Service)?
}

protocol Dependency {}
protocol Other {}
class Nearest: Dependency {}
class Midway: Nearest {}
class Furthest: Midway, Other {}

struct FourRules {
    @Injected var nearest: any Dependency
    @Injected(ifNoMatchUse: .furthest) var furthest: any Dependency
}

struct PaymentModule: ModuleInjector {
    func provide(for imposer: Imposer) {
        imposer.impose(for: Service.self, Live())
    }
}

do {
    Imposer.imposer(for: .secondary).impose(for: Service.self, Live(name: "secondary"))
    Imposer.imposer(for: .custom("eu")).impose(for: Service.self, Live(name: "eu"))
    print(inject(from: .custom("eu"), of: Service.self).name, inject(of: Service.self).name)  // eu secondary
    Imposer.imposer(for: .secondary).removeAll()
    Imposer.imposer(for: .custom("eu")).removeAll()
    Imposer.impose(for: Service.self, Live())
    Imposer.impose(for: Service.self) { Live(name: "set up") }
    Imposer.impose(for: Service.self, Mock.init)
    print(inject(of: Service.self).name)  // mock
    Imposer.impose(for: Live.self, option: .singleInstance, Live())
    print(inject(of: Live.self) === inject(of: Live.self))  // true
    Imposer.impose(for: Live.self, option: .closureBased, Live())
    print(inject(of: Live.self) === inject(of: Live.self))  // false
    Imposer.provide(using: PaymentModule())
    let made = DefaultArguments()
    let tried: any Service = try tryInject()
    print(made.service.name, made.other == nil, tried.name)  // live true live
    print(DefaultArguments(service: Mock()).service.name)  // mock
    print(BothWrappers().service.name, BothWrappers().other == nil)  // live true
    Imposer.impose(for: Nearest.self, Nearest.init)
    Imposer.impose(for: Midway.self) { Furthest() }
    print(type(of: FourRules().nearest), type(of: FourRules().furthest))  // Nearest Furthest
    print(type(of: inject(of: Other.self, ifNoMatchUse: .nearestAndCastable)))  // Furthest
    print(type(of: inject(of: Other.self, ifNoMatchUse: .furthestAndCastable)))  // Furthest
}
