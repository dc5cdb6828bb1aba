import Impose
import ImposeInspecting
import Testing

// A test for each feature of Macaroni, in its own words. For events to a logger there is `Imposer.observe`.

private struct Plain {
    @Injected var service: MacaroniService
}

private final class Holder: InjectionOwner {
    let imposer: Imposer
    @OwnerInjected var service: MacaroniService

    init(_ imposer: Imposer) {
        self.imposer = imposer
    }
}

private final class Player {
    @OwnerInjected var service: MacaroniService
}

private final class Watcher {
    @OwnerInjected var service: MacaroniService
}

private final class Moments {
    @Injected var capturing: MacaroniService
    @Injected(when: .creation) var resolving: MacaroniService
    let capturingGiven: Injected<MacaroniService>
    let resolvingGiven: Injected<MacaroniService>

    init(given imposer: Imposer) {
        capturingGiven = Injected(from: imposer)
        resolvingGiven = Injected(from: imposer, when: .creation)
    }
}

private class Titled: InjectionOwner {
    let imposer: Imposer
    @OwnerInjected var title: String

    init(_ imposer: Imposer) {
        self.imposer = imposer
    }
}

private final class Welcome: Titled {}

private func name(@Injected of service: MacaroniService) -> String {
    service.name
}

/// The imposers that every module declares once, for its own objects.
extension Imposer {
    fileprivate static let shop = module("shop")
    fileprivate static let stock = module("stock")

    private static func module(_ name: String) -> Imposer {
        let imposer = Imposer(label: name)
        imposer.impose(for: MacaroniService.self, MacaroniService(name))
        return imposer
    }
}

private protocol ShopObject: InjectionOwner {}
private protocol StockObject: InjectionOwner {}

extension ShopObject {
    var imposer: Imposer { .shop }
}

extension StockObject {
    var imposer: Imposer { .stock }
}

private final class ShopScreen: ShopObject {
    @OwnerInjected var service: MacaroniService
}

private final class StockScreen: StockObject {
    @OwnerInjected var service: MacaroniService
}

@Suite("What Macaroni had, by wrappers")
struct MacaroniWrapperRowTests {
    private let container = Imposer()

    @Test("As in Macaroni, wrappers may use one container for all")
    func oneForAll() {
        Imposer.isolated(empty: true) {
            Imposer.impose(for: MacaroniService.self, MacaroniService("app"))
            #expect(Plain().service.name == "app")
            #expect(Player().service.name == "app")
        }
    }

    @Test("As in Macaroni, a wrapper may use the container of the enclosing object")
    func enclosingObject() {
        let other = Imposer()
        container.impose(for: MacaroniService.self, MacaroniService("one"))
        other.impose(for: MacaroniService.self, MacaroniService("other"))
        #expect(Holder(container).service.name == "one")
        #expect(Holder(other).service.name == "other")
    }

    @Test("As in Macaroni, an app may have a look-up policy of its own")
    func customPolicy() {
        Imposer.isolated(empty: true) {
            let container = container
            Imposer.impose(for: MacaroniService.self, MacaroniService("default"))
            container.impose(for: MacaroniService.self, MacaroniService("games"))
            Imposer.ownerPolicy = { owner in owner is Player ? container : nil }
            #expect(Player().service.name == "games")
            #expect(Watcher().service.name == "default")
        }
    }

    @Test("As in Macaroni, a wrapper may find its container when it is first read")
    func lazily() {
        Imposer.isolated(empty: true) {
            let container = container
            Imposer.impose(for: MacaroniService.self, MacaroniService("default"))
            container.impose(for: MacaroniService.self, MacaroniService("games"))
            let player = Player()
            Imposer.ownerPolicy = { _ in container }
            #expect(player.service.name == "games")
        }
    }

    @Test("As in Macaroni, a wrapper may capture its container at init, and inject later")
    func capturing() {
        let holder = Imposer.isolated(empty: true) {
            Imposer.impose(for: MacaroniService.self, MacaroniService("captured"))
            return Plain()
        }
        Imposer.isolated(empty: true) {
            Imposer.impose(for: MacaroniService.self, MacaroniService("elsewhere"))
            #expect(holder.service.name == "captured")
        }
    }

    @Test("As in Macaroni, a wrapper may resolve at init, and from a given container")
    func resolvingAtInit() {
        Imposer.isolated(empty: true) {
            Imposer.impose(for: MacaroniService.self, MacaroniService("first"))
            container.impose(for: MacaroniService.self, MacaroniService("given first"))
            let moments = Moments(given: container)
            Imposer.impose(for: MacaroniService.self, MacaroniService("second"))
            container.impose(for: MacaroniService.self, MacaroniService("given second"))
            #expect(moments.resolving.name == "first")
            #expect(moments.capturing.name == "second")
            #expect(moments.resolvingGiven().name == "given first")
            #expect(moments.capturingGiven().name == "given second")
        }
    }

    @Test("As in Macaroni, alternatives are static members of a type of names")
    func alternatives() {
        container.impose(for: MacaroniService.self, MacaroniService("default"))
        container.impose(for: MacaroniService.self, named: .another, MacaroniService("another"))
        #expect(container.inject(of: MacaroniService.self).name == "default")
        #expect(Injected<MacaroniService>(from: container, named: .another)().name == "another")
    }

    @Test("As in Macaroni, function parameters are injected")
    func functionParameters() {
        container.impose(for: MacaroniService.self, MacaroniService("default"))
        container.impose(for: MacaroniService.self, named: .another, MacaroniService("another"))
        #expect(name($of: Injected(from: container)) == "default")
        #expect(name($of: Injected(from: container, named: .another)) == "another")
        #expect(name(of: MacaroniService("given")) == "given")
    }

    @Test("As in Macaroni, a resolver gets the enclosing object")
    func enclosingObjectInResolver() {
        container.impose(for: String.self, option: .closureBased) { (owner: Titled) in "\(type(of: owner))" }
        #expect(Welcome(container).title == "Welcome")
        #expect(Titled(container).title == "Titled")
    }

    @Test("As in Macaroni, a wrapper may hold what it injects weakly")
    func weakInjection() {
        container.impose(for: MacaroniService.self, MacaroniService("weak"))
        let reference = InjectedWeakly<MacaroniService>(from: container)
        #expect(reference()?.name == "weak")
        container.remove(for: MacaroniService.self)
        #expect(reference() == nil)
    }

    @Test("As in Macaroni, a module may have a container of its own")
    func containerPerModule() {
        #expect(ShopScreen().service.name == "shop")
        #expect(StockScreen().service.name == "stock")
    }
}
