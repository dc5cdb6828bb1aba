import Foundation
import TestSupport
import Testing

@testable import Impose

protocol Edible {}
private protocol Tasty {}
private protocol Bound: AnyObject {}

private class Food: Edible {}
private class Fruit: Food, Tasty {}
private class Apple: Fruit, Bound {}
private class Bread: Food {}

private struct Salt: Edible {}
private enum Spice: Edible { case hot }
private enum Nothing: Edible {}
private actor Cook: Edible {}

private class Crate<Content>: Food {}
private final class Barrel<Content>: Crate<Content>, Tasty {}
private final class FruitBarrel: Crate<Fruit> {}

private struct Pair<Content> {}
extension Pair: Edible where Content: Edible {}

private class Parcel<Content> {}
extension Parcel: Edible where Content: Edible {}
private final class SaltParcel: Parcel<Salt> {}

private class Token: NSObject, Edible {}
private final class Coin: Token, Tasty {}

/// A refinement through which `Cake` conforms again to a protocol of its superclass.
private protocol VeryTasty: Tasty {}
private final class Cake: Fruit, VeryTasty {}

/// A registered type, a requested one, and the distance between them.
struct DistanceRow: Sendable, CustomTestStringConvertible {
    let registered: Any.Type
    let requested: Any.Type
    let expected: Int?

    init(_ registered: Any.Type, _ requested: Any.Type, _ expected: Int?) {
        self.registered = registered
        self.requested = requested
        self.expected = expected
    }

    var testDescription: String {
        "\(registered) → \(requested): \(expected.map { "\($0)" } ?? "none")"
    }

    /// The same for one type and for one of many, which are told in another way; no distance at all where these differ.
    var distance: Int? {
        let alone = TypeRelation(to: requested).distance(from: registered)
        let amongMany = TypeRelation(to: requested, fromAmong: 1_000).distance(from: registered)
        return alone == amongMany ? alone : .min
    }
}

@Suite("Distances of concrete types")
struct TypeRelationTests {
    private static let classes = [
        DistanceRow(Food.self, Food.self, 0),
        DistanceRow(Fruit.self, Food.self, 1),
        DistanceRow(Apple.self, Food.self, 2),
        DistanceRow(Apple.self, Fruit.self, 1),
        DistanceRow(Bread.self, Fruit.self, nil),
        DistanceRow(Bread.self, Apple.self, nil),
        DistanceRow(Food.self, Apple.self, nil),
        DistanceRow(Food.self, Bread.self, nil),
        DistanceRow(Food.self, Edible.self, 1),
        DistanceRow(Fruit.self, Edible.self, 2),
        DistanceRow(Apple.self, Edible.self, 3),
        DistanceRow(Food.self, Tasty.self, nil),
        DistanceRow(Fruit.self, Tasty.self, 1),
        DistanceRow(Apple.self, Tasty.self, 2),
        DistanceRow(Apple.self, Bound.self, 1),
        DistanceRow(Fruit.self, Bound.self, nil),
        DistanceRow(Cake.self, VeryTasty.self, 1),
        DistanceRow(Cake.self, Tasty.self, 2),
    ]

    private static let values = [
        DistanceRow(Salt.self, Salt.self, 0),
        DistanceRow(Salt.self, Edible.self, 1),
        DistanceRow(Salt.self, Tasty.self, nil),
        DistanceRow(Spice.self, Edible.self, 1),
        DistanceRow(Nothing.self, Edible.self, 1),
        DistanceRow(Cook.self, Edible.self, 1),
        DistanceRow(Cook.self, (any Actor).self, 1),
        DistanceRow(Cook.self, Tasty.self, nil),
        DistanceRow(Salt.self, Food.self, nil),
        DistanceRow(Salt.self, Bound.self, nil),
        DistanceRow(Salt.self, (any Edible & AnyObject).self, nil),
        DistanceRow(Salt.self, Spice.self, nil),
        DistanceRow(Int.self, (any Hashable).self, 1),
        DistanceRow(Int.self, (any Equatable).self, 1),
        DistanceRow(Int.self, (any BinaryInteger).self, 1),
        DistanceRow(String.self, (any Sequence).self, 1),
        DistanceRow(Int.self, (any Sequence).self, nil),
        DistanceRow(Int.self, Double.self, nil),
        DistanceRow(CancellationError.self, (any Error).self, 1),
    ]

    private static let generics = [
        DistanceRow(Crate<Int>.self, Food.self, 1),
        DistanceRow(Crate<Int>.self, Edible.self, 2),
        DistanceRow(Crate<Int>.self, Crate<String>.self, nil),
        DistanceRow(Crate<Fruit>.self, Crate<Food>.self, nil),
        DistanceRow(Barrel<Int>.self, Crate<Int>.self, 1),
        DistanceRow(Barrel<Int>.self, Crate<String>.self, nil),
        DistanceRow(Barrel<Int>.self, Food.self, 2),
        DistanceRow(Barrel<Int>.self, Edible.self, 3),
        DistanceRow(Barrel<Int>.self, Tasty.self, 1),
        DistanceRow(FruitBarrel.self, Crate<Fruit>.self, 1),
        DistanceRow(FruitBarrel.self, Crate<Food>.self, nil),
        DistanceRow(FruitBarrel.self, Edible.self, 3),
        DistanceRow(Pair<Salt>.self, Edible.self, 1),
        DistanceRow(Pair<Apple>.self, Edible.self, 1),
        DistanceRow(Pair<Int>.self, Edible.self, nil),
        DistanceRow(Pair<Pair<Salt>>.self, Edible.self, 1),
        DistanceRow(Pair<Pair<Int>>.self, Edible.self, nil),
        DistanceRow(Parcel<Salt>.self, Edible.self, 1),
        DistanceRow(Parcel<Int>.self, Edible.self, nil),
        DistanceRow(SaltParcel.self, Edible.self, 2),
        DistanceRow(SaltParcel.self, Parcel<Salt>.self, 1),
        DistanceRow([Int].self, (any Equatable).self, 1),
        DistanceRow([Salt].self, (any Equatable).self, nil),
        DistanceRow(Int?.self, (any Hashable).self, 1),
    ]

