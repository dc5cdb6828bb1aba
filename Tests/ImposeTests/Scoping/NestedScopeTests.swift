import Impose
import TestSupport
import Testing

final class NestedBasket: Sendable {}

private final class Selection: Sendable {}

private struct Page: Sendable {
    let basket: NestedBasket
    let other: NestedBasket
}

private struct Window: Sendable {
    let one: Selection
    let other: Selection
}

@Suite("A scope inside a scope")
struct NestedScopeTests {
    /// Three scopes inside each other; the ones in `occupied` have their own registration.
    private func scopes(of imposer: Imposer, occupied: [Int]) -> [Imposer] {
        var scopes: [Imposer] = []
        for level in 0..<3 {
            let scope = (scopes.last ?? imposer).openScope(level)
            if occupied.contains(level) { scope.impose(for: Int.self, level) }
            scopes.append(scope)
        }
        return scopes
    }

    @Test(
        "Each of several nested scopes has its own instances, whichever have registrations",
        arguments: [[], [0], [1], [2], [0, 1], [0, 2], [1, 2], [0, 1, 2]]
    )
    func ownInstances(occupied: [Int]) {
        let imposer = Imposer()
        imposer.impose(for: NestedBasket.self, option: .scopedInstance, NestedBasket.init)
        let scopes = scopes(of: imposer, occupied: occupied)
        let baskets = scopes.reversed().map { $0.inject(of: NestedBasket.self) }
        for _ in 0..<3 {
            for (scope, basket) in zip(scopes.reversed(), baskets) {
                #expect(scope.inject(of: NestedBasket.self) === basket)
                #expect(scope.run { imposer.inject(of: NestedBasket.self) } === basket)
            }
        }
        #expect(Set(baskets.map { ObjectIdentifier($0) }).count == 3)
    }

    @Test(
        "A new instance is built in the nested scope that asks, at each injection",
        arguments: [[], [0], [1], [2], [0, 1], [0, 2], [1, 2], [0, 1, 2]]
    )
    func transients(occupied: [Int]) {
        let imposer = Imposer()
        imposer.impose(for: NestedBasket.self, option: .scopedInstance, NestedBasket.init)
        imposer.impose(for: Page.self, option: .closureBased, Page.init(basket:other:))
        let scopes = scopes(of: imposer, occupied: occupied)
        for _ in 0..<3 {
            for scope in scopes.reversed() {
                let page = scope.inject(of: Page.self)
                #expect(page.basket === page.other)
                #expect(page.basket === scope.inject(of: NestedBasket.self))
            }
        }
    }

    @Test("injectAll in a nested scope hides what lies further out under the same key")
    func injectsAll() throws {
        let imposer = Imposer()
        imposer.impose(for: Int.self, -1)
        imposer.impose(for: Int.self, named: "named", -2)
        for (occupied, found) in [([0], 0), ([1], 1), ([2], 2), ([0, 2], 2)] {
            let scopes = scopes(of: imposer, occupied: occupied)
            #expect(try scopes[2].injectAll(of: Int.self) == [found])
            #expect(try scopes[2].injectAll(of: Int.self, named: "named") == [-2])
        }
    }

    @Test("A graph instance is shared within an injection in a nested scope", arguments: [[], [0], [1], [0, 1, 2]])
    func graphInstances(occupied: [Int]) {
        let imposer = Imposer()
        imposer.impose(for: Selection.self, option: .graphInstance, Selection.init)
        imposer.impose(for: Window.self, option: .closureBased, Window.init(one:other:))
        let scopes = scopes(of: imposer, occupied: occupied)
        for _ in 0..<3 {
            for scope in scopes.reversed() {
                let window = scope.inject(of: Window.self)
                #expect(window.one === window.other)
            }
        }
    }

    @Test("An inner scope is told from the outer one by an imposer between the two")
    func imposerBetween() {
        let imposer = Imposer()
        imposer.impose(for: NestedBasket.self, option: .scopedInstance, NestedBasket.init)
        let outer = imposer.openScope()
        let between = Imposer(parent: outer)
        let inner = between.openScope()
        let own = inner.inject(of: NestedBasket.self)
        for _ in 0..<3 {
            #expect(between.inject(of: NestedBasket.self) === outer.inject(of: NestedBasket.self))
            #expect(inner.inject(of: NestedBasket.self) === own)
            #expect(own !== outer.inject(of: NestedBasket.self))
        }
    }
}
