import Impose
import ImposeTesting
import TestSupport
import Testing

private final class Connections: Sendable {}

private final class Users: Sendable {
    let pool: Connections
    init(pool: Connections) { self.pool = pool }
}

private final class Mailer: Sendable {}
private final class Unused: Sendable {}
private struct Refused: Error {}

@Suite("Preparing", .imposing(empty: true), .timeLimit(.minutes(20)))
struct PreparationTests {
    @Test("prepare() makes what inject could not, and nothing else")
    func makes() async throws {
        let unused = CallCounter()
        Imposer.impose(for: Connections.self) { () async in Connections() }
        Imposer.impose(for: Users.self, Users.init)
        Imposer.impose(for: Unused.self) {
            unused.increment()
            return Unused()
        }
        try await Imposer.prepare()
        let users: Users = inject()
        #expect(users.pool === inject(of: Connections.self))
        #expect(Imposer.existing(Unused.self) == nil)
        #expect(unused.count == 0)
    }

    @Test("prepare() makes what is eager, on its actor")
    func eager() async throws {
        Imposer.impose(for: Unused.self) { @MainActor in
            MainActor.assertIsolated()
            return Unused()
        }
        .eager()
        try await Imposer.prepare()
        #expect(Imposer.existing(Unused.self) != nil)
    }

    @Test("prepare() makes what is eager and was changed in an isolated directory")
    func eagerChangedInside() async throws {
        Imposer.impose(for: Unused.self) { Unused() }.eager()
        try await Imposer.isolated {
            let created = CallCounter()
            let registration = try #require(Imposer.shared.registration(for: Unused.self))
            registration.onCreate { _ in created.increment() }
            try await Imposer.prepare()
            #expect(created.count == 1)
        }
    }

    @Test("prepare() leaves out what is weak, scoped, unkept, or takes arguments")
    func leaves() async throws {
        let calls = CallCounter()
        @Sendable func make() async -> Connections {
            calls.increment()
            return Connections()
        }
        Imposer.impose(for: Connections.self, named: "weak", option: .weakInstance) { () async in await make() }.eager()
        Imposer.impose(for: Connections.self, named: "scoped", option: .scopedInstance) { () async in await make() }
            .eager()
        Imposer.impose(for: Connections.self, named: "made", option: .closureBased) { () async in await make() }.eager()
        Imposer.impose(for: Connections.self, named: "graph", option: .graphInstance) { () async in await make() }
            .eager()
        Imposer.impose(for: Connections.self, named: "arguments") { (_: Int) async in await make() }
            .expectingArguments(Int.self)
            .eager()
        try await Imposer.prepare()
        #expect(calls.count == 0)
    }

    @Test("prepare() makes independent instances at once, and dependent ones in order")
    func order() async throws {
        let (both, order) = (Gate(opensAt: 2), Collected<String>())
        for name in ["one", "other"] {
            Imposer.impose(for: Connections.self, named: InjectionName(name)) { () async in
                // Neither goes on before both are here.
                await both.pass()
                order.add(name)
                return Connections()
            }
        }
        Imposer.impose(for: Users.self) { () async throws in
            let pool = try await injectAsync(of: Connections.self, named: "one")
            order.add("users")
            return Users(pool: pool)
        }
        try await Imposer.prepare()
        // The other one may go on at any time, no matter who needs the first.
        #expect(order.all.filter { $0 != "other" } == ["one", "users"])
        #expect(order.all.count == 3)
    }

    @Test("prepare() makes nothing twice, and all again after a reset")
    func twice() async throws {
        let calls = CallCounter()
        Imposer.impose(for: Connections.self) { () async in
            calls.increment()
            return Connections()
        }
        try await Imposer.prepare()
        try await Imposer.prepare()
        #expect(calls.count == 1)
        Imposer.shared.reset()
        try await Imposer.prepare()
        #expect(calls.count == 2)
    }

