import Impose
import TestSupport
import Testing

private protocol Cart: AnyObject, Sendable {}

private final class Basket: Cart {
    let owner: String

    init(_ owner: String = "") { self.owner = owner }
}

private final class Shop: Sendable {
    let basket: Basket

    init(basket: Basket) { self.basket = basket }
}

@Suite("A scoped instance", .timeLimit(.minutes(20)))
struct ScopedInstanceTests {
    @Test("A scopedInstance is one for each scope, and outside of scopes one for the imposer")
    func onePerScope() {
        let imposer = Imposer()
        imposer.impose(for: Basket.self, option: .scopedInstance) { Basket() }
        let (one, other) = (imposer.openScope("one"), imposer.openScope("other"))
        let baskets: [Basket] = [one.inject(), other.inject(), imposer.inject()]
        #expect(Set(baskets.map { ObjectIdentifier($0) }).count == 3)
        for _ in 0..<3 {
            #expect(one.inject(of: Basket.self) === baskets[0])
            #expect(one.inject(of: Cart.self) === baskets[0])
            #expect(other.inject(of: Cart.self) === baskets[1])
            #expect(imposer.inject(of: Cart.self) === baskets[2])
        }
    }

    @Test("A scopedInstance is another one in a nested scope")
    func nested() {
        let imposer = Imposer()
        imposer.impose(for: Basket.self, option: .scopedInstance) { Basket() }
        let outer = imposer.openScope()
        let inner = outer.openScope()
        #expect(outer.inject(of: Basket.self) !== inner.inject(of: Basket.self))
        inner.dispose()
        #expect(outer.unforceInject(of: Basket.self) != nil)
    }

    @Test("A scopedInstance stays the same while others are removed and replaced")
    func amongOthers() {
        let imposer = Imposer()
        let names = (0..<200).map { InjectionName($0) }
        func impose(_ name: InjectionName) {
            imposer.impose(for: Basket.self, named: name, option: .scopedInstance) { Basket() }
        }
        names.forEach(impose)
        let scope = imposer.openScope()
        var baskets = names.map { scope.inject(of: Basket.self, named: $0) }
        for (number, name) in names.enumerated() where number % 3 != 0 {
            imposer.remove(for: Basket.self, named: name)
            if number % 3 == 2 {
                impose(name)
                baskets[number] = scope.inject(of: Basket.self, named: name)
            }
        }
        for (number, name) in names.enumerated() where number % 3 != 1 {
            #expect(scope.inject(of: Basket.self, named: name) === baskets[number])
        }
        #expect(scope.unforceInject(of: Basket.self, named: names[1]) == nil)
    }

    @Test("A scopedInstance takes what is scoped from its own scope")
    func parameters() {
        let imposer = Imposer()
        imposer.impose(for: Basket.self, option: .scopedInstance) { Basket() }
        imposer.impose(for: Shop.self, option: .scopedInstance, Shop.init)
        let scope = imposer.openScope()
        #expect(scope.inject(of: Shop.self).basket === scope.inject(of: Basket.self))
        #expect(imposer.inject(of: Shop.self).basket === imposer.inject(of: Basket.self))
        #expect(imposer.inject(of: Shop.self).basket !== scope.inject(of: Basket.self))
    }

    @Test("A scopedInstance is that of the running scope, whichever imposer of the directory is asked")
    func running() {
        Imposer.isolated(empty: true) {
            Imposer.imposer(for: .secondary).impose(for: Basket.self, option: .scopedInstance) { Basket() }
            let scope = Imposer.openScope()
            let basket = scope.run { inject(of: Basket.self) }
            #expect(scope.inject(of: Basket.self) === basket)
            #expect(scope.run { inject(from: .secondary, of: Basket.self) } === basket)
            #expect(inject(of: Basket.self) !== basket)
            Imposer.imposer(for: .secondary).remove(for: Basket.self)
            #expect(scope.unforceInject(of: Basket.self) == nil)
        }
    }

    @Test("A scopedInstance of a private imposer is kept by the running scope of another imposer")
    func borrowed() {
        let imposer = Imposer()
        imposer.impose(for: Basket.self, option: .scopedInstance) { Basket() }
        let scope = Imposer().openScope()
        let basket = scope.run { imposer.inject(of: Basket.self) }
        #expect(scope.run { imposer.inject(of: Basket.self) } === basket)
        #expect(imposer.inject(of: Basket.self) !== basket)
    }

    /// An operation that releases a registration's instances.
    fileprivate enum Going: CaseIterable {
        case replace, remove, removeAll, reset

        var next: String? {
            switch self {
            case .replace: "new"
            case .reset: "old"
            case .remove, .removeAll: nil
            }
        }

        func go(_ imposer: Imposer, _ imposeBasket: (String) -> Void) {
            switch self {
            case .replace: imposeBasket("new")
            case .remove: imposer.remove(for: Basket.self)
            case .removeAll: imposer.removeAll()
            case .reset: imposer.reset()
            }
        }
    }

    @Test("Resetting a scope touches no scopedInstance of other scopes or outside")
    func scopeReset() {
        let imposer = Imposer()
        imposer.impose(for: Basket.self, option: .scopedInstance) { Basket() }
        let (one, other) = (imposer.openScope(), imposer.openScope())
        let baskets: [Basket] = [one.inject(), other.inject(), imposer.inject()]
        one.reset()
        #expect(one.inject(of: Basket.self) !== baskets[0])
        #expect(other.inject(of: Basket.self) === baskets[1])
        #expect(imposer.inject(of: Basket.self) === baskets[2])
    }

    @Test("A scopedInstance is made exactly once for each scope, under threads", arguments: [8, 64], [true, false])
    func threads(count: Int, isBorrowed: Bool) {
        let imposer = Imposer()
        let made = CallCounter()
        let rounds = 50
        let scopes = (0..<rounds).map { _ in isBorrowed ? Imposer().openScope() : imposer.openScope() }
        imposer.impose(for: Basket.self, option: .scopedInstance) { [weak imposer] in
            let scope = scopes[made.increment() - 1]
            spin { scope.waiters(for: Basket.self, imposedOn: imposer) == count - 1 }
            return Basket()
        }
        let seen = scopes.map { _ in Collected<ObjectIdentifier>() }
        onThreads(count, rounds: rounds) { round, _ in
            seen[round].add(ObjectIdentifier(scopes[round].run { imposer.inject(of: Basket.self) }))
        }
        #expect(made.count == rounds)
        #expect(seen.allSatisfy { $0.all.count == count && Set($0.all).count == 1 })
    }
}
