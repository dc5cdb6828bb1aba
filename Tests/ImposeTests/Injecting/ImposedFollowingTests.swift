import Impose
import ImposeTesting
import TestSupport
import Testing

private final class Work: Sendable {
    let location: String

    init(_ location: String = "") { self.location = location }
}

private final class Controller: @unchecked Sendable {
    @Imposed var work: Work
}

/// A class that keeps the instance that it read first.
private final class Cautious: @unchecked Sendable {
    @Injected var work: Work
}

private final class From: @unchecked Sendable {
    @Imposed var work: Work

    init(_ imposer: Imposer) { _work = Imposed(from: imposer) }

    init(_ type: ImposerType) { _work = Imposed(from: type) }
}

@Suite("@Imposed and the scope that is running", .imposing(empty: true))
struct ImposedFollowingTests {
    private func imposeScopedWork() {
        Imposer.impose(for: Work.self, option: .scopedInstance) { Work() }
    }

    @Test("@Imposed made in no scope gets what the running scope has, or else what is outside")
    func madeAtStart() {
        imposeScopedWork()
        let controller = Controller()
        let requests = [Imposer.openScope("request"), Imposer.openScope("request")]
        for request in requests {
            #expect(request.run { controller.work } === request.inject(of: Work.self))
            #expect(request.run { try? controller.$work.tryInject() } === request.inject(of: Work.self))
        }
        #expect(requests[0].inject(of: Work.self) !== requests[1].inject(of: Work.self))
        #expect(controller.work === inject(of: Work.self))
        #expect(controller.work !== requests[0].inject(of: Work.self))
    }

