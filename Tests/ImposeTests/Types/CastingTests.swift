import Impose
import TestSupport
import Testing

private protocol Top {}
private protocol Side {}

private class Base: Top {}
private class Derived: Base, Side {}
private final class Last: Derived {}
private final class Other: Top {}
private struct Value: Top, Side, Hashable {}

/// A protocol that no type in the tests conforms to.
private protocol Hidden {}
private protocol Veil {}
private protocol OtherVeil {}
private class Veiled: Hidden, Veil, OtherVeil {}
private final class MoreVeiled: Veiled {}

@Suite("Castable rules")
struct CastingTests {
    private let imposer = Imposer()

    private func failure<T>(_ type: T.Type, _ rules: InjectionRules = .nearestAndCastable) -> ImposeError.Kind? {
        #expect(throws: ImposeError.self) { _ = try imposer.tryInject(of: type, ifNoMatchUse: rules) }?.kind
    }

    @Test("A castable rule finds what only the instance reveals")
    func reveal() throws {
        imposer.impose(for: Top.self) { Derived() }
        for rules in [InjectionRules.nearestAndCastable, .furthestAndCastable] {
            #expect(try type(of: imposer.tryInject(of: Side.self, ifNoMatchUse: rules)) == Derived.self)
            #expect(try type(of: imposer.tryInject(of: Base.self, ifNoMatchUse: rules)) == Derived.self)
        }
        #expect(failure(Side.self, .nearest) == .missing)
        #expect(failure(Base.self, .furthest) == .missing)
        #expect(failure(Other.self) == .missing)
    }

    @Test("a compatible registration comes before a castable one, and nothing is made")
    func compatibleFirst() throws {
        let counter = CallCounter()
        imposer.impose(for: Hidden.self) {
            counter.increment()
            return Veiled()
        }
        imposer.impose(for: MoreVeiled.self) { MoreVeiled() }
        #expect(try imposer.tryInject(of: Veil.self, ifNoMatchUse: .nearestAndCastable) is MoreVeiled)
        #expect(counter.count == 0)
    }

    @Test("A castable rule ranks candidates by the type of the instance")
    func ranking() throws {
        imposer.impose(for: Hidden.self) { MoreVeiled() }
        imposer.impose(for: OtherVeil.self) { Veiled() }
        let near = try imposer.tryInject(of: Veil.self, ifNoMatchUse: .nearestAndCastable)
        let far = try imposer.tryInject(of: Veil.self, ifNoMatchUse: .furthestAndCastable)
        #expect(type(of: near) == Veiled.self)
        #expect(type(of: far) == MoreVeiled.self)
        #expect(try type(of: imposer.tryInject(of: Veiled.self, ifNoMatchUse: .nearestAndCastable)) == Veiled.self)
    }

