import Impose
import ImposeTesting
import TestSupport
import Testing

private final class Cart: Counted, @unchecked Sendable {}

private final class Basket: Counted, @unchecked Sendable {}

private final class Extra: Counted, @unchecked Sendable {}

/// Two imposers whose scoped instances one scope keeps.
private enum Pair: CaseIterable {
    case primaryAndSecondary, secondaryAndCustom, twoCustom
    case primaryAndPrivate, privateAndPrimary, twoPrivate
    case childAndParent, scopeAndPrimary, scopeAndPrivate, innerAndOuterScope
    case outsideAndIsolated

    /// Imposes both, and runs a body in a scope with what asks for them.
    func inScope(
        _ impose: (_ cart: Imposer, _ basket: Imposer) -> Void,
        _ body: (_ cart: () -> Cart, _ basket: () -> Basket, _ roots: [Imposer]) -> Void
    ) {
        let (primary, secondary) = (Imposer.shared, Imposer.imposer(for: .secondary))
        let (one, other) = (Imposer(label: "one"), Imposer(label: "other"))
        func run(_ scope: Imposer, _ cart: Imposer, _ basket: Imposer, askingCart: Imposer, askingBasket: Imposer) {
            impose(cart, basket)
            scope.run { body({ askingCart.inject() }, { askingBasket.inject() }, [cart, basket]) }
            scope.dispose()
        }
        switch self {
        case .primaryAndSecondary:
            run(.openScope(), primary, secondary, askingCart: primary, askingBasket: primary)
        case .secondaryAndCustom:
            let custom = Imposer.imposer(for: .custom("eu"))
            run(.openScope(), secondary, custom, askingCart: primary, askingBasket: primary)
        case .twoCustom:
            let custom = [Imposer.imposer(for: .custom("eu")), .imposer(for: .custom("us"))]
            run(.openScope(), custom[0], custom[1], askingCart: custom[1], askingBasket: custom[0])
        case .primaryAndPrivate:
            run(.openScope(), primary, one, askingCart: primary, askingBasket: one)
        case .privateAndPrimary:
            run(one.openScope(), one, primary, askingCart: one, askingBasket: primary)
        case .twoPrivate:
            run(one.openScope(), one, other, askingCart: one, askingBasket: other)
        case .childAndParent:
            let child = Imposer(parent: one)
            run(child.openScope(), child, one, askingCart: child, askingBasket: child)
        case .scopeAndPrimary:
            let scope = Imposer.openScope()
            run(scope, scope, primary, askingCart: scope, askingBasket: primary)
        case .scopeAndPrivate:
            let scope = one.openScope()
            run(scope, scope, one, askingCart: scope, askingBasket: scope)
        case .innerAndOuterScope:
            let outer = one.openScope()
            let inner = outer.openScope()
            run(inner, inner, outer, askingCart: inner, askingBasket: inner)
        case .outsideAndIsolated:
            Imposer.isolated {
                run(.openScope(), primary, .shared, askingCart: primary, askingBasket: .shared)
            }
        }
    }
}

@Suite("A scope with instances of several imposers", .imposing(empty: true), .timeLimit(.minutes(20)))
struct ScopedOfSeveralTests {
    @Test(
        "One scope keeps one instance each of what several imposers have, in whatever order they are asked",
        arguments: Pair.allCases
    )
    private func oneEach(pair: Pair) {
        let (census, disposed) = (Census(), Collected<String>())
        for _ in 0..<2 {
            let before = census.count
            pair.inScope { cart, basket in
                cart.impose(for: Cart.self, option: .scopedInstance) { Cart(census) }
                    .onDispose { _ in disposed.add("cart") }
                basket.impose(for: Basket.self, option: .scopedInstance) { Basket(census) }
                    .onDispose { _ in disposed.add("basket") }
            } _: { cart, basket, _ in
                let (first, second) = (cart(), basket())
                for _ in 0..<3 {
                    #expect(cart() === first)
                    #expect(basket() === second)
                }
                #expect(census.count == before + 2)
            }
            #expect(disposed.all.suffix(2) == ["basket", "cart"])
            #expect(census.comesDown())
        }
        #expect(disposed.all.count == 4)
    }

    @Test(
        "An instance that a scope keeps stays when any of its imposers gets further scoped registrations",
        arguments: Pair.allCases
    )
    private func further(pair: Pair) {
        let census = Census()
        pair.inScope { cart, basket in
            cart.impose(for: Cart.self, option: .scopedInstance) { Cart(census) }
            basket.impose(for: Basket.self, option: .scopedInstance) { Basket(census) }
        } _: { cart, basket, roots in
            let first = cart()
            for (number, root) in roots.enumerated() {
                let name = InjectionName(number)
                root.impose(for: Extra.self, named: name, option: .scopedInstance) { Extra(census) }
                let extra = root.inject(of: Extra.self, named: name)
                #expect(cart() === first)
                let second = basket()
                #expect(cart() === first)
                #expect(basket() === second)
                #expect(root.inject(of: Extra.self, named: name) === extra)
            }
            #expect(census.count == 4)
        }
        #expect(census.comesDown())
    }

    @Test(
        "A scope keeps what it has of an imposer that is changed, and injects it no more",
        arguments: [Change.replace, .remove]
    )
    private func changed(change: Change) {
        let (census, imposer) = (Census(), Imposer())
        func impose(_ number: Int) {
            imposer.impose(for: Cart.self, option: .scopedInstance) { Cart(census, number: number) }
        }
        impose(1)
        let scope = imposer.openScope()
        #expect(scope.inject(of: Cart.self).number == 1)
        if change == .replace { impose(2) } else { imposer.remove(for: Cart.self) }
        #expect(census.living == 1)
        #expect(scope.unforceInject(of: Cart.self)?.number == (change == .replace ? 2 : nil))
        #expect(census.living == (change == .replace ? 2 : 1))
        #expect(scope.existing(Cart.self)?.number == (change == .replace ? 2 : nil))
        // Not even if the same is imposed again.
        impose(3)
        #expect(scope.inject(of: Cart.self).number == 3)
        scope.dispose()
        #expect(census.comesDown())
    }

