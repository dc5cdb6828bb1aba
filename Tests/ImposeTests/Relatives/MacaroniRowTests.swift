import Impose
import ImposeInspecting
import TestSupport
import Testing

// A test for each feature of Macaroni, in its own words. For events to a logger there is `Imposer.observe`.

final class MacaroniService: Sendable {
    let name: String

    init(_ name: String) {
        self.name = name
    }
}

extension InjectionName {
    static let another: InjectionName = "another"
}

@Suite("What Macaroni had")
struct MacaroniRowTests {
    private let container = Imposer()

    @Test("As in Macaroni, a container may have a parent")
    func parent() throws {
        let child = Imposer(parent: container)
        container.impose(for: MacaroniService.self, MacaroniService("parent"))
        #expect(try child.tryInject(of: MacaroniService.self).name == "parent")

        child.impose(for: MacaroniService.self, MacaroniService("child"))
        #expect(child.inject(of: MacaroniService.self).name == "child")
        #expect(container.inject(of: MacaroniService.self).name == "parent")
    }

    @Test("As in Macaroni, a resolver closure gives one instance or many")
    func resolverClosures() {
        let service = MacaroniService("one")
        container.impose(for: MacaroniService.self) { service }
        container.impose(for: MacaroniService.self, named: "many", option: .closureBased) { MacaroniService("many") }
        #expect(container.inject(of: MacaroniService.self) === service)
        #expect(
            container.inject(of: MacaroniService.self, named: "many")
                !== container.inject(of: MacaroniService.self, named: "many")
        )
    }

    @Test("As in Macaroni, one can ask whether a type is resolvable")
    func resolvable() {
        let child = Imposer(parent: container)
        #expect(!child.isImposed(MacaroniService.self))
        container.impose(for: MacaroniService.self, MacaroniService("parent"))
        #expect(child.isImposed(MacaroniService.self))
        #expect(!child.isImposed(MacaroniService.self, named: .another))
    }

    @Test("As in Macaroni, an optional is nil if nothing is registered")
    func optionalTypes() {
        #expect(container.inject(of: MacaroniService?.self) == nil)
        container.impose(for: MacaroniService.self, MacaroniService("there"))
        #expect(container.inject(of: MacaroniService?.self)?.name == "there")
    }
}
