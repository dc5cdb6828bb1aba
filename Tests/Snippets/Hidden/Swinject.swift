struct HorseModule: ModuleInjector {
    func provide(for imposer: Imposer) {
        imposer.impose(for: Service.self, named: "cat", Live(name: "cat"))
    }
}

struct Stable {
    let lazy: Injected<any Service>
    let provider: Imposed<any Service>

    init(lazy: Injected<any Service>, provider: Imposed<any Service>) {
        self.lazy = lazy
        self.provider = provider
    }
}

do {
    print(unforceInject(of: Service.self) == nil)  // true
    Imposer.session.impose(for: Service.self, Live())
    let inSession = inject(of: Service.self)
    print(inSession === inject(of: Service.self))  // true
    Imposer.session.reset()
    print(inSession === inject(of: Service.self))  // false
    // What is imposed on the primary imposer below would come first.
    Imposer.session.removeAll()
    Imposer.impose(for: Service.self, option: .graphInstance, Live())
    Imposer.impose(for: Service.self, Live())
    Imposer.impose(for: Service.self, named: "transient", option: .closureBased, Live())
    Imposer.impose(for: Live.self, named: "weak", option: .weakInstance, Live())
    Imposer.impose(for: Screen.self, Screen.init)
    print(inject(of: Screen.self).service === inject(of: Service.self))  // true
    Imposer.impose(for: Live.self, Live(name: "aliased"))
        .alias(Service.self) { $0 }
    print(inject(of: Service.self) === inject(of: Live.self))  // true
    Imposer.impose(for: Stable.self, option: .closureBased, Stable.init)
    let stable = inject(of: Stable.self)
    print(stable.lazy().name, stable.provider().name)  // aliased aliased
    let parent = Imposer()
    parent.impose(for: Service.self, Live(name: "parent"))
    print(Imposer(parent: parent).inject(of: Service.self).name)  // parent
    let observation = Imposer.observe { event in if case .imposed = event.kind { print("imposed") } }
    Imposer.provide(using: HorseModule())  // prints: imposed
    observation.cancel()
    print(inject(of: Service.self, named: "cat").name, Imposer.isImposed(Service.self))  // cat true
    Imposer.impose(for: Service.self, Live()).onCreate { print("set up", $0.name) }
    _ = inject(of: Service.self)  // prints: set up live
}