    @Test("@Imposed in tasks and threads that work for a scope gets that scope's instance")
    func carried() async {
        imposeScopedWork()
        let controller = Controller()
        let request = Imposer.openScope("request")
        let own = request.inject(of: Work.self)
        await request.run {
            async let child = controller.work
            #expect(await child === own)
            #expect(await Task { controller.work }.value === own)
            #expect(await Task.detached { controller.work }.value !== own)
            let context = Imposer.currentContext()
            onAnotherThread { context.run { #expect(controller.work === own) } }
        }
    }

    @Test("@Imposed finds what is imposed on the running scope, and stores there")
    func givenAndStored() throws {
        imposeScopedWork()
        let controller = Controller()
        let (one, other) = (Imposer.openScope("one"), Imposer.openScope("other"))
        one.impose(for: Work.self, Work("of one"))
        #expect(one.run { controller.work.location } == "of one")
        try other.run { () throws(ImposeError) in try controller.$work.store(Work("stored")) }
        #expect(other.inject(of: Work.self).location == "stored")
        one.run { controller.work = Work("assigned") }
        #expect(one.inject(of: Work.self).location == "assigned")
        #expect(controller.work.location == "")
    }

    @Test("@Imposed made in a scope gets that of scopes inside, and else that of its own")
    func madeInSession() {
        imposeScopedWork()
        let (session, unrelated) = (Imposer.openScope("session"), Imposer.openScope("request"))
        let message = session.openScope("message")
        let part = message.openScope("part")
        let below = Imposer(parent: part, label: "below").openScope("below")
        let controller = session.run { Controller() }
        for scope in [session, message, part, below] {
            #expect(scope.run { controller.work } === scope.inject(of: Work.self))
        }
        let own = session.inject(of: Work.self)
        #expect(unrelated.run { controller.work } === own)
        #expect(controller.work === own)
        #expect(message.run { Imposer.shared.run { controller.work } } === own)
    }

    @Test("@Imposed made in a scope does not follow scopes outside that one")
    func notOutwards() {
        imposeScopedWork()
        let session = Imposer.openScope("session")
        let (message, sibling) = (session.openScope("message"), session.openScope("message"))
        let controller = message.run { Controller() }
        for scope in [session, sibling] {
            #expect(scope.run { controller.work } === message.inject(of: Work.self))
        }
    }

    @Test("@Imposed follows the running scope of a private imposer in the same directory")
    func privateScope() {
        imposeScopedWork()
        let controller = Controller()
        let plugin = Imposer(label: "plugin")
        plugin.impose(for: Work.self, Work("of the plugin"))
        #expect(plugin.openScope().run { controller.work.location } == "of the plugin")
        #expect(plugin.run { controller.work.location } == "")
    }

    @Test("@Imposed stays in the directory that it was made in, whatever runs in another one")
    func directories() {
        imposeScopedWork()
        let (outside, scope) = (Controller(), Imposer.openScope())
        let own = inject(of: Work.self)
        Imposer.isolated {
            let inner = Imposer.openScope()
            let inside = Controller()
            #expect(inner.run { outside.work } === own)
            #expect(outside.work === own)
            #expect(inner.run { inside.work } === inner.inject(of: Work.self))
            #expect(scope.run { inside.work } === inject(of: Work.self))
            #expect(scope.run { outside.work } === scope.inject(of: Work.self))
            #expect(scope.run { inside.work } !== scope.inject(of: Work.self))
        }
    }

    @Test("@Injected does not follow the running scope, but injects where it was made")
    func cachingDoesNotFollow() {
        imposeScopedWork()
        let (cautious, request) = (Cautious(), Imposer.openScope("request"))
        #expect(request.run { cautious.work } === inject(of: Work.self))
    }

    @Test("@Imposed from another imposer asks that one, in the scope that is running")
    func fromImposer() {
        let (plugin, secondary) = (Imposer(label: "plugin"), Imposer.imposer(for: .secondary))
        for imposer in [plugin, secondary] { imposer.impose(for: Work.self, option: .scopedInstance) { Work() } }
        let (ofPlugin, ofSecondary) = (From(plugin), From(.secondary))
        let request = Imposer.openScope("request")
        let inPlugin = request.run { ofPlugin.work }
        #expect(inPlugin === request.run { plugin.inject(of: Work.self) })
        #expect(inPlugin !== plugin.inject(of: Work.self))
        #expect(ofPlugin.work === plugin.inject(of: Work.self))
        #expect(request.run { ofSecondary.work } === request.run { inject(from: .secondary, of: Work.self) })
        #expect(request.run { ofSecondary.work } !== ofSecondary.work)
        let own = plugin.openScope()
        #expect(own.run { ofPlugin.work } === own.inject(of: Work.self))
    }

    @Test("@Imposed from an imposer that is a scope stays with that scope")
    func fromScope() {
        imposeScopedWork()
        let session = Imposer.openScope("session")
        let controller = From(session)
        for scope in [Imposer.openScope("other"), session.openScope("message")] {
            #expect(scope.run { controller.work } === session.inject(of: Work.self))
        }
    }

    @Test("@Imposed read in the provider of a singleton gets what the singleton's imposer has")
    func onBehalf() {
        imposeScopedWork()
        let controller = Controller()
        struct Held: Sendable { let work: Work }
        Imposer.impose(for: Held.self) { Held(work: controller.work) }
        let request = Imposer.openScope("request")
        #expect(request.run { inject(of: Held.self) }.work === inject(of: Work.self))
    }

    @Test("@Imposed in an ended scope is an error, and takes nothing from outside")
    func ended() {
        imposeScopedWork()
        let (atStart, session) = (Controller(), Imposer.openScope("session"))
        let inSession = session.run { Controller() }
        session.dispose()
        let message = session.openScope("message")
        for (controller, scope) in [(atStart, session), (inSession, session), (inSession, message)] {
            let error = scope.run { failure { () throws(ImposeError) in try controller.$work.tryInject() } }
            #expect(error?.kind == .disposed)
        }
        let error = failure { () throws(ImposeError) in try inSession.$work.tryInject() }
        #expect(error?.kind == .disposed)
    }

    @Test("An object with @Imposed that a scope keeps does not keep the scope")
    func memory() {
        imposeScopedWork()
        Imposer.impose(for: Controller.self, option: .scopedInstance, Controller.init)
        let watched = {
            let session = Imposer.openScope("session")
            let controller = session.inject(of: Controller.self)
            let message = session.openScope("message")
            #expect(message.run { controller.work } === message.inject(of: Work.self))
            return Watched(session)
        }()
        #expect(watched.isGone)
    }
}
