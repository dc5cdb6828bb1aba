import Impose
import TestSupport
import Testing

private final class Session: Sendable {}

private final class Orders: Sendable {
    let session: Session

    init(session: Session) { self.session = session }
}

private protocol Part: Sendable {
    var session: Session { get }
}

private final class Checkout: Part {
    let session: Session
    let orders: Orders
    let inner: Session

    init(session: Session, orders: Orders, inner: Session) {
        (self.session, self.orders, self.inner) = (session, orders, inner)
    }
}

private final class Cart: Part {
    let session: Session

    init(session: Session) { self.session = session }
}

private struct Refused: Error {}

/// Shares a session among everything that is built for one injection.
private func graphImposer() -> (imposer: Imposer, made: CallCounter) {
    let imposer = Imposer()
    let made = CallCounter()
    imposer.impose(for: Session.self, option: .graphInstance) {
        made.increment()
        return Session()
    }
    imposer.impose(for: Orders.self, option: .closureBased, Orders.init)
    imposer.impose(for: Checkout.self, option: .closureBased) { (session: Session, orders: Orders) in
        Checkout(session: session, orders: orders, inner: imposer.inject())
    }
    imposer.impose(for: Cart.self, option: .closureBased, Cart.init)
    return (imposer, made)
}

@Suite("A graph instance")
struct GraphInstanceTests {
    @Test("A graph instance is shared by everything that is built for one injection")
    func shared() {
        let (imposer, made) = graphImposer()
        let checkout: Checkout = imposer.inject()
        #expect(checkout.session === checkout.orders.session)
        #expect(checkout.session === checkout.inner)
        #expect(made.count == 1)
    }

    @Test("Each injection gets a graph instance of its own")
    func another() {
        let (imposer, made) = graphImposer()
        let checkouts = (0..<4).map { _ in imposer.inject(of: Checkout.self) }
        #expect(Set(checkouts.map { ObjectIdentifier($0.session) }).count == 4)
        #expect(made.count == 4)
        #expect(imposer.inject(of: Session.self) !== imposer.inject(of: Session.self))
    }

    @Test("A graph instance is gone after its injection, if nobody holds it")
    func gone() {
        let (imposer, _) = graphImposer()
        var checkout: Checkout? = imposer.inject()
        let watched = checkout.map { Watched($0.session) }
        #expect(watched?.isGone == false)
        checkout = nil
        #expect(watched?.isGone == true)
        let unused = Shared<Watched<Session>?>(nil)
        imposer.impose(for: Int.self, option: .closureBased) { (session: Session) in
            unused.withLock { $0 = Watched(session) }
            return 1
        }
        #expect(imposer.inject(of: Int.self) == 1)
        #expect(unused.withLock { $0 }?.isGone == true)
    }

    @Test("A graph instance is shared with a singleton that is built for the same injection")
    func singleton() {
        let (imposer, made) = graphImposer()
        imposer.impose(for: Orders.self, Orders.init)
        let checkout: Checkout = imposer.inject()
        #expect(checkout.session === checkout.orders.session)
        let later: Checkout = imposer.inject()
        #expect(later.orders === checkout.orders)
        #expect(later.session !== later.orders.session)
        #expect(made.count == 2)
    }

    @Test("A graph instance of a scope is not shared with a singleton that is built on the way")
    func scopes() {
        let (imposer, _) = graphImposer()
        imposer.impose(for: Orders.self, Orders.init)
        let scope = imposer.openScope()
        let checkout: Checkout = scope.inject()
        #expect(checkout.session !== checkout.orders.session)
    }

    @Test("A graph instance is shared by all that injectAll builds")
    func injectAll() throws {
        let (imposer, made) = graphImposer()
        let parts: [any Part] = try imposer.injectAll()
        #expect(parts.count == 2)
        #expect(Set(parts.map { ObjectIdentifier($0.session) }).count == 1)
        let next: [any Part] = try imposer.injectAll()
        #expect(next[0].session !== parts[0].session)
        #expect(made.count == 2)
    }

    @Test("A graph instance is shared by all that a castable rule makes to see, and then gone")
    func castable() {
        let imposer = Imposer()
        let sessions = Collected<Watched<Session>>()
        imposer.impose(for: Session.self, option: .graphInstance) {
            let session = Session()
            sessions.add(Watched(session))
            return session
        }
        imposer.impose(for: Int.self, option: .closureBased) { (_: Session) in 1 }
        imposer.impose(for: String.self, option: .closureBased) { (_: Session) in "one" }
        #expect(imposer.unforceInject(of: Part.self, ifNoMatchUse: .nearestAndCastable) == nil)
        #expect(sessions.all.count == 1)
        #expect(sessions.all.allSatisfy { $0.isGone })
    }

    @Test("There is one graph instance for each list of arguments")
    func arguments() {
        let imposer = Imposer()
        imposer.impose(for: Session.self, option: .graphInstance) { (_: Int) in Session() }
        imposer.impose(for: [ObjectIdentifier].self, option: .closureBased) {
            let sessions = [1, 2, 1].map { imposer.inject(of: Session.self, arguments: $0) }
            return withExtendedLifetime(sessions) { sessions.map { ObjectIdentifier($0) } }
        }
        let ids: [ObjectIdentifier] = imposer.inject()
        #expect(ids[0] == ids[2] && ids[0] != ids[1])
    }

    @Test("A graph instance of an injection that fails is let go of, and not used by the next one")
    func failing() {
        let (imposer, made) = graphImposer()
        let seen = Collected<Watched<Session>>()
        imposer.impose(for: Cart.self, option: .closureBased) { (session: Session) throws -> Cart in
            seen.add(Watched(session))
            throw Refused()
        }
        for _ in 0..<2 { #expect(imposer.unforceInject(of: Cart.self) == nil) }
        #expect(made.count == 2)
        #expect(seen.all.allSatisfy { $0.isGone })
        // Failing halfway down does not end the sharing of the outermost injection.
        imposer.impose(for: Bool.self, option: .closureBased) { (session: Session) in
            _ = imposer.unforceInject(of: Cart.self)
            return imposer.inject(of: Session.self) === session
        }
        #expect(imposer.inject(of: Bool.self))
    }

    @Test("A graph instance is shared by no two threads")
    func threads() {
        let (imposer, made) = graphImposer()
        let broken = CallCounter()
        onThreads(8, rounds: 200) { _, _ in
            let checkout: Checkout = imposer.inject()
            if checkout.session !== checkout.orders.session || checkout.session !== checkout.inner {
                broken.increment()
            }
        }
        #expect(broken.count == 0)
        #expect(made.count == 1600)
    }

    @Test("A graph instance is not shared with another directory")
    func isolated() {
        Imposer.isolated(empty: true) {
            Imposer.impose(for: Session.self, option: .graphInstance) { Session() }
            Imposer.impose(for: Bool.self, option: .closureBased) { (session: Session) in
                Imposer.isolated { inject(of: Session.self) !== session }
            }
            #expect(inject(of: Bool.self))
        }
    }
}
