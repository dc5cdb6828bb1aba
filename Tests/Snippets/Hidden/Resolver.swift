extension Imposer {
    static let mock = Imposer(parent: .shared, label: "mock")
}

extension InjectionName {
    static let fred: InjectionName = "fred"
    static let barney: InjectionName = "barney"
}

struct Paper: Sendable {
    let title: String
    let number: Int
}

final class ResolverScreen {
    @Injected(when: .creation) var service: any Service
    @Injected var lazy: any Service
    @InjectedWeakly var weakly: Live?
    @UnforceInjected var optional: (any Service)?
    @Injected(named: .fred) var named: any Service
    @Injected(from: .mock) var other: any Service
    @Injected var chosen: any Service

    init(isFred: Bool) {
        _chosen = Injected(named: isFred ? .fred : .barney)
    }
}

final class Properties {
    var service: (any Service)?
}

do {
    Imposer.session.impose(for: Service.self, Live())
    let inSession = inject(of: Service.self)
    print(inSession === inject(of: Service.self))  // true
    Imposer.session.reset()
    print(inSession === inject(of: Service.self))  // false
    // What is imposed on the primary imposer below would come first.
    Imposer.session.removeAll()
    Imposer.impose(for: Service.self, option: .graphInstance, Live())
    Imposer.impose(for: Service.self, Live())
    Imposer.impose(for: Service.self, named: .fred, option: .closureBased, Live(name: "fred"))
    Imposer.impose(for: Service.self, named: .barney, Live(name: "barney"))
    Imposer.impose(for: Live.self, option: .weakInstance, Live())
    Imposer.impose(for: Screen.self, Screen.init)
    print(inject(of: Screen.self).service === inject(of: Service.self))  // true
    let screen = ResolverScreen(isFred: false)
    print(screen.named.name, screen.chosen.name, screen.other === screen.lazy)  // fred barney true
    print(screen.service === screen.lazy, screen.weakly == nil, screen.optional === screen.lazy)  // true false true
    Imposer.impose(for: Paper.self, option: .closureBased, Paper.init)
    print(inject(of: Paper.self, arguments: 5, "title").number)  // 5
    Imposer.impose(for: Properties.self, Properties.init)
        .onCreate { $0.service = inject() }
    print(inject(of: Properties.self).service?.name ?? "none")  // live
    Imposer.impose(for: Live.self, Live(name: "aliased"))
        .alias(Service.self) { $0 }
    let service: any Service = inject()
    let optional: (any Service)? = unforceInject()
    print(service === optional)  // true
    Imposer.reset()
    print(inject(of: Service.self) === service)  // false
    Imposer.removeAll()
    print(Imposer.isImposed(Service.self))  // false
}
