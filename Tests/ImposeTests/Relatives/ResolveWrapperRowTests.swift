import Impose
import Synchronization
import Testing

// A test for each feature of Resolve, in its own words.

private final class Service: Sendable {
    let name: String

    init(_ name: String) {
        self.name = name
    }
}

private final class Clock: Sendable {}

private struct Plain {
    @Injected var service: Service
}

private struct Stored {
    @Imposed var service: Service

    init(in imposer: Imposer, named name: InjectionName? = nil) {
        _service = Imposed(from: imposer, named: name)
    }
}

private final class Shelf: Sendable {
    private let content = Mutex("first")

    var text: String { content.withLock { $0 } }

    func put(_ text: String) {
        content.withLock { $0 = text }
    }
}

@Suite("What Resolve had, by wrappers")
struct ResolveWrapperRowTests {
    private let context = Imposer()

    @Test("Resolve: of several contexts the first that knows the type answers")
    func firstThatKnows() {
        Imposer.isolated(empty: true) {
            Imposer.imposer(for: .custom("payments")).impose(for: Clock.self, Clock())
            Imposer.imposer(for: .custom("shop")).impose(for: Service.self, Service("shop"))
            Imposer.imposer(for: .custom("stock")).impose(for: Service.self, Service("stock"))
            #expect(Plain().service.name == "shop")
        }
    }

    @Test("Resolve: a given context in the wrapper")
    func givenContext() {
        Imposer.isolated(empty: true) {
            Imposer.impose(for: Service.self, Service("app"))
            context.impose(for: Service.self, Service("given"))
            #expect(Injected<Service>(from: context)().name == "given")
        }
    }

    @Test("Resolve: variants")
    func variants() {
        context.impose(for: Service.self, named: "long", Service("long"))
        context.impose(for: Service.self, named: "short", Service("short"))
        #expect(Injected<Service>(from: context, named: "long")().name == "long")
        #expect(Injected<Service>(from: context, named: "short")().name == "short")
    }

    @Test("Resolve: a storer gets what is assigned and what is stored")
    func storer() throws {
        let shelf = Shelf()
        context.impose(for: Service.self, option: .closureBased) { Service(shelf.text) }
            .onStore { shelf.put($0.name) }
        let owner = Stored(in: context)
        #expect(owner.service.name == "first")

        owner.service = Service("assigned")
        #expect(shelf.text == "assigned")
        #expect(context.inject(of: Service.self).name == "assigned")

        try context.store(Service("stored"))
        #expect(owner.service.name == "stored")
    }

    @Test("Resolve: storing replaces what is persistent")
    func storingPersistent() throws {
        context.impose(for: Service.self, named: "variant", Service("first"))
        let owner = Stored(in: context, named: "variant")
        owner.service = Service("assigned")
        #expect(context.inject(of: Service.self, named: "variant").name == "assigned")

        try context.store(Service("stored"), for: Service.self, named: "variant")
        #expect(owner.service.name == "stored")
    }
}