    private static let foundation = [
        DistanceRow(NSObject.self, NSObject.self, 0),
        DistanceRow(Token.self, NSObject.self, 1),
        DistanceRow(Coin.self, NSObject.self, 2),
        DistanceRow(Coin.self, Token.self, 1),
        DistanceRow(Token.self, Edible.self, 1),
        DistanceRow(Coin.self, Edible.self, 2),
        DistanceRow(Coin.self, Tasty.self, 1),
        DistanceRow(NSObject.self, Edible.self, nil),
        DistanceRow(Token.self, (any Hashable).self, 2),
        DistanceRow(Coin.self, (any Equatable).self, 3),
        DistanceRow(Date.self, (any Hashable).self, 1),
        DistanceRow(JSONDecoder.self, NSObject.self, nil),
    ]

    private static let incompatible = [
        DistanceRow(Food.self, Any.self, nil),
        DistanceRow(Salt.self, Any.self, nil),
        DistanceRow(Edible.self, Any.self, nil),
        DistanceRow(Food.self, AnyObject.self, nil),
        DistanceRow(Bound.self, AnyObject.self, nil),
        DistanceRow(Any.self, Edible.self, nil),
        DistanceRow(AnyObject.self, Edible.self, nil),
        DistanceRow(AnyObject.self, Food.self, nil),
        DistanceRow(Any.self, Any.self, 0),
        DistanceRow(AnyObject.self, Any.self, nil),
        DistanceRow(AnyObject.self, AnyObject.self, 0),
        DistanceRow(Fruit?.self, Food?.self, nil),
        DistanceRow(Fruit.self, Food?.self, nil),
        DistanceRow(Fruit?.self, Food.self, nil),
        DistanceRow(Fruit?.self, Edible.self, nil),
        DistanceRow([Fruit].self, [Food].self, nil),
        DistanceRow([Fruit].self, [Edible].self, nil),
        DistanceRow([Fruit].self, [Any].self, nil),
        DistanceRow([String: Fruit].self, [String: Food].self, nil),
        DistanceRow(Set<String>.self, Set<AnyHashable>.self, nil),
        DistanceRow(Fruit.Type.self, Food.Type.self, nil),
        DistanceRow(Fruit.Type.self, Fruit.self, nil),
        DistanceRow(Fruit.self, Fruit.Type.self, nil),
        DistanceRow(Fruit.Type.self, (any Edible.Type).self, nil),
        DistanceRow((any Edible.Type).self, Edible.self, nil),
        DistanceRow((Fruit, Int).self, (Food, Int).self, nil),
        DistanceRow((Int, Int).self, (any Hashable).self, nil),
        DistanceRow((() -> Fruit).self, (() -> Food).self, nil),
        DistanceRow((() -> Fruit).self, Edible.self, nil),
        DistanceRow((() -> Void).self, (@Sendable () -> Void).self, nil),
        DistanceRow(Salt.self, AnyHashable.self, nil),
    ]

    @Test("classes are as far as the hops to the superclass, or to where it conforms", arguments: classes)
    func classDistance(row: DistanceRow) {
        #expect(row.distance == row.expected)
    }

    @Test("structs, enums and actors are one step from what they conform to", arguments: values)
    func valueDistance(row: DistanceRow) {
        #expect(row.distance == row.expected)
    }

    @Test("generic types count with their arguments, also for conditional conformances", arguments: generics)
    func genericDistance(row: DistanceRow) {
        #expect(row.distance == row.expected)
    }

    @Test("Foundation's classes are measured as any other classes", arguments: foundation)
    func foundationDistance(row: DistanceRow) {
        #expect(row.distance == row.expected)
    }

    @Test(
        "Types that are neither superclasses nor protocols of a type are not compatible with it",
        arguments: incompatible
    )
    func incompatibleTypes(row: DistanceRow) {
        #expect(row.distance == row.expected)
    }

    @Test("types of a function are measured as any other")
    func localTypes() {
        protocol Local {}
        protocol Finer: Local {}
        class Base: Local {}
        final class Derived: Base {}
        struct Value: Finer {}
        let rows = [
            DistanceRow(Base.self, Local.self, 1),
            DistanceRow(Derived.self, Local.self, 2),
            DistanceRow(Derived.self, Base.self, 1),
            DistanceRow(Derived.self, Finer.self, nil),
            DistanceRow(Value.self, Finer.self, 1),
            DistanceRow(Value.self, Local.self, 1),
            DistanceRow(Finer.self, Local.self, 1),
            DistanceRow(Local.self, Finer.self, nil),
        ]
        for row in rows { #expect(row.distance == row.expected, "\(row.testDescription)") }
    }
}
