import Impose
import TestSupport
import Testing

// A test for each feature of Macaroni, in its own words. For events to a logger there is `Imposer.observe`.

private final class Service: Sendable {
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

    @Test("Macaroni: a container with a parent")
    func parent() throws {
        let child = Imposer(parent: container)
        container.impose(for: Service.self, Service("parent"))
        #expect(try child.tryInject(of: Service.self).name == "parent")

        child.impose(for: Service.self, Service("child"))
        #expect(child.inject(of: Service.self).name == "child")
        #expect(container.inject(of: Service.self).name == "parent")
    }

    @Test("Macaroni: a resolver closure gives one instance or many")
    func resolverClosures() {
        let service = Service("one")
        container.impose(for: Service.self) { service }
        container.impose(for: Service.self, named: "many", option: .closureBased) { Service("many") }
        #expect(container.inject(of: Service.self) === service)
        #expect(
            container.inject(of: Service.self, named: "many") !== container.inject(of: Service.self, named: "many")
        )
    }

    @Test("Macaroni: is it resolvable")
    func resolvable() {
        let child = Imposer(parent: container)
        #expect(!child.isImposed(Service.self))
        container.impose(for: Service.self, Service("parent"))
        #expect(child.isImposed(Service.self))
        #expect(!child.isImposed(Service.self, named: .another))
    }

    @Test("Macaroni: optional types")
    func optionalTypes() {
        #expect(container.inject(of: Service?.self) == nil)
        container.impose(for: Service.self, Service("there"))
        #expect(container.inject(of: Service?.self)?.name == "there")
    }
}
