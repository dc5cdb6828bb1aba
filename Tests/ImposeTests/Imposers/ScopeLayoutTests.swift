import Impose
import Synchronization
import TestSupport
import Testing

private protocol Numbered: AnyObject, Sendable {
    var number: Int { get }
}

private final class Ticket: Numbered {
    let number: Int

    init(_ number: Int) { self.number = number }
}

private final class Stamp: Sendable {
    let number: Int

    init(_ number: Int) { self.number = number }
}

private final class Order: Sendable {
    let ticket: Ticket
    let stamp: Stamp

    init(ticket: Ticket, stamp: Stamp) { (self.ticket, self.stamp) = (ticket, stamp) }
}

private struct Version: Sendable {
    let number: Int
}

/// A change to one scope after others like it have answered.
private enum Deed: CaseIterable {
    case giveAgain, imposeAgain, imposeInstanceAgain, remove, removeAll, store, alias, prefer, decorate
}

@Suite("Scopes that were given the same share what answers, and nothing else", .timeLimit(.minutes(20)))
struct ScopeLayoutTests {
    /// An imposer for orders, which each scope has one of.
    private static func shop() -> Imposer {
        let imposer = Imposer()
        imposer.impose(for: Order.self, option: .scopedInstance, Order.init)
        imposer.impose(for: Version.self, option: .closureBased) { Version(number: 0) }
        return imposer
    }

    /// The answers of a scope of the shop to the same requests twice, the second time from memory.
    private static func numbers(_ scope: Imposer) -> [Int] {
        (0..<2).flatMap { _ in
            let order: Order = scope.inject()
            return [
                scope.inject(of: Ticket.self).number, scope.inject(of: Stamp.self).number, order.ticket.number,
                order.stamp.number, scope.inject(of: Numbered.self).number,
            ]
        }
    }

    @Test(
        "Scopes that are given the same types have their own values, one after the other and nested",
        arguments: [true, false]
    )
    func ownValues(isGiven: Bool) {
        let imposer = Self.shop()
        for number in 0..<20 {
            let scope = imposer.openScope()
            if isGiven {
                scope.give(Ticket(number))
                scope.give(Stamp(-number))
            } else {
                scope.impose(for: Ticket.self) { Ticket(number) }
                scope.impose(for: Stamp.self, option: .closureBased) { Stamp(-number) }
            }
            let expected = [number, -number, number, -number, number]
            #expect(Self.numbers(scope) == expected + expected)
            let inner = scope.openScope()
            #expect(Self.numbers(inner) == expected + expected)
            inner.give(Ticket(100 + number))
            #expect(inner.inject(of: Ticket.self).number == 100 + number)
            #expect(Self.numbers(scope) == expected + expected)
        }
    }

    @Test("Scopes have their own values, whatever the order and the way in which these came")
    func orders() {
        let imposer = Self.shop()
        for round in 0..<3 {
            for (number, way) in [0, 1, 2, 3, 4].enumerated() {
                let scope = imposer.openScope()
                let (ticket, stamp) = (10 * round + number, 100 + number)
                switch way {
                case 0:
                    scope.give(Ticket(ticket))
                    scope.give(Stamp(stamp))
                case 1:
                    scope.give(Stamp(stamp))
                    scope.give(Ticket(ticket))
                case 2:
                    scope.impose(for: Ticket.self) { Ticket(ticket) }
                    scope.give(Stamp(stamp))
                case 3:
                    scope.give(Ticket(ticket))
                    scope.impose(for: Stamp.self, instance: Stamp(stamp))
                default:
                    scope.give(Version(number: 7))
                    scope.give(Ticket(ticket), named: "other")
                    scope.give(Stamp(stamp))
                    scope.give(Ticket(ticket))
                }
                let expected = [ticket, stamp, ticket, stamp, ticket]
                #expect(Self.numbers(scope) == expected + expected)
                #expect(scope.inject(of: Version.self).number == (way == 4 ? 7 : 0))
            }
        }
    }

