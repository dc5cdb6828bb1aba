import Dispatch
import Impose
import Testing

private final class Given: Storing {
    let title = "given"
}

@Suite("Injecting in an app of the main actor")
struct InjectionPointsTests {
    init() {
        Imposer.imposer(for: .custom("app")).impose(for: Storing.self, onConflict: .keep, FileStore.init)
    }

    @Test("In a main-actor app, a default argument injects")
    func defaultArgument() {
        #expect(Reader().store.title == "files")
        #expect(Reader(store: Given()).store.title == "given")
    }

    @Test("In a main-actor app, all wrappers inject in a class")
    func wrappersInClass() {
        let model = Model()
        #expect(model.store.title == "files")
        #expect(model.perhaps?.title == "files")
        #expect(model.weakly?.title == "files")
        #expect(model.all.first?.title == "files")
    }

    @Test("In a main-actor app, all wrappers inject in a struct")
    func wrappersInStruct() {
        let screen = Screen()
        #expect(screen.store.title == "files")
        #expect(screen.perhaps?.title == "files")
        #expect(screen.weakly?.title == "files")
        #expect(screen.all.first?.title == "files")
    }

    @Test("In a main-actor app, wrapped properties are assigned to, in a class and a constant struct")
    func assigning() {
        let model = Model()
        let screen = Screen()
        model.store = Given()
        model.perhaps = nil
        model.all = []
        screen.store = Given()
        screen.perhaps = Given()
        screen.all = [Given(), Given()]
        #expect(model.store.title == "given")
        #expect(model.perhaps == nil)
        #expect(model.all.isEmpty)
        #expect(screen.store.title == "given")
        #expect(screen.perhaps?.title == "given")
        #expect(screen.all.count == 2)
        #expect(Model().store.title == "files")
    }

    @Test("In a main-actor app, a wrapper that is held as a constant injects")
    func heldWrapper() {
        #expect(Holder().title == "files")
    }

    @Test("In a main-actor app, wrappers inject as soon as they are made, if told to")
    func eager() {
        let imposer = Imposer()
        imposer.impose(for: Storing.self, FileStore.init)
        #expect(Injected<any Storing>(from: imposer, when: .creation)().title == "files")
        #expect(UnforceInjected<any Storing>(from: imposer, when: .creation)()?.title == "files")
        #expect(InjectedWeakly<any Storing>(from: imposer, when: .creation)()?.title == "files")
        #expect(InjectedAll<any Storing>(from: imposer, when: .creation)().map(\.title) == ["files"])
    }

    @Test("In a main-actor app, a wrapped parameter takes a value and a wrapper")
    func wrappedParameter() {
        #expect(show(store: Given()) == "given")
        #expect(show($store: Injected(from: .custom("app"))) == "files")
    }

    @Test("In a main-actor app, all global functions inject")
    func globalFunctions() throws {
        #expect(inject(from: .custom("app"), of: Storing.self).title == "files")
        #expect(try tryInject(from: .custom("app"), of: Storing.self).title == "files")
        #expect(unforceInject(from: .custom("app"), of: Storing.self)?.title == "files")
        #expect(try injectAll(from: .custom("app"), of: Storing.self).map(\.title).contains("files"))
    }

    @Test("In a main-actor app, all methods of an imposer inject")
    func methods() throws {
        let imposer = Imposer()
        imposer.impose(for: Storing.self, FileStore.init)
        #expect(imposer.inject(of: Storing.self).title == "files")
        #expect(try imposer.tryInject(of: Storing.self).title == "files")
        #expect(imposer.unforceInject(of: Storing.self)?.title == "files")
        #expect(try imposer.injectAll(of: Storing.self).map(\.title) == ["files"])
    }

    @Test("In a main-actor app, an async function injects after an await")
    func afterAwait() async throws {
        let imposer = Imposer()
        imposer.impose(for: Storing.self, option: .closureBased, FileStore.init)
        await Task.yield()
        #expect(try imposer.tryInject(of: Storing.self).title == "files")
        try await Task.sleep(for: .milliseconds(1))
        #expect(try imposer.tryInject(of: Storing.self).title == "files")
    }

    @Test("In a main-actor app, tasks of the main actor and MainActor.run inject")
    func tasks() async throws {
        let imposer = Imposer()
        imposer.impose(for: Storing.self, option: .closureBased, FileStore.init)
        #expect(try await Task { try imposer.tryInject(of: Storing.self).title }.value == "files")
        let run = try await offMainActorAndBack { try imposer.tryInject(of: Storing.self).title }
        #expect(run == "files")
    }

    @Test(
        "In a main-actor app, a block on the main queue injects outside of any task"
    )
    func mainQueue() async {
        let imposer = Imposer()
        imposer.impose(for: Storing.self, option: .closureBased, FileStore.init)
        let kind = await withCheckedContinuation { continuation in
            DispatchQueue.main.async {
                MainActor.assumeIsolated {}
                continuation.resume(returning: failure(of: (any Storing).self, from: imposer)?.kind)
            }
        }
        #expect(kind == nil)
    }

    @Test("In a main-actor app, code in assumeIsolated injects")
    func assumeIsolated() {
        let imposer = Imposer()
        imposer.impose(for: Storing.self, option: .closureBased, FileStore.init)
        #expect(Self.assuming(imposer)?.title == "files")
    }

    nonisolated private static func assuming(_ imposer: Imposer) -> FileStore? {
        MainActor.assumeIsolated { imposer.unforceInject(of: Storing.self) as? FileStore }
    }

    @concurrent
    nonisolated private func offMainActorAndBack(_ body: @MainActor @Sendable () throws -> String) async throws
        -> String
    {
        try await MainActor.run { try body() }
    }
}
