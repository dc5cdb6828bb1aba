import Impose
import Synchronization
import Testing

// A test for each feature of Resolve, in its own words.

private struct Plain {
    @Injected var service: ResolveService
}

private struct Stored {
    @Imposed var service: ResolveService

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

    @Test("As in Resolve, of several contexts the first that knows the type answers")
    func firstThatKnows() {
        Imposer.isolated(empty: true) {
            Imposer.imposer(for: .custom("payments")).impose(for: ResolveClock.self, ResolveClock())
            Imposer.imposer(for: .custom("shop")).impose(for: ResolveService.self, ResolveService("shop"))
            Imposer.imposer(for: .custom("stock")).impose(for: ResolveService.self, ResolveService("stock"))
            #expect(Plain().service.name == "shop")
        }
    }

    @Test("As in Resolve, a wrapper may have a given context")
    func givenContext() {
        Imposer.isolated(empty: true) {
            Imposer.impose(for: ResolveService.self, ResolveService("app"))
            context.impose(for: ResolveService.self, ResolveService("given"))
            #expect(Injected<ResolveService>(from: context)().name == "given")
        }
    }

    @Test("As in Resolve, a type may have variants")
    func variants() {
        context.impose(for: ResolveService.self, named: "long", ResolveService("long"))
        context.impose(for: ResolveService.self, named: "short", ResolveService("short"))
        #expect(Injected<ResolveService>(from: context, named: "long")().name == "long")
        #expect(Injected<ResolveService>(from: context, named: "short")().name == "short")
    }

    @Test("As in Resolve, a storer gets what is assigned and what is stored")
    func storer() throws {
        let shelf = Shelf()
        context.impose(for: ResolveService.self, option: .closureBased) { ResolveService(shelf.text) }
            .onStore { shelf.put($0.name) }
        let owner = Stored(in: context)
        #expect(owner.service.name == "first")

        owner.service = ResolveService("assigned")
        #expect(shelf.text == "assigned")
        #expect(context.inject(of: ResolveService.self).name == "assigned")

        try context.store(ResolveService("stored"))
        #expect(owner.service.name == "stored")
    }

    @Test("As in Resolve, storing replaces what is persistent")
    func storingPersistent() throws {
        context.impose(for: ResolveService.self, named: "variant", ResolveService("first"))
        let owner = Stored(in: context, named: "variant")
        owner.service = ResolveService("assigned")
        #expect(context.inject(of: ResolveService.self, named: "variant").name == "assigned")

        try context.store(ResolveService("stored"), for: ResolveService.self, named: "variant")
        #expect(owner.service.name == "stored")
    }
}