    @Test("What is done to one scope is not done to others that were given the same types", arguments: Deed.allCases)
    fileprivate func deeds(deed: Deed) throws {
        let imposer = Self.shop()
        imposer.impose(for: Ticket.self, option: .closureBased) { Ticket(-1) }
        let scopes = (0..<3).map { number in
            let scope = imposer.openScope()
            scope.give(Stamp(0))
            return (scope, scope.impose(for: Ticket.self, instance: Ticket(number)))
        }
        for (scope, _) in scopes { _ = Self.numbers(scope) }
        let (changed, registration) = scopes[1]
        var after = 1
        switch deed {
        case .giveAgain: changed.give(Ticket(5))
        case .imposeAgain: changed.impose(for: Ticket.self) { Ticket(5) }
        case .imposeInstanceAgain: changed.impose(for: Ticket.self, instance: Ticket(5))
        case .remove: changed.remove(for: Ticket.self)
        case .removeAll: changed.removeAll()
        case .store: try changed.store(Ticket(5), for: Ticket.self)
        case .alias: registration.alias(Numbered.self) { Ticket($0.number + 7) }
        case .prefer: registration.preferred()
        case .decorate: registration.decorated { Ticket($0.number + 4) }
        }
        switch deed {
        case .giveAgain, .imposeAgain, .imposeInstanceAgain, .store: after = 5
        case .remove, .removeAll: after = -1
        // It was made before.
        case .alias, .prefer, .decorate: after = 1
        }
        for _ in 0..<2 {
            #expect(changed.inject(of: Ticket.self).number == after)
            #expect(changed.inject(of: Numbered.self).number == (deed == .alias ? 8 : after))
            for number in [0, 2] {
                #expect(scopes[number].0.inject(of: Ticket.self).number == number)
                #expect(scopes[number].0.inject(of: Numbered.self).number == number)
            }
        }
        let next = imposer.openScope()
        next.give(Stamp(0))
        next.give(Ticket(9))
        #expect(Self.numbers(next) == [9, 0, 9, 0, 9, 9, 0, 9, 0, 9])
    }

