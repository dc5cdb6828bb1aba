import Impose
import ImposeTesting
import TestSupport
import Testing

private protocol Part: Sendable {}

private final class Work: Part {
    let location: String

    init(_ location: String = "") { self.location = location }
}

private final class Other: Part {}

private final class Controller: Sendable {
    let work: Imposed<Work>
    let parts: InjectedAll<any Part>

    init(_ work: Imposed<Work>, _ parts: InjectedAll<any Part>) { (self.work, self.parts) = (work, parts) }
}

@Suite("Parameters Imposed<D> and InjectedAll<D>", .imposing(empty: true))
struct ImposedParameterTests {
    private func imposeScopedWork() {
        Imposer.impose(for: Work.self, option: .scopedInstance) { Work() }
    }

    private func imposeController(_ option: InjectOption = .singleInstance, on imposer: Imposer = .shared) {
        imposer.impose(for: Controller.self, option: option, Controller.init)
    }

    @Test("Imposed<D> and InjectedAll<D> as parameters are given before anything is imposed")
    func givenAtOnce() throws {
        imposeController()
        let controller = inject(of: Controller.self)
        let error = failure { () throws(ImposeError) in try controller.work.tryInject() }
        #expect(error?.kind == .missing)
        Imposer.impose(for: Work.self, Work("one"))
        Imposer.impose(for: Other.self, Other())
        #expect(controller.work().location == "one")
        #expect(controller.parts().map { type(of: $0) == Work.self } == [true, false])
        Imposer.impose(for: Work.self, Work("two"))
        #expect(controller.work().location == "two")
        #expect((controller.parts()[0] as? Work)?.location == "one")
    }

    @Test("InjectedAll<D> is empty where nothing is imposed")
    func nothing() {
        Imposer.impose(for: Int.self) { (parts: InjectedAll<any Part>) in parts().count }
        #expect(inject(of: Int.self) == 0)
    }

    @Test("Imposed<D> of a singleton gets what each scope has that is running, whichever was running when it was made")
    func singleton() {
        imposeScopedWork()
        imposeController()
        let requests = [Imposer.openScope("request"), Imposer.openScope("request")]
        let controller = requests[0].run { inject(of: Controller.self) }
        for request in requests {
            #expect(request.run { controller.work() } === request.inject(of: Work.self))
        }
        #expect(controller.work() === inject(of: Work.self))
    }

    @Test(
        "Imposed<D> of an instance of a scope stays in it, but for the scopes inside",
        arguments: [
            InjectOption.scopedInstance, .closureBased, .graphInstance,
        ]
    )
    func scoped(option: InjectOption) {
        imposeScopedWork()
        imposeController(option)
        let (session, other) = (Imposer.openScope("session"), Imposer.openScope("other"))
        let message = session.openScope("message")
        let controller = session.inject(of: Controller.self)
        let own = session.inject(of: Work.self)
        #expect(controller.work() === own)
        #expect(other.run { controller.work() } === own)
        #expect(message.run { controller.work() } === message.inject(of: Work.self))
        #expect(controller.parts().count == 1 && controller.parts()[0] as? Work === own)
    }

    @Test("Imposed<D> of what is imposed on a scope itself, and asked for in one inside, is the inner one's")
    func imposedOnScope() {
        imposeScopedWork()
        let (session, other) = (Imposer.openScope("session"), Imposer.openScope("other"))
        let message = session.openScope("message")
        imposeController(.closureBased, on: session)
        let controller = message.inject(of: Controller.self)
        #expect(controller.work() === message.inject(of: Work.self))
        #expect(session.run { controller.work() } === message.inject(of: Work.self))
        #expect(other.run { controller.work() } === message.inject(of: Work.self))
        imposeController(.singleInstance, on: session)
        let kept = message.inject(of: Controller.self)
        #expect(kept.work() === session.inject(of: Work.self))
        #expect(message.run { kept.work() } === message.inject(of: Work.self))
        #expect(other.run { kept.work() } === session.inject(of: Work.self))
    }

