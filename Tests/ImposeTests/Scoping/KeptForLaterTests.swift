import Impose
import ImposeTesting
import TestSupport
import Testing

private final class Clock: Sendable {}

/// What is made anew each time, and asks later.
private final class Page: @unchecked Sendable {
    @Injected var clock: Clock
    @Imposed var latest: Clock
    let handle: Injected<Clock>
    let context = Imposer.currentContext()

    init(_ handle: Injected<Clock>) { self.handle = handle }
}

/// What is kept, and gets a page later.
private final class Desk: @unchecked Sendable {
    @Injected var page: Page
    @InjectedAll var pages: [Page]
    @OwnerInjected var own: Page
    let handle: Injected<Page>
    let handles: InjectedAll<Page>
    let imposer: Imposer
    let context = Imposer.currentContext()
    private let made = Collected<Page>()

    init(_ handle: Injected<Page>, _ handles: InjectedAll<Page>, _ imposer: Imposer) {
        (self.handle, self.handles, self.imposer) = (handle, handles, imposer)
    }

    /// The ways to a page.
    enum Way: CaseIterable {
        case wrapper, wrapperOfAll, wrapperOfOwner, handle, handleOfAll, imposer, context
    }

    /// Gets a page, and holds it.
    func get(_ way: Way) {
        let page: Page
        switch way {
        case .wrapper: page = self.page
        case .wrapperOfAll: page = pages[0]
        case .wrapperOfOwner: page = own
        case .handle: page = handle()
        case .handleOfAll: page = handles()[0]
        case .imposer: page = imposer.inject()
        case .context: page = context.run { inject() }
        }
        made.add(page)
        // In turn what that asks later.
        _ = (page.clock, page.latest, page.handle(), page.context.run { inject(of: Clock.self) })
    }
}

@Suite("What a kept instance asks for later", .imposing(empty: true))
struct KeptForLaterTests {
    private func impose(_ option: InjectOption) {
        Imposer.impose(for: Clock.self, Clock.init)
        Imposer.impose(for: Page.self, option: .closureBased, Page.init)
        Imposer.impose(for: Desk.self, option: option, Desk.init)
    }

    @Test(
        "A scope goes with the last reference to it, whatever an instance that it keeps got later",
        arguments: Desk.Way.allCases,
        [InjectOption.scopedInstance, .scopedInstance(in: "session")]
    )
    private func scope(way: Desk.Way, option: InjectOption) {
        impose(option)
        let (scope, desk) = {
            let session = Imposer.openScope("session")
            let desk = session.inject(of: Desk.self)
            desk.get(way)
            session.run { desk.get(way) }
            return (Watched(session), Watched(desk))
        }()
        #expect(scope.isGone)
        #expect(desk.isGone)
    }

    @Test(
        "A scope goes with its last reference, whatever an instance imposed on it got later",
        arguments: Desk.Way.allCases
    )
    private func ownOfScope(way: Desk.Way) {
        Imposer.impose(for: Clock.self, Clock.init)
        let (scope, desk) = {
            let session = Imposer.openScope("session")
            session.impose(for: Page.self, option: .closureBased, Page.init)
            session.impose(for: Desk.self, Desk.init)
            if way != .wrapperOfOwner { session.inject(of: Desk.self).get(way) }
            return (Watched(session), Watched(session.inject(of: Desk.self)))
        }()
        #expect(scope.isGone)
        #expect(desk.isGone)
    }

    @Test(
        "An isolated directory goes with the last that injects from it, whatever an instance that it keeps got later",
        arguments: Desk.Way.allCases
    )
    private func directory(way: Desk.Way) {
        impose(.singleInstance)
        let desk = Imposer.isolated {
            let desk = inject(of: Desk.self)
            desk.get(way)
            return Watched(desk)
        }
        #expect(desk.isGone)
    }

    @Test(
        "A scope or a private imposer goes with its last reference, also where what it keeps opens an imposer in it and holds that"
    )
    func opensInside() {
        final class Office: @unchecked Sendable {
            let made: [Imposer]
            var later: Imposer?
            let parameter: Imposer

            init(_ parameter: Imposer) {
                self.parameter = parameter
                made = [parameter.openScope(), Imposer(parent: parameter)]
            }
        }
        func watched(_ imposer: Imposer, _ owner: Imposer) -> (Watched<Imposer>, Watched<Office>) {
            owner.impose(for: Office.self, option: .scopedInstance, Office.init)
            let office = imposer.inject(of: Office.self)
            office.later = office.parameter.openScope()
            #expect(!office.made.contains { $0.isDisposed })
            return (Watched(imposer), Watched(office))
        }
        let ways = [
            { watched(.openScope(), .shared) },
            {
                let scope = Imposer.openScope()
                return watched(scope, scope)
            },
            {
                let plugin = Imposer()
                return watched(plugin, plugin)
            },
        ]
        for way in ways {
            let (imposer, office) = way()
            // At once, but for threads that were in the middle of an injection.
            #expect(eventually { imposer.isGone && office.isGone })
        }
    }

    @Test("What the provider of a kept instance makes in another directory, or in another one's scope, holds that open")
    func elsewhere() {
        final class Inbox: Sendable {
            private let page = Injected<Page>()
            private let clock: Clock

            init() { clock = inject() }

            var isOfItsClock: Bool { page().clock === clock }
        }
        Imposer.impose(for: Inbox.self, option: .singleInstance) { Imposer.isolated { Inbox() } }
        Imposer.impose(for: Page.self, option: .closureBased, Page.init)
        Imposer.impose(for: Clock.self, Clock.init)
        let inbox: Inbox = inject()
        #expect(inbox.isOfItsClock)

        let plugin = Imposer()
        Imposer.impose(for: Inbox.self, named: "plugin", option: .singleInstance) { plugin.openScope().run { Inbox() } }
        #expect(inject(of: Inbox.self, named: "plugin").isOfItsClock)
    }

    @Test("An object that nobody keeps holds the scope open that it was made in")
    func notKept() {
        impose(.closureBased)
        let (scope, page) = {
            let session = Imposer.openScope("session")
            return (Watched(session), session.inject(of: Page.self))
        }()
        #expect(!scope.isGone)
        #expect(page.clock === inject(of: Clock.self))
    }
}
