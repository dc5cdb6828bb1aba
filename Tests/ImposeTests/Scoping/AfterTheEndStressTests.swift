import Impose
import Synchronization
import TestSupport
import Testing

private final class Basket: Sendable {
    let origin: String

    init(_ origin: String) { self.origin = origin }
}

private final class Shelf: Sendable {
    let basket: Basket

    init(basket: Basket) { self.basket = basket }
}

/// A way in which a scope gets its own basket.
private enum Own: CaseIterable {
    case given, instance, closure, alias, removedOther

    func impose(on scope: Imposer) {
        switch self {
        case .given: scope.give(Basket("scope"))
        case .instance: scope.impose(for: Basket.self, instance: Basket("scope"))
        case .closure: scope.impose(for: Basket.self, option: .closureBased) { Basket("scope") }
        case .alias:
            scope.impose(for: Basket.self, named: "original") { Basket("scope") }.alias(Basket.self) { $0 }
        case .removedOther:
            scope.give(1)
            scope.give(Basket("scope"))
            scope.remove(for: Int.self)
        }
    }
}

@Suite("The end of a scope, under threads that go on asking", .timeLimit(.minutes(20)))
struct AfterTheEndStressTests {
    private static let rounds = scaled(500)

    /// Asks in turn in all these ways until the scope has ended and one of them says so.
    private static func ask(_ scope: Imposer, from imposer: Imposer, _ ways: Int) -> (baskets: [Basket], isEnded: Bool)
    {
        var baskets: [Basket] = []
        func note(_ basket: Basket?) {
            // The end may be long in coming: the same one need not be remembered, nor more than anybody looks at.
            guard let basket, baskets.last !== basket, baskets.count < 10_000 else { return }
            baskets.append(basket)
        }
        for way in 0..<Int.max {
            do {
                switch way % ways {
                case 0: note(try scope.tryInject())
                case 1: note(try scope.run { () throws(ImposeError) in try imposer.tryInject() })
                case 2: note(try scope.tryInject(of: Basket?.self))
                case 3: note(try scope.tryInject(ifNoMatchUse: .nearestAndCastable))
                case 4: for basket in try scope.injectAll(of: Basket.self) { note(basket) }
                default: note(try scope.tryInject(of: Shelf.self).basket)
                }
            } catch {
                return (baskets, error.kind == .disposed)
            }
        }
        return (baskets, false)
    }

    @Test(
        "Nobody gets from outside what an ended scope hid, however closely they ask after its end",
        arguments: Own.allCases
    )
    private func hidden(own: Own) {
        let imposer = Imposer()
        imposer.impose(for: Basket.self) { Basket("outside") }
        imposer.impose(for: Shelf.self, option: .closureBased, Shelf.init)
        _ = imposer.inject(of: Shelf.self)
        let scopes = (0..<Self.rounds).map { _ in
            let scope = imposer.openScope()
            own.impose(on: scope)
            return scope
        }
        let (others, unended) = (CallCounter(), CallCounter())
        onThreads(4, rounds: Self.rounds) { round, thread in
            if thread == 0 {
                _ = scopes[round].unforceInject(of: Basket.self)
                scopes[round].dispose()
                return
            }
            let (baskets, isEnded) = Self.ask(scopes[round], from: imposer, 6)
            for basket in baskets where basket.origin != "scope" { others.increment() }
            if !isEnded { unended.increment() }
        }
        #expect(others.count == 0)
        #expect(unended.count == 0)
    }

    @Test("An ended scope never makes again what it kept, and takes none from outside", arguments: [nil, "request"])
    func kept(name: String?) {
        let imposer = Imposer()
        let made = CallCounter()
        let option = name.map { InjectOption.scopedInstance(in: $0) } ?? .scopedInstance
        imposer.impose(for: Basket.self, option: option) { Basket("\(made.increment())") }
        imposer.impose(for: Shelf.self, option: .closureBased, Shelf.init)
        let scopes = (0..<Self.rounds).map { _ in imposer.openScope("request") }
        let (others, unended) = (CallCounter(), CallCounter())
        onThreads(4, rounds: Self.rounds) { round, thread in
            let scope = scopes[round]
            if thread == 0 {
                scope.dispose()
                return
            }
            let (baskets, isEnded) = Self.ask(scope, from: imposer, 6)
            if Set(baskets.map { ObjectIdentifier($0) }).count > 1 { others.increment() }
            if !isEnded { unended.increment() }
        }
        // At most one for each scope, and none for the imposer.
        #expect(made.count <= Self.rounds)
        #expect(others.count == 0)
        #expect(unended.count == 0)
        #expect(imposer.openScope("request").inject(of: Basket.self).origin == "\(made.count)")
    }

    @Test("What lives outside is answered in a scope before, during and after its end")
    func outside() {
        let imposer = Imposer()
        imposer.impose(for: Basket.self) { Basket("outside") }
        imposer.impose(for: Shelf.self, option: .closureBased, Shelf.init)
        let scopes = (0..<Self.rounds).map { _ in imposer.openScope() }
        for (number, scope) in scopes.enumerated() where number.isMultiple(of: 2) { scope.give(number) }
        let failures = Collected<ImposeError>()
        onThreads(4, rounds: Self.rounds) { round, thread in
            if thread == 0 {
                scopes[round].dispose()
                return
            }
            for _ in 0..<20 {
                if let error = failure(of: { () throws(ImposeError) in try scopes[round].tryInject(of: Shelf.self) }) {
                    failures.add(error)
                }
            }
        }
        #expect(failures.all.isEmpty)
    }
}