    @Test("Imposed<D> and InjectedAll<D> as parameters search the private imposer of the registration")
    func privateHolder() throws {
        let plugin = Imposer(label: "plugin")
        plugin.impose(for: Work.self, option: .scopedInstance) { Work("plugin") }
        imposeController(.closureBased, on: plugin)
        let (request, other) = (Imposer.openScope("request"), Imposer.openScope("request"))
        let controller = request.run { plugin.inject(of: Controller.self) }
        let own = request.run { plugin.inject(of: Work.self) }
        #expect(controller.work() === own)
        #expect(controller.parts()[0] as? Work === own)
        #expect(other.run { controller.work() } === own)
        imposeController(on: plugin)
        let kept = request.run { plugin.inject(of: Controller.self) }
        #expect(kept.work() === plugin.inject(of: Work.self))
        #expect(other.run { kept.work() } === other.run { plugin.inject(of: Work.self) })
        #expect(kept.parts()[0] as? Work === plugin.inject(of: Work.self))
    }

    @Test("Imposed<D> stores in the scope that is running")
    func stores() throws {
        imposeScopedWork()
        imposeController()
        let (controller, request) = (inject(of: Controller.self), Imposer.openScope("request"))
        try request.run { () throws(ImposeError) in try controller.work.store(Work("stored")) }
        #expect(request.inject(of: Work.self).location == "stored")
        #expect(inject(of: Work.self).location == "")
    }

    @Test("Imposed<D> and InjectedAll<D> as parameters stay in the directory of their registration")
    func directories() {
        imposeScopedWork()
        imposeController()
        let controller = inject(of: Controller.self)
        let own = inject(of: Work.self)
        Imposer.isolated {
            let inner = inject(of: Controller.self)
            let scope = Imposer.openScope()
            #expect(scope.run { controller.work() } === own)
            #expect(scope.run { inner.work() } === scope.inject(of: Work.self))
            #expect(inner.parts()[0] as? Work === inject(of: Work.self))
            #expect(controller.parts()[0] as? Work === own)
        }
    }

    @Test("An argument takes the place of a parameter Imposed<D> or InjectedAll<D>")
    func argument() {
        imposeScopedWork()
        imposeController(.closureBased)
        let given = InjectedAll<any Part>(wrappedValue: [Other()])
        #expect(inject(of: Controller.self, arguments: given).parts()[0] is Other)
        let plugin = Imposer()
        plugin.impose(for: Work.self, Work("given"))
        let controller: Controller = inject(arguments: Imposed<Work>(from: plugin))
        #expect(controller.work().location == "given")
    }

    @Test("Imposed<D> and InjectedAll<D> as parameters do not keep their scope", arguments: [false, true])
    func scopeIsFreed(isOnScope: Bool) {
        imposeScopedWork()
        imposeController(.scopedInstance)
        let (watched, controller) = {
            let session = Imposer.openScope("session")
            if isOnScope { imposeController(on: session) }
            let controller = session.inject(of: Controller.self)
            _ = controller.work()
            return (Watched(session), controller)
        }()
        #expect(watched.isGone)
        let error = failure { () throws(ImposeError) in try controller.work.tryInject() }
        #expect(error?.kind == .disposed)
        #expect(failure { () throws(ImposeError) in try controller.parts.tryInject() }?.kind == .disposed)
    }

    @Test(
        "Imposed<D> and InjectedAll<D> as parameters do not keep the imposer that keeps them",
        arguments: [
            InjectOption.singleInstance, .scopedInstance,
        ]
    )
    func imposerIsFreed(option: InjectOption) {
        let (watched, controller) = {
            let plugin = Imposer(label: "plugin")
            plugin.impose(for: Work.self) { Work() }
            imposeController(option, on: plugin)
            let controller = plugin.inject(of: Controller.self)
            _ = controller.work()
            return (Watched(plugin), controller)
        }()
        #expect(watched.isGone)
        let error = failure { () throws(ImposeError) in try controller.work.tryInject() }
        #expect(error?.kind == .disposed)
        #expect(failure { () throws(ImposeError) in try controller.parts.tryInject() }?.kind == .disposed)
    }

    @Test("Imposed<D> and InjectedAll<D> as parameters cut a cycle")
    func cycle() {
        final class Left: Sendable {
            let rights: InjectedAll<Right>
            let right: Imposed<Right>

            init(_ rights: InjectedAll<Right>, _ right: Imposed<Right>) { (self.rights, self.right) = (rights, right) }
        }
        final class Right: Sendable {
            let left: Left

            init(_ left: Left) { self.left = left }
        }
        Imposer.impose(for: Left.self, Left.init)
        Imposer.impose(for: Right.self, Right.init)
        let left = inject(of: Left.self)
        #expect(left.right().left === left)
        #expect(left.rights().map { $0.left === left } == [true])
    }
}