    @Test("Open scopes and new ones see at once what changes outside")
    func outside() {
        let imposer = Self.shop()
        var scopes: [Imposer] = []
        for number in 1..<30 {
            let scope = imposer.openScope()
            scope.give(Ticket(number))
            scopes.append(scope)
            imposer.impose(for: Version.self, option: number % 2 == 0 ? .closureBased : .singleInstance) {
                Version(number: number)
            }
            for scope in scopes { #expect(scope.inject(of: Version.self).number == number) }
        }
        imposer.remove(for: Version.self)
        for scope in scopes { #expect(scope.unforceInject(of: Version.self) == nil) }
    }

    @Test("Scopes that were given different types see at once what is imposed anew outside")
    func otherKinds() {
        let imposer = Imposer()
        imposer.impose(for: Ticket.self) { Ticket(1) }
        let (first, second) = (imposer.openScope(), imposer.openScope())
        first.give(Stamp(0))
        second.give(Version(number: 0))
        for _ in 0..<2 { for scope in [first, second] { #expect(scope.inject(of: Ticket.self).number == 1) } }
        imposer.impose(for: Ticket.self) { Ticket(2) }
        for scope in [first, second] { #expect(scope.inject(of: Ticket.self).number == 2) }
    }

    @Test("Scopes are right, however many different sets of types they are given")
    func many() {
        let imposer = Self.shop()
        imposer.impose(for: Ticket.self, option: .closureBased) { Ticket(-1) }
        for number in 0..<200 {
            let scope = imposer.openScope()
            for other in 0...(number % 40) { scope.give(Stamp(other), named: "\(number) \(other)") }
            #expect(scope.inject(of: Ticket.self).number == -1)
            scope.give(Ticket(number))
            scope.give(Stamp(number))
            let expected = [number, number, number, number, number]
            #expect(Self.numbers(scope) == expected + expected)
            #expect(scope.inject(of: Stamp.self, named: "\(number) 0").number == 0)
        }
    }

    @Test("Scopes that share their layout hold nothing of one another")
    func released() {
        let imposer = Self.shop()
        var watched: [Watched<Ticket>] = []
        for number in 0..<10 {
            let scope = imposer.openScope()
            let ticket = Ticket(number)
            watched.append(Watched(ticket))
            if number % 2 == 0 { scope.give(ticket) } else { scope.impose(for: Ticket.self) { ticket } }
            scope.give(Stamp(0))
            _ = Self.numbers(scope)
            scope.dispose()
        }
        #expect(watched.allSatisfy { $0.isGone })
        let scope = imposer.openScope()
        scope.give(Ticket(0))
        let replaced = Watched(scope.inject(of: Ticket.self))
        scope.give(Ticket(1))
        #expect(replaced.isGone)
    }

    @Test("Scopes of many threads each have their own values", arguments: [true, false])
    func threads(isGiven: Bool) {
        let imposer = Self.shop()
        let wrong = CallCounter()
        onThreads(8, rounds: 300) { round, thread in
            let number = 1000 * thread + round
            let scope = imposer.openScope("request")
            if isGiven {
                scope.give(Ticket(number))
                scope.give(Stamp(number))
            } else {
                scope.impose(for: Ticket.self) { Ticket(number) }
                scope.impose(for: Stamp.self) { Stamp(number) }
            }
            if Self.numbers(scope).contains(where: { $0 != number }) { wrong.increment() }
            scope.dispose()
        }
        #expect(wrong.count == 0)
    }

    @Test("64 threads that ask one scope get one instance, which is made once")
    func once() {
        let imposer = Imposer()
        let made = CallCounter()
        imposer.impose(for: Order.self, option: .scopedInstance) { (ticket: Ticket, stamp: Stamp) in
            made.increment()
            return Order(ticket: ticket, stamp: stamp)
        }
        let rounds = 100
        let scopes = Shared(
            (0..<rounds).map { round in
                let scope = imposer.openScope()
                scope.give(Ticket(round))
                scope.give(Stamp(round))
                return scope
            }
        )
        let wrong = CallCounter()
        onThreads(64, rounds: rounds) { round, thread in
            let scope = scopes.withLock { $0[round] }
            let order: Order = scope.inject()
            if order.ticket !== scope.inject(of: Ticket.self) || order.stamp.number != round { wrong.increment() }
            if order !== scope.inject(of: Order.self) { wrong.increment() }
        }
        #expect(wrong.count == 0)
        #expect(made.count == rounds)
    }

    @Test("A scope never gets what was replaced outside before it asked")
    func neverStale() {
        let imposer = Self.shop()
        let published = Atomic(0)
        let stale = CallCounter()
        let rounds = 2000
        onThreads(4) { _, thread in
            for round in 1...rounds {
                if thread == 0 {
                    imposer.impose(for: Version.self, option: round % 2 == 0 ? .closureBased : .singleInstance) {
                        Version(number: round)
                    }
                    published.store(round, ordering: .sequentiallyConsistent)
                } else {
                    let scope = imposer.openScope()
                    scope.give(Ticket(round))
                    for _ in 0..<2 {
                        let least = published.load(ordering: .sequentiallyConsistent)
                        if scope.inject(of: Version.self).number < least { stale.increment() }
                    }
                    scope.dispose()
                }
            }
        }
        #expect(stale.count == 0)
    }

    @Test("A scope has a value at once that it is given late, and other scopes never have it")
    func givenLate() {
        let imposer = Self.shop()
        imposer.impose(for: Ticket.self, option: .closureBased) { Ticket(-1) }
        let wrong = CallCounter()
        let scopes = Shared<[Imposer]>([])
        onThreads(4, rounds: 1500) { round, thread in
            if thread == 0 {
                let scope = imposer.openScope()
                scope.give(Stamp(round))
                scopes.withLock { $0 = [scope] }
                // Others ask this one meanwhile.
                _ = scope.inject(of: Ticket.self)
                scope.give(Ticket(round))
                for _ in 0..<2 where scope.inject(of: Ticket.self).number != round { wrong.increment() }
            } else if thread == 1 {
                guard let scope = scopes.withLock({ $0.first }) else { return }
                for _ in 0..<4 {
                    let number = scope.inject(of: Ticket.self).number
                    // The one of the last round, of this one, or none yet.
                    if number != -1, number != round, number != round - 1 { wrong.increment() }
                }
            } else {
                let scope = imposer.openScope()
                scope.give(Stamp(round))
                for _ in 0..<2 where scope.inject(of: Ticket.self).number != -1 { wrong.increment() }
                scope.dispose()
            }
        }
        #expect(wrong.count == 0)
    }

    @Test("A scope whose value is taken away takes none from others")
    func taken() {
        let imposer = Self.shop()
        imposer.impose(for: Stamp.self) { Stamp(-1) }
        let wrong = CallCounter()
        let scopes = Shared<[Imposer]>([])
        onThreads(2, rounds: 3000) { round, thread in
            if thread == 0 {
                let scope = imposer.openScope()
                scope.give(Stamp(round))
                scopes.withLock { $0 = [scope] }
                spin(until: { scopes.withLock { $0.isEmpty } })
                scope.remove(for: Stamp.self)
                if scope.inject(of: Stamp.self).number != -1 { wrong.increment() }
            } else if thread == 1 {
                // So that the search is made anew, and its answer is remembered anew.
                imposer.impose(for: Version.self) { Version(number: round) }
                spin(until: { scopes.withLock { !$0.isEmpty } })
                let scope = scopes.withLock { $0.first }
                scopes.withLock { $0 = [] }
                let number = scope?.inject(of: Stamp.self).number
                if number != -1, number != round { wrong.increment() }
                let next = imposer.openScope()
                next.give(Stamp(7))
                for _ in 0..<2 where next.inject(of: Stamp.self).number != 7 { wrong.increment() }
            }
        }
        #expect(wrong.count == 0)
    }
}
