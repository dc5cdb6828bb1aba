extension Imposer {
    static let payments = Imposer(label: "payments")
}

struct Form: Hashable {
    let number: Int
}

final class FactoryScreen {
    @Injected(when: .creation) var service: any Service
    @Injected var lazy: any Service
    @InjectedWeakly var weakly: Live?
    @Imposed var dynamic: any Service
    @UnforceInjected var optional: (any Service)?
    @Injected(from: .payments) var other: any Service
}

do {
    Imposer.session.impose(for: Service.self, Live())
    let inSession = inject(of: Service.self)
    print(inSession === inject(of: Service.self))  // true
    Imposer.session.reset()
    print(inSession === inject(of: Service.self))  // false
    // What is imposed on the primary imposer below would come first.
    Imposer.session.removeAll()
    Imposer.impose(for: Service.self, option: .closureBased, Live())
    print(inject(of: Service.self) === inject(of: Service.self))  // false
    Imposer.impose(for: Service.self, Live())
    print(inject(of: Service.self) === inject(of: Service.self))  // true
    Imposer.impose(for: Live.self, option: .weakInstance, Live())
    Imposer.impose(for: Service.self, named: "graph", option: .graphInstance, Live())
    Imposer.impose(for: Service.self, named: "sandbox", Mock())
    Imposer.impose(for: Screen.self, Screen.init)
    print(inject(of: Screen.self).service === inject(of: Service.self))  // true
    Imposer.impose(for: Form.self, Form.init)
    print(inject(of: Form.self, arguments: 5).number)  // 5
    Imposer.payments.impose(for: Service.self, Live(name: "payments"))
    let screen = FactoryScreen()
    let first = screen.service
    Imposer.impose(for: Service.self, Mock())
    print(first.name, screen.lazy.name, screen.dynamic.name, screen.other.name)  // live mock mock payments
    print(screen.weakly == nil, screen.optional?.name ?? "none")  // false mock
    Imposer.impose(for: Service.self, Live())
        .decorated { _ in Mock() }
        .onCreate { print("made", $0.name) }
    _ = inject(of: Service.self)  // prints: made mock
    Imposer.reset()
    _ = inject(of: Service.self)  // prints: made mock
}