    @Test("prepare() ends with the first failure, and waits for nothing else")
    func failing() async throws {
        let (goesOn, mailer) = (Gate(), Gate())
        Imposer.impose(for: Connections.self) { () async throws -> Connections in
            // A provider that is cancelled before it has begun is not called.
            await mailer.arrived()
            throw Refused()
        }
        Imposer.impose(for: Users.self, Users.init)
        Imposer.impose(for: Mailer.self) { () async throws in
            await mailer.pass()
            goesOn.open()
            try Task.checkCancellation()
            return Mailer()
        }
        let error = try #require(await failure { () async throws(ImposeError) in try await Imposer.prepare() })
        #expect(error.kind == .providerFailed)
        #expect(error.underlyingError is Refused)
        #expect(!error.description.contains("Mailer"))
        mailer.open()
        await goesOn.pass()
    }

    @Test("The error of prepare() names all that failed")
    func severalFailing() async throws {
        let both = Gate(opensAt: 2)
        @Sendable func fail() async throws {
            await both.pass()
            throw Refused()
        }
        Imposer.impose(for: Connections.self) { () async throws -> Connections in
            try await fail()
            return Connections()
        }
        Imposer.impose(for: Mailer.self) { () async throws -> Mailer in
            try await fail()
            return Mailer()
        }
        for _ in 0..<20 {
            let error = try #require(await failure { () async throws(ImposeError) in try await Imposer.prepare() })
            let requested = ObjectIdentifier(error.requested)
            #expect([ObjectIdentifier(Connections.self), ObjectIdentifier(Mailer.self)].contains(requested))
            if error.description.contains("Connections"), error.description.contains("Mailer") {
                #expect(requested == ObjectIdentifier(Connections.self))
                #expect(error.description.contains("besides"))
                return
            }
            // One was cancelled before it could fail.
        }
        Issue.record("One of the two was never named")
    }

    @Test("prepare() in a cancelled task is an error of kind cancelled")
    func cancelled() async throws {
        let gate = Gate()
        Imposer.impose(for: Connections.self) { () async throws in
            await gate.pass()
            try Task.checkCancellation()
            return Connections()
        }
        let task = Task { try await Imposer.prepare() }
        await gate.arrived()
        task.cancel()
        guard case .failure(let error as ImposeError) = await task.result else {
            Issue.record("It succeeded")
            return
        }
        #expect(error.kind == .cancelled)
    }

    @Test("prepare() on a scope makes what the scope keeps")
    func scope() async throws {
        Imposer.impose(for: Connections.self) { () async in Connections() }
        Imposer.impose(for: Users.self, option: .scopedInstance(in: "request"), Users.init)
        Imposer.impose(for: Mailer.self, option: .scopedInstance) { () async in Mailer() }
        try await Imposer.withScope("request") { request in
            try await request.prepare()
            let users: Users = inject()
            let mailer: Mailer = inject()
            #expect(request.existing(Users.self) === users)
            try await Imposer.withScope("step") { step in
                try await step.prepare()
                #expect(inject(of: Users.self) === users)
                #expect(inject(of: Mailer.self) !== mailer)
            }
        }
    }

    @Test("prepare() on a scope makes what needs something asynchronous of that scope")
    func ownOfScope() async throws {
        Imposer.impose(for: Connections.self, option: .closureBased, Connections.init)
        Imposer.impose(for: Users.self, option: .scopedInstance, Users.init)
        try await Imposer.withScope("request") { request in
            request.impose(for: Connections.self, option: .closureBased) { () async in Connections() }
            try await request.prepare()
            let users = try tryInject(of: Users.self)
            #expect(request.existing(Users.self) === users)
        }
    }

    @Test("prepare() on a private imposer makes what it and its parents keep")
    func privateImposer() async throws {
        let parent = Imposer()
        let child = Imposer(parent: parent)
        parent.impose(for: Connections.self) { () async in Connections() }
        child.impose(for: Users.self, Users.init)
        try await child.prepare()
        #expect(child.inject(of: Users.self).pool === parent.inject(of: Connections.self))
    }

    @Test(
        "The trait prepares what it imposes, if it is told to",
        .imposing(prepared: true) { $0.impose(for: Connections.self) { () async in Connections() } }
    )
    func trait() {
        #expect(Imposer.existing(Connections.self) != nil)
    }
}
