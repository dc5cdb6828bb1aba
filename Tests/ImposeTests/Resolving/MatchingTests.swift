import Impose
import NeighbourModule
import TestSupport
import Testing

private protocol Top {}
private protocol Middle: Top {}
private protocol Low: Middle {}

private struct Thing: Low {}
private class Base: Top {}
private class Derived: Base {}
private final class Last: Derived {}
private final class Other: Top {}

private protocol Telling {}

/// A type with the name of the one in `NeighbourModule`.
private struct Clock: Telling {
    let origin = "ImposeTests"
}

extension NeighbourModule.Clock: Telling {}

@Suite("Matching")
struct MatchingTests {
    private let imposer = Imposer()

    private func failure<T>(_ type: T.Type, _ rules: InjectionRules = .nearest) -> ImposeError? {
        #expect(throws: ImposeError.self) { _ = try imposer.tryInject(of: type, ifNoMatchUse: rules) }
    }

    @Test("the nearest class is taken by default, the furthest on demand")
    func classes() throws {
        imposer.impose(for: Last.self) { Last() }
        imposer.impose(for: Derived.self) { Derived() }
        let near = try imposer.tryInject(of: Top.self)
        let far = try imposer.tryInject(of: Top.self, ifNoMatchUse: .furthest)
        #expect(type(of: near) == Derived.self)
        #expect(type(of: far) == Last.self)
        #expect(try type(of: imposer.tryInject(of: Base.self)) == Derived.self)
        #expect(try type(of: imposer.tryInject(of: Base.self, ifNoMatchUse: .furthestAndCastable)) == Last.self)
    }

    @Test("the nearest protocol is taken by default, the furthest on demand")
    func protocols() throws {
        struct Nearer: Middle {}
        imposer.impose(for: Low.self, Thing())
        imposer.impose(for: Middle.self, Nearer())
        #expect(try imposer.tryInject(of: Top.self) is Nearer)
        #expect(try imposer.tryInject(of: Top.self, ifNoMatchUse: .nearestAndCastable) is Nearer)
        #expect(try imposer.tryInject(of: Top.self, ifNoMatchUse: .furthest) is Thing)
        #expect(try imposer.tryInject(of: Top.self, ifNoMatchUse: .furthestAndCastable) is Thing)
    }

    @Test("what is imposed for the type itself is taken under every rule")
    func exact() throws {
        imposer.impose(for: Last.self) { Last() }.preferred()
        imposer.impose(for: Top.self) { Other() }
        for rules in [InjectionRules.nearest, .furthest, .nearestAndCastable, .furthestAndCastable] {
            #expect(try imposer.tryInject(of: Top.self, ifNoMatchUse: rules) is Other)
        }
    }

    @Test("the declared type counts and not that of the instance")
    func declaredType() throws {
        imposer.impose(for: Top.self) { Last() }
        #expect(failure(Last.self)?.kind == .missing)
        #expect(failure(Base.self)?.kind == .missing)
        imposer.impose(for: Base.self) { Last() }
        imposer.impose(for: Derived.self) { Derived() }
        imposer.remove(for: Top.self)
        #expect(try type(of: imposer.tryInject(of: Top.self)) == Last.self)
    }

    @Test("no instance is made to find a match")
    func makesNothing() throws {
        let counter = CallCounter()
        imposer.impose(for: Last.self) {
            counter.increment()
            return Last()
        }
        imposer.impose(for: Base.self) { Base() }
        _ = try imposer.tryInject(of: Top.self)
        #expect(counter.count == 0)
    }

    @Test("a tie is an error that lists all that are tied, and only those", arguments: [false, true])
    func tie(castable: Bool) throws {
        imposer.impose(for: Other.self) { Other() }
        let otherLine = #line - 1
        imposer.impose(for: Base.self) { Base() }
        let baseLine = #line - 1
        imposer.impose(for: Derived.self) { Derived() }
        let error = try #require(failure(Top.self, castable ? .nearestAndCastable : .nearest))
        #expect(error.kind == .ambiguous)
        #expect(ObjectIdentifier(error.requested) == ObjectIdentifier(Top.self))
        #expect(error.candidates.map { String(describing: $0.type) } == ["Other", "Base"])
        #expect(error.candidates.map(\.distance) == [1, 1])
        #expect(error.candidates.map { Int($0.location.line) } == [otherLine, baseLine])
        #expect(error.candidates.map(\.location.fileID) == Array(repeating: #fileID, count: 2))
    }

    @Test("a tie of the furthest is an error, too")
    func tieOfFurthest() throws {
        imposer.impose(for: Low.self, Thing())
        imposer.impose(for: Derived.self) { Derived() }
        imposer.impose(for: Other.self) { Other() }
        let error = try #require(failure(Top.self, .furthest))
        #expect(error.kind == .ambiguous)
        #expect(error.candidates.map(\.distance) == [2, 2])
        #expect(try imposer.tryInject(of: Top.self) is Other)
    }

