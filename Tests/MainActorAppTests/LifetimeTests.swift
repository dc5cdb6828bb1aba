import Impose
import Testing

// Owners, stores and scopes in an app of the main actor.

private final class Page: Storing {
    let title: String

    init(title: String) { self.title = title }
}

private final class Controller: InjectionOwner {
    nonisolated let imposer: Imposer
    @OwnerInjected var page: Page

    init(imposer: Imposer) { self.imposer = imposer }
}

private final class Settings {
    @Imposed(from: .custom("lifetimes")) var page: Page
}

private final class Viewer {
    @Injected var page: Page
}

private final class Tab {
    var isOpen = true

    func close() { isOpen = false }
}

@Suite("Scopes, owners and stores in an app of the main actor")
struct LifetimeTests {
    @Test("In a main-actor app, @OwnerInjected gives the owner to a provider")
    func owner() {
        let imposer = Imposer()
        imposer.impose(for: Page.self, option: .closureBased) { @MainActor (owner: Controller) in
            Page(title: "of \(type(of: owner))")
        }
        #expect(Controller(imposer: imposer).page.title == "of Controller")
    }

    @Test("In a main-actor app, @Imposed reads and writes through")
    func imposed() {
        Imposer.imposer(for: .custom("lifetimes")).impose(for: Page.self) { @MainActor in Page(title: "made") }
        let settings = Settings()
        #expect(settings.page.title == "made")
        settings.page = Page(title: "written")
        #expect(Settings().page.title == "written")
    }

    @Test("In a main-actor app, a scope runs code of the main actor, with and without await")
    func scope() async {
        let scope = Imposer().openScope()
        scope.impose(for: Page.self, option: .scopedInstance) { @MainActor in Page(title: "scoped") }
        let viewer = scope.run { Viewer() }
        #expect(viewer.page.title == "scoped")
        let title = await scope.run {
            await Task.yield()
            return Viewer().page.title
        }
        #expect(title == "scoped")
    }

    @Test("In a main-actor app, a kept instance may be disposed of off the main actor")
    func disposing() async {
        let scope = Imposer().openScope()
        scope.impose(for: Page.self) { @MainActor in Page(title: "kept") }
        let page: Page = scope.inject()
        await offMainActor { _ = scope.dispose() }
        #expect(scope.isDisposed)
        #expect(page.title == "kept")
    }

    @Test("In a main-actor app, an awaited disposer of a main-actor instance runs on the main actor")
    func disposingThere() async {
        let imposer = Imposer()
        imposer.impose(for: Tab.self, option: .scopedInstance, Tab.init)
            .onDispose { await $0.close() }
            .onDispose { tab in
                await tab.close()
                await Task.yield()
            }
        let tab = await imposer.withScope { $0.inject(of: Tab.self) }
        #expect(!tab.isOpen)
        _ = imposer.inject(of: Tab.self)
        #expect(await imposer.shutdown(within: .seconds(3600)).isEmpty)
    }
}