    @Test("a tie of castable ones is an error unless one of them is preferred")
    func tie() throws {
        imposer.impose(for: Hidden.self) { Veiled() }
        let other = imposer.impose(for: OtherVeil.self) { Veiled() }
        let error = #expect(throws: ImposeError.self) {
            _ = try imposer.tryInject(of: Veil.self, ifNoMatchUse: .nearestAndCastable)
        }
        #expect(error?.kind == .ambiguous)
        #expect(error?.candidates.map(\.distance) == [1, 1])
        other.preferred()
        let found = try imposer.tryInject(of: Veil.self, ifNoMatchUse: .nearestAndCastable)
        #expect(try found as? Veiled === imposer.tryInject(of: OtherVeil.self) as? Veiled)
    }

    @Test("an imposer is searched whole before its parent")
    func parents() throws {
        imposer.impose(for: Side.self, Value())
        let child = Imposer(parent: imposer)
        child.impose(for: Top.self) { Last() }
        #expect(try child.tryInject(of: Side.self, ifNoMatchUse: .nearestAndCastable) is Last)
        #expect(try child.tryInject(of: Side.self) is Value)
    }

    @Test("A castable rule hands out the kept instance, which is made once")
    func kept() throws {
        let counter = CallCounter()
        imposer.impose(for: Top.self) {
            counter.increment()
            return Derived()
        }
        let found = try imposer.tryInject(of: Derived.self, ifNoMatchUse: .nearestAndCastable)
        #expect(try imposer.tryInject(of: Top.self) as? Derived === found)
        #expect(try imposer.tryInject(of: Side.self, ifNoMatchUse: .furthestAndCastable) as? Derived === found)
        #expect(counter.count == 1)
    }

    @Test("a closure-based instance that was made for the search is the one that is handed out")
    func closureBased() throws {
        let counter = CallCounter()
        imposer.impose(for: Top.self, option: .closureBased) {
            counter.increment()
            return Derived()
        }
        _ = try imposer.tryInject(of: Side.self, ifNoMatchUse: .nearestAndCastable)
        #expect(counter.count == 1)
        _ = try imposer.tryInject(of: Side.self, ifNoMatchUse: .nearestAndCastable)
        #expect(counter.count == 2)
    }

    @Test("A castable rule passes over what is being built", arguments: [InjectOption.singleInstance, .closureBased])
    func beingBuilt(option: InjectOption) throws {
        let imposer = imposer
        imposer.impose(for: Hidden.self, option: option) { [weak imposer] in
            let veil = imposer?.unforceInject(of: Veil.self, ifNoMatchUse: .nearestAndCastable)
            #expect(veil is MoreVeiled)
            return Veiled()
        }
        imposer.impose(for: OtherVeil.self, option: option) { MoreVeiled() }
        #expect(try type(of: imposer.tryInject(of: Hidden.self)) == Veiled.self)
    }

    @Test(
        "providers that look for each other end in an error",
        arguments: [InjectOption.singleInstance, .closureBased]
    )
    func cycle(option: InjectOption) throws {
        let counter = CallCounter()
        let imposer = imposer
        imposer.impose(for: Hidden.self, option: option) { [weak imposer] in
            counter.increment()
            _ = try imposer?.tryInject(of: Veil.self, ifNoMatchUse: .nearestAndCastable)
            return Veiled()
        }
        imposer.impose(for: OtherVeil.self, option: option) { [weak imposer] in
            counter.increment()
            _ = try imposer?.tryInject(of: Veil.self, ifNoMatchUse: .nearestAndCastable)
            return Veiled()
        }
        #expect(failure(Hidden.self) == .circular)
        #expect(failure(Veil.self) == .circular)
        #expect(counter.count < 10)
    }

    @Test("a provider that fails does not keep the others from being found")
    func failingProvider() throws {
        struct Mishap: Error {}
        imposer.impose(for: Hidden.self) { throw Mishap() }
        imposer.impose(for: OtherVeil.self) { Veiled() }
        #expect(try imposer.tryInject(of: Veil.self, ifNoMatchUse: .nearestAndCastable) is Veiled)
    }

    @Test("empty arrays are not cast to arrays of another type")
    func emptyArrays() throws {
        imposer.impose(for: [Int].self, [])
        #expect(failure([String].self) == .missing)
        #expect(failure([Any].self) == .missing)
        #expect(failure([any Top].self) == .missing)
        #expect(try imposer.tryInject(of: [String]?.self, ifNoMatchUse: .nearestAndCastable) == nil)
        #expect(try imposer.tryInject(of: [Int].self, ifNoMatchUse: .nearestAndCastable) == [])
    }

    @Test("empty sets and dictionaries are not cast to those of another type")
    func emptyCollections() throws {
        imposer.impose(for: Set<Int>.self, [])
        imposer.impose(for: [String: Int].self, [:])
        #expect(failure(Set<String>.self) == .missing)
        #expect(failure([Int: String].self) == .missing)
    }

    @Test("an empty array is found as what it is")
    func emptyArrayItself() throws {
        imposer.impose(for: Any.self, [Int]())
        #expect(try imposer.tryInject(of: [Int].self, ifNoMatchUse: .nearestAndCastable) == [])
        #expect(try imposer.tryInject(of: (any Collection).self, ifNoMatchUse: .nearestAndCastable).isEmpty)
        #expect(failure([String].self) == .missing)
    }

    @Test("arrays with elements are cast if all elements can be")
    func arrays() throws {
        imposer.impose(for: [Any].self, [1, 2])
        #expect(try imposer.tryInject(of: [Int].self, ifNoMatchUse: .nearestAndCastable) == [1, 2])
        #expect(failure([String].self) == .missing)
    }

    @Test("nil is not cast to another type")
    func nils() throws {
        imposer.impose(for: Int?.self, nil)
        imposer.impose(for: Base?.self, nil)
        imposer.impose(for: Any.self, Int?.none as Any)
        #expect(failure(String.self) == .missing)
        #expect(failure(Int.self) == .missing)
        #expect(failure(Derived.self) == .missing)
        #expect(failure(Top.self) == .missing)
        #expect(try imposer.tryInject(of: String?.self, ifNoMatchUse: .nearestAndCastable) == nil)
        #expect(!imposer.isImposed(String?.self))
    }

    @Test("an optional that holds something is cast as that")
    func optionals() throws {
        imposer.impose(for: Top?.self) { Derived() }
        #expect(try imposer.tryInject(of: Side.self, ifNoMatchUse: .nearestAndCastable) is Derived)
        #expect(try imposer.tryInject(of: Base?.self, ifNoMatchUse: .nearestAndCastable) is Derived)
        #expect(failure(Int.self) == .missing)
    }

    @Test(
        "An empty collection inside another is not cast to one of another type"
    )
    func innerEmptiness() {
        imposer.impose(for: [[Int]].self, [[]])
        imposer.impose(for: [Int?].self, [nil])
        imposer.impose(for: [Int: [Int]].self, [1: []])
        imposer.impose(for: (Int?, Int).self, (nil, 1))
        #expect(failure([[String]].self) == .missing)
        #expect(failure([String?].self) == .missing)
        #expect(failure([Int: [String]].self) == .missing)
        #expect(failure((String?, Int).self) == .missing)
    }
}