    @Test("A reset of an imposer leaves open scopes what they have, and new ones get anew", arguments: [true, false])
    func reset(isNested: Bool) {
        let (census, imposer) = (Census(), Imposer())
        imposer.impose(for: Cart.self, option: .scopedInstance) { Cart(census) }
        let outer = imposer.openScope()
        let scope = isNested ? outer.openScope() : outer
        let cart = scope.inject(of: Cart.self)
        imposer.reset()
        #expect(scope.inject(of: Cart.self) === cart)
        #expect(imposer.openScope().inject(of: Cart.self) !== cart)
        scope.reset()
        #expect(scope.inject(of: Cart.self) !== cart)
    }

    private enum Change {
        case replace, remove
    }
}

private protocol Animal: Sendable {
    var text: String { get }
}

private struct Wren: Animal {
    var text = "wren"
}

private struct Owl: Animal {
    var text = "owl"
}

private class Bird: @unchecked Sendable, Animal {
    let text: String

    init(_ text: String) { self.text = text }
}

private final class Robin: Bird, @unchecked Sendable {}

@Suite("What was removed from a scope")
struct RemovedFromScopeTests {
    private let imposer = Imposer()
    private let scope: Imposer

    init() { scope = imposer.openScope() }

    @Test("A value that was removed from a scope makes no tie", arguments: [true, false])
    func noTie(isGiven: Bool) {
        if isGiven {
            scope.give(Wren())
            scope.give(Owl())
        } else {
            scope.impose(for: Wren.self, instance: Wren())
            scope.impose(for: Owl.self, instance: Owl())
        }
        #expect(failure { () throws(ImposeError) in try scope.tryInject(of: Animal.self) }?.kind == .ambiguous)
        scope.remove(for: Owl.self)
        #expect(scope.unforceInject(of: Animal.self)?.text == "wren")
        #expect(scope.isImposed(Animal.self))
        scope.remove(for: Wren.self)
        #expect(scope.unforceInject(of: Animal.self) == nil)
    }

    @Test(
        "A scope's nearest match comes before the imposer's exact one",
        arguments: [true, false]
    )
    func ownNearest(isGiven: Bool) {
        imposer.impose(for: Bird.self, instance: Bird("imposer's"))
        if isGiven {
            scope.give(Robin("scope's"))
            scope.give(Bird("exact"))
        } else {
            scope.impose(for: Robin.self, instance: Robin("scope's"))
            scope.impose(for: Bird.self, instance: Bird("exact"))
        }
        #expect(scope.inject(of: Bird.self).text == "exact")
        scope.remove(for: Bird.self)
        #expect(scope.inject(of: Bird.self).text == "scope's")
        scope.remove(for: Robin.self)
        #expect(scope.inject(of: Bird.self).text == "imposer's")
    }

    @Test(
        "In an ended scope what was imposed there is an error disposed, also where it was a tie",
        arguments: [true, false]
    )
    func ended(isGiven: Bool) {
        imposer.impose(for: Animal.self, instance: Bird("imposer's"))
        if isGiven {
            scope.give(Wren())
            scope.give(Owl())
        } else {
            scope.impose(for: Wren.self, instance: Wren())
            scope.impose(for: Owl.self, instance: Owl())
        }
        scope.give(1)
        scope.dispose()
        #expect(failure { () throws(ImposeError) in try scope.tryInject(of: Animal.self) }?.kind == .disposed)
        #expect(failure { () throws(ImposeError) in try scope.tryInject(of: Wren.self) }?.kind == .disposed)
        #expect(failure { () throws(ImposeError) in try scope.tryInject(of: Int.self) }?.kind == .disposed)
    }

    @Test("After its end a scope hides nothing that was removed from it before")
    func removedBefore() throws {
        imposer.impose(for: Int.self, option: .closureBased, 1)
        imposer.impose(for: Animal.self, option: .closureBased) { Bird("imposer's") }
        scope.give(2)
        scope.give(Wren())
        scope.remove(for: Int.self)
        scope.remove(for: Wren.self)
        scope.dispose()
        #expect(try scope.tryInject(of: Int.self) == 1)
        #expect(try scope.tryInject(of: Animal.self).text == "imposer's")
    }

    @Test("What is imposed on a scope after its end, or given to it, is not kept", arguments: [true, false])
    func afterTheEnd(isGiven: Bool) {
        let census = Census()
        scope.dispose()
        for _ in 0..<100 {
            let counted = Counted(census)
            if isGiven {
                scope.give(counted)
            } else {
                scope.impose(for: Counted.self) { counted }
                scope.impose(for: Counted.self, named: "n", instance: counted)
            }
        }
        #expect(census.count == 100)
        #expect(census.comesDown())
        #expect(scope.unforceInject(of: Counted.self) == nil)
    }

    @Test("Giving a scope a value over a registration of its own lets go of that and of its instance")
    func givenOver() {
        let census = Census()
        for _ in 0..<100 {
            let captured = Counted(census)
            scope.impose(for: Counted.self) {
                withExtendedLifetime(captured) {}
                return Counted(census)
            }
            _ = scope.inject(of: Counted.self)
            scope.give(Counted(census))
            _ = scope.inject(of: Counted.self)
        }
        #expect(census.count == 300)
        // The last one that was given.
        #expect(census.comesDown(to: 1))
        scope.remove(for: Counted.self)
        #expect(census.comesDown())
    }
}
