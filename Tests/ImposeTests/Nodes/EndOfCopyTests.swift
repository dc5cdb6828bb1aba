import Impose
import ImposeTesting
import TestSupport
import Testing

private final class Service: Counted, @unchecked Sendable {
    let content: String

    init(_ census: Census, _ content: String) {
        self.content = content
        super.init(census)
    }
}

/// What is left of an isolated copy when it has ended.
private struct Remains {
    let imposers: [Imposer]
    let context: ImposerContext

    /// - Parameter census: Counts the service that the copy has.
    init(_ census: Census) {
        (imposers, context) = Imposer.isolated(endsWithBody: true) {
            Imposer.impose(for: Service.self) { Service(census, "inside") }
            let imposers = [
                Imposer.shared, .imposer(for: .secondary), .imposer(for: .custom("eu")), .openScope(),
                Imposer(parent: .shared), Imposer.openScope().openScope(),
            ]
            for imposer in imposers { _ = imposer.inject(of: Service.self) }
            return (imposers, Imposer.currentContext())
        }
    }
}

@Suite("An isolated copy that has ended", .imposing(empty: true), .timeLimit(.minutes(20)))
struct EndOfCopyTests {
    private let census = Census()

    init() { Imposer.impose(for: Service.self) { [census] in Service(census, "outside") } }

    private func kind(_ body: () throws(ImposeError) -> Service) -> ImposeError.Kind? { failure(of: body)?.kind }

    @Test("Code that runs in an imposer or a context of an isolated copy that has ended is told so")
    func run() {
        let remains = Remains(census)
        #expect(census.comesDown())
        for imposer in remains.imposers {
            for _ in 0..<3 {
                #expect(
                    kind { () throws(ImposeError) in try imposer.run { () throws(ImposeError) in try tryInject() } }
                        == .disposed
                )
                #expect(kind { () throws(ImposeError) in try imposer.tryInject() } == .disposed)
                #expect(imposer.run { Imposer.imposer(for: .custom("new")).unforceInject(of: Service.self) } == nil)
            }
        }
        #expect(
            kind { () throws(ImposeError) in try remains.context.run { () throws(ImposeError) in try tryInject() } }
                == .disposed
        )
        #expect(inject(of: Service.self).content == "outside")
    }

    @Test("A copy of an isolated copy that has ended has ended, too", arguments: [true, false])
    func isolatedInEnded(isEmpty: Bool) {
        let remains = Remains(census)
        for imposer in remains.imposers {
            imposer.run {
                Imposer.isolated(empty: isEmpty) {
                    Imposer.impose(for: Service.self) { [census] in Service(census, "copy's") }
                    #expect(kind { () throws(ImposeError) in try tryInject() } == .disposed)
                    #expect(
                        kind { () throws(ImposeError) in
                            try Imposer.withScope { _ throws(ImposeError) in try tryInject() }
                        } == .disposed
                    )
                }
            }
        }
        #expect(census.comesDown())
    }

    @Test(
        "Threads that run in imposers of an isolated copy while it ends get its instance or are told that it has ended"
    )
    func race() {
        let (rounds, wrong) = (scaled(600), CallCounter())
        for _ in 0..<rounds {
            let (begun, tokens) = (CallCounter(), Collected<Imposer>())
            onThreads(3) { _, thread in
                if thread == 0 {
                    Imposer.isolated(endsWithBody: true) {
                        Imposer.impose(for: Service.self) { [census] in Service(census, "inside") }
                        tokens.add(.shared)
                        tokens.add(.openScope())
                        begun.increment()
                    }
                    return
                }
                spin { begun.count == 1 }
                for turn in 0..<20 {
                    let token = tokens.all[turn % 2]
                    token.run {
                        if let service = unforceInject(of: Service.self), service.content != "inside" {
                            wrong.increment()
                        }
                        _ = Imposer.imposer(for: .secondary).unforceInject(of: Int.self)
                        Imposer.withScope { scope in
                            if let service = scope.unforceInject(of: Service.self), service.content != "inside" {
                                wrong.increment()
                            }
                        }
                    }
                }
            }
        }
        #expect(wrong.count == 0)
        #expect(census.comesDown())
    }

    @Test("A private imposer's scope in an isolated copy goes on in that copy")
    func privateScope() {
        let shop = Imposer()
        shop.impose(for: Int.self, instance: 1)
        Imposer.isolated {
            Imposer.impose(for: Service.self) { [census] in Service(census, "inside") }
            shop.withScope { scope in
                #expect(inject(of: Int.self) == 1)
                #expect(inject(of: Service.self).content == "inside")
                #expect(scope.unforceInject(of: Service.self)?.content == nil)
                Imposer.impose(for: String.self, instance: "imposed inside")
                #expect(Imposer.shared.unforceInject(of: String.self) == "imposed inside")
            }
            #expect(unforceInject(of: String.self) == "imposed inside")
            // A scope that was opened outside, and a context that was taken there.
            let scope = shop.openScope()
            scope.run { #expect(inject(of: Service.self).content == "inside") }
        }
        #expect(unforceInject(of: String.self) == nil)
        #expect(inject(of: Service.self).content == "outside")
    }

    @Test("A scope of a private imposer that was opened outside an isolated copy runs in that copy")
    func outsideScope() {
        let shop = Imposer()
        let scope = shop.openScope()
        scope.give(1)
        scope.run { #expect(inject(of: Service.self).content == "outside") }
        Imposer.isolated {
            Imposer.impose(for: Service.self) { [census] in Service(census, "inside") }
            scope.run {
                #expect(inject(of: Int.self) == 1)
                #expect(inject(of: Service.self).content == "inside")
            }
        }
        scope.run { #expect(inject(of: Service.self).content == "outside") }
    }

    @Test("An imposer of a type is one object, inside an isolated copy and outside")
    func oneObject() {
        let types: [ImposerType] = [.primary, .secondary, .custom("eu"), .custom(1)]
        let outside = types.map { Imposer.imposer(for: $0) }
        for (type, imposer) in zip(types, outside) { #expect(Imposer.imposer(for: type) === imposer) }
        #expect(Imposer.shared === outside[0])
        Imposer.isolated {
            let inside = types.map { Imposer.imposer(for: $0) }
            for (type, imposer) in zip(types, inside) { #expect(Imposer.imposer(for: type) === imposer) }
            #expect(Imposer.shared === inside[0])
            for (one, other) in zip(inside, outside) { #expect(one !== other) }
            outside[0].run { #expect(Imposer.shared === outside[0]) }
        }
        #expect(Imposer.shared === outside[0])
        let seen = Collected<ObjectIdentifier>()
        let context = Imposer.currentContext()
        onThreads(4) { _, thread in
            context.run { seen.add(ObjectIdentifier(Imposer.imposer(for: .custom("made at once")))) }
        }
        #expect(Set(seen.all).count == 1)
    }
}
