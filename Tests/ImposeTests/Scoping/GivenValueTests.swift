import Impose
import ImposeTesting
import TestSupport
import Testing

private protocol Drink: Sendable {
    var name: String { get }
}

private protocol Cold: Drink {}

private protocol Hot: Sendable {}

private protocol Bitter: Sendable {}

private final class Espresso: Drink, Hot, Bitter {
    let name: String

    init(_ name: String = "espresso") { self.name = name }
}

private final class Water: Cold {
    let name: String

    init(_ name: String = "water") { self.name = name }
}

private final class Guest: InjectionOwner {
    let imposer: Imposer
    @OwnerInjected var drink: any Drink

    init(_ imposer: Imposer) { self.imposer = imposer }
}

@Suite("A value that a scope was given", .imposing(empty: true))
struct GivenValueTests {
    private let scope = Imposer.openScope("request")

    private func kind<T>(_ injection: () throws(ImposeError) -> T) -> ImposeError.Kind? { failure(of: injection)?.kind }

    @Test("Under onConflict: .keep a given value stays, and what comes second is dropped")
    func keeping() {
        scope.give(Espresso("given"), for: (any Drink).self)
        scope.impose(for: Drink.self, onConflict: .keep) { Espresso("imposed") }
        #expect(scope.inject(of: (any Drink).self).name == "given")
        scope.impose(for: Drink.self) { Espresso("imposed") }
        #expect(scope.inject(of: (any Drink).self).name == "imposed")
    }

    @Test("A given value takes no arguments, as an instance that is imposed takes none", arguments: [false, true])
    func arguments(isGiven: Bool) throws {
        if isGiven {
            scope.give(Espresso(), for: (any Drink).self)
        } else {
            scope.impose(for: (any Drink).self, instance: Espresso())
        }
        let error = failure { () throws(ImposeError) in try scope.tryInject(of: (any Drink).self, arguments: 1) }
        #expect(error?.kind == .arguments)
        #expect(error.map { "\($0)".contains("Int") } == true)
        #expect(
            kind { () throws(ImposeError) in
                try scope.tryInject(of: (any Drink)?.self, ifNoMatchUse: .nearestAndCastable, arguments: 1, "two")
            } == .arguments
        )
        // But for the owner of a wrapper, which nobody need take.
        #expect(Guest(scope).drink.name == "espresso")
    }

    @Test(
        "A given value is found by what it can be cast to, before what lies outside",
        arguments: [InjectionRules.nearestAndCastable, .furthestAndCastable]
    )
    func cast(rules: InjectionRules) throws {
        Imposer.impose(for: (any Bitter).self) { Espresso("outside") }
        scope.give(Espresso("given"), for: (any Drink).self)
        scope.give(Water())
        let inner = scope.openScope()
        for asked in [scope, inner] {
            #expect(try (asked.tryInject(of: (any Bitter).self, ifNoMatchUse: rules) as? Espresso)?.name == "given")
            #expect(try asked.tryInject(of: Espresso?.self, ifNoMatchUse: rules)?.name == "given")
            #expect(try (asked.tryInject(of: (any Bitter).self) as? Espresso)?.name == "outside")
        }
        scope.give(Espresso("second"), for: (any Hot).self)
        #expect(
            kind { () throws(ImposeError) in try inner.tryInject(of: (any Bitter).self, ifNoMatchUse: rules) }
                == .ambiguous
        )
        inner.give(Espresso("inner"), for: (any Drink).self)
        #expect(inner.unforceInject(of: Espresso.self, ifNoMatchUse: rules)?.name == "inner")
        scope.dispose()
        #expect(
            kind { () throws(ImposeError) in try scope.tryInject(of: (any Bitter).self, ifNoMatchUse: rules) }
                == .disposed
        )
    }

    @Test("A given value in the place of an original answers for its alias, and is no tie with that")
    func alias() throws {
        scope.impose(for: Water.self) { Water("made") }.alias((any Cold).self) { $0 }
            .alias((any Drink).self, named: "other") { $0 }
        let given = Water("given")
        scope.give(given)
        for asked in [scope, scope.openScope()] {
            #expect(asked.inject(of: (any Cold).self) as? Water === given)
            // Both are one step away.
            #expect(try asked.tryInject(of: (any Drink).self) as? Water === given)
            #expect(try asked.tryInject(of: (any Drink).self, named: "other") as? Water === given)
            #expect(try asked.tryInject(of: (any Drink).self, ifNoMatchUse: .furthestAndCastable) as? Water === given)
            #expect(try asked.injectAll(of: (any Drink).self).map { $0 as? Water === given } == [true])
        }
    }

    @Test("Several aliases of a given value are one instance, and of another one's value a tie")
    func aliases() throws {
        scope.impose(for: Water.self, named: "original") { Water("made") }.alias((any Cold).self) { $0 }
            .alias((any Cold).self, named: "spare") { $0 }
        scope.give(Water("given"), named: "original")
        #expect(try scope.tryInject(of: (any Drink).self).name == "given")
        scope.give(Espresso())
        #expect(kind { () throws(ImposeError) in try scope.tryInject(of: (any Drink).self) } == .ambiguous)
    }
}