    @Test("a tie stops the search, though a parent would have an answer")
    func tieAndParent() throws {
        imposer.impose(for: Top.self) { Other() }
        let child = Imposer(parent: imposer)
        child.impose(for: Other.self) { Other() }
        child.impose(for: Base.self) { Base() }
        let error = #expect(throws: ImposeError.self) { _ = try child.tryInject(of: Top.self) }
        #expect(error?.kind == .ambiguous)
    }

    @Test("an imposer's far match comes before its parent's exact one")
    func wholeImposerFirst() throws {
        imposer.impose(for: Top.self) { Other() }
        let child = Imposer(parent: imposer)
        child.impose(for: Last.self) { Last() }
        #expect(try child.tryInject(of: Top.self) is Last)
    }

    @Test("a preferred registration settles a tie, whenever it is marked", arguments: [false, true])
    func preferred(isFirst: Bool) throws {
        if isFirst {
            imposer.impose(for: Base.self) { Base() }.preferred()
            imposer.impose(for: Other.self) { Other() }
        } else {
            imposer.impose(for: Other.self) { Other() }
            let base = imposer.impose(for: Base.self) { Base() }
            #expect(failure(Top.self)?.kind == .ambiguous)
            base.preferred()
        }
        #expect(try imposer.tryInject(of: Top.self) is Base)
    }

    @Test("Two preferred registrations stay tied, and all that tie are listed")
    func twoPreferred() throws {
        imposer.impose(for: Base.self) { Base() }.preferred()
        imposer.impose(for: Other.self) { Other() }.preferred()
        imposer.impose(for: Thing.self, Thing())
        let error = try #require(failure(Top.self))
        #expect(error.kind == .ambiguous)
        #expect(error.candidates.count == 3)
    }

    @Test("a preferred registration does not win against a better distance")
    func preferredFurther() throws {
        imposer.impose(for: Derived.self) { Derived() }.preferred()
        imposer.impose(for: Other.self) { Other() }
        #expect(try imposer.tryInject(of: Top.self) is Other)
        imposer.impose(for: Other.self) { Other() }.preferred()
        #expect(try imposer.tryInject(of: Top.self, ifNoMatchUse: .furthest) is Derived)
    }

    @Test("a preference goes with the registration that is replaced")
    func preferredReplaced() throws {
        imposer.impose(for: Base.self) { Base() }.preferred()
        imposer.impose(for: Other.self) { Other() }
        imposer.impose(for: Base.self) { Base() }
        #expect(failure(Top.self)?.kind == .ambiguous)
    }

    @Test("two aliases of one registration are one instance, and no tie")
    func aliases() throws {
        struct Seed: Sendable {}
        // The original of both does not match itself.
        imposer.impose(for: Seed.self, Seed()).alias(Middle.self) { _ in Thing() }.alias(Base.self) { _ in Base() }
        #expect(try imposer.tryInject(of: Top.self) is Thing)
        #expect(imposer.isImposed(Top.self))
        imposer.impose(for: Other.self) { Other() }
        let error = try #require(failure(Top.self))
        #expect(error.candidates.map { String(describing: $0.type) } == ["Middle", "Other"])
    }

    @Test("another module's protocols refine each other as our own do")
    func neighbour() throws {
        final class Tram: Machine {}
        imposer.impose(for: Truck.self, Pickup())
        imposer.impose(for: MotorVehicle.self) { Machine() }
        #expect(try imposer.tryInject(of: Vehicle.self) is Machine)
        #expect(try imposer.tryInject(of: Vehicle.self, ifNoMatchUse: .furthest) is Pickup)
        imposer.remove(for: MotorVehicle.self)
        #expect(try imposer.tryInject(of: Vehicle.self) is Pickup)
        imposer.impose(for: Tram.self) { Tram() }
        #expect(failure(Vehicle.self)?.kind == .ambiguous)
        #expect(try imposer.tryInject(of: Machine.self) is Tram)
    }

    @Test("equally named types of two modules are never confused")
    func equallyNamed() throws {
        imposer.impose(for: Clock.self, Clock())
        #expect(failure(NeighbourModule.Clock.self)?.kind == .missing)
        imposer.impose(for: NeighbourModule.Clock.self, NeighbourModule.Clock())
        #expect(try imposer.tryInject(of: Clock.self).origin == "ImposeTests")
        #expect(try imposer.tryInject(of: NeighbourModule.Clock.self).origin == "NeighbourModule")
        imposer.remove(for: Clock.self)
        #expect(failure(Clock.self, .nearestAndCastable)?.kind == .missing)
        #expect(try imposer.tryInject(of: NeighbourModule.Clock.self).origin == "NeighbourModule")
    }

    @Test("an error tells equally named types apart")
    func equallyNamedInErrors() throws {
        imposer.impose(for: Clock.self, Clock())
        imposer.impose(for: NeighbourModule.Clock.self, NeighbourModule.Clock())
        let text = try #require(failure(Telling.self)).description
        #expect(text.contains("ImposeTests."))
        #expect(text.contains("NeighbourModule.Clock"))
    }
}
