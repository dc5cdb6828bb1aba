import NeighbourModule
import TestSupport
import Testing

@testable import Impose

private protocol Top {}
private protocol Left: Top {}
private protocol Right: Top {}
private protocol Bottom: Left, Right {}
/// One of two ways from `Lopsided` up to `Top`: three steps by `FarLeft`, two by `Right`.
private protocol FarLeft: Left {}
private protocol Lopsided: FarLeft, Right {}
/// A protocol that names `Right` once more, which the compiler leaves out, since `Bottom` refines it already.
private protocol Redundant: Bottom, Right {}
private protocol Lonely {}
private protocol Bound: AnyObject {}
private protocol FinerBound: Bound, Top {}
private protocol Associated<Content> {
    associatedtype Content: Lonely
}
private protocol FinerAssociated: Associated where Content: Top {}

private class Base: Top {}
private class Derived: Base, Bound {}
private final class Last: Derived, Bottom {}
private struct Value: Bottom, Lonely {}

private protocol OfBase: Base {}
private protocol OfDerived: Derived, Lonely {}
private protocol FinerOfDerived: OfDerived {}
private class Crate<Content> {}
private protocol OfCrate: Crate<[String: Int]> {}
private protocol ByWhere where Self: Derived {}
private final class Conformer: Derived, FinerOfDerived {}

private protocol Mishap: Error {}

/// A protocol that refines one of another module.
private protocol Tram: MotorVehicle {}
private final class Robot: Machine, Truck {}

/// One of more protocols than the first look at them has room for.
private protocol P1: Top {}
private protocol P2: Top {}
private protocol P3: Top {}
private protocol P4: Top {}
private protocol P5: Top {}
private protocol P6: Top {}
private protocol P7: Top {}
private protocol P8: Top {}
private protocol P9: Lonely {}
private protocol Many: P1, P2, P3, P4, P5, P6, P7, P8, P9 {}

@Suite("Distances of protocols and compositions")
struct ProtocolDistanceTests {
    private static let refinements = [
        DistanceRow(Top.self, Top.self, 0),
        DistanceRow(Left.self, Top.self, 1),
        DistanceRow(Bottom.self, Left.self, 1),
        DistanceRow(Bottom.self, Right.self, 1),
        DistanceRow(Bottom.self, Top.self, 2),
        DistanceRow(Lopsided.self, Top.self, 2),
        DistanceRow(Lopsided.self, Right.self, 1),
        DistanceRow(Lopsided.self, Left.self, 2),
        DistanceRow(Redundant.self, Right.self, 2),
        DistanceRow(Redundant.self, Top.self, 3),
        DistanceRow(Top.self, Bottom.self, nil),
        DistanceRow(Left.self, Right.self, nil),
        DistanceRow(Lonely.self, Top.self, nil),
        DistanceRow(FinerBound.self, Bound.self, 1),
        DistanceRow(FinerBound.self, Top.self, 1),
        DistanceRow(Bound.self, FinerBound.self, nil),
        DistanceRow((any FinerAssociated).self, (any Associated).self, 1),
        DistanceRow((any Associated).self, Lonely.self, nil),
        DistanceRow((any FinerAssociated).self, Top.self, nil),
        DistanceRow(Many.self, P9.self, 1),
        DistanceRow(Many.self, P1.self, 1),
        DistanceRow(Many.self, Top.self, 2),
        DistanceRow(Many.self, Lonely.self, 2),
    ]

    private static let standardLibrary = [
        DistanceRow((any Collection).self, (any Sequence).self, 1),
        DistanceRow((any BidirectionalCollection).self, (any Collection).self, 1),
        DistanceRow((any BidirectionalCollection).self, (any Sequence).self, 2),
        DistanceRow((any RandomAccessCollection).self, (any Sequence).self, 3),
        DistanceRow((any Hashable).self, (any Equatable).self, 1),
        DistanceRow((any Comparable).self, (any Equatable).self, 1),
        DistanceRow((any Strideable).self, (any Equatable).self, 2),
        DistanceRow((any Equatable).self, (any Hashable).self, nil),
        DistanceRow((any Sequence).self, (any IteratorProtocol).self, nil),
        DistanceRow((any Error).self, (any Hashable).self, nil),
        DistanceRow((any Mishap).self, (any Error).self, 1),
    ]

    private static let neighbour = [
        DistanceRow(MotorVehicle.self, Vehicle.self, 1),
        DistanceRow(Truck.self, MotorVehicle.self, 1),
        DistanceRow(Truck.self, Vehicle.self, 2),
        DistanceRow(Tram.self, MotorVehicle.self, 1),
        DistanceRow(Tram.self, Vehicle.self, 2),
        DistanceRow(Vehicle.self, Tram.self, nil),
        DistanceRow(Machine.self, Vehicle.self, 1),
        DistanceRow(Pickup.self, Vehicle.self, 1),
        DistanceRow(Pickup.self, Truck.self, 1),
        DistanceRow(Pickup.self, Tram.self, nil),
        DistanceRow(Robot.self, Machine.self, 1),
        DistanceRow(Robot.self, Truck.self, 1),
        DistanceRow(Robot.self, Vehicle.self, 2),
        DistanceRow(Serviceable.self, Machine.self, 1),
        DistanceRow(Serviceable.self, Vehicle.self, 2),
        DistanceRow((any Tram & Truck).self, Vehicle.self, 3),
    ]

    private static let compositions = [
        DistanceRow(Value.self, (any Bottom & Lonely).self, 1),
        DistanceRow(Value.self, (any Bottom & Bound).self, nil),
        DistanceRow(Value.self, (any Base & Bottom).self, nil),
        DistanceRow(Last.self, (any Top & Bottom).self, 1),
        DistanceRow(Last.self, (any Bottom & Bound).self, 2),
        DistanceRow(Last.self, (any Base & Bottom).self, 2),
        DistanceRow(Last.self, (any Derived & Bottom).self, 1),
        DistanceRow(Last.self, (any Base & Lonely).self, nil),
        DistanceRow(Derived.self, (any Base & Bound).self, 1),
        DistanceRow(Derived.self, (any Base & Top).self, 2),
        DistanceRow(Base.self, (any Derived & Top).self, nil),
        DistanceRow(Base.self, (any Top & AnyObject).self, 1),
        DistanceRow(Derived.self, (any Top & AnyObject).self, 2),
        DistanceRow(Bottom.self, (any Left & Right).self, 1),
        DistanceRow(Lopsided.self, (any Left & Right).self, 2),
        DistanceRow(Left.self, (any Left & Right).self, nil),
        DistanceRow((any Left & Right).self, Left.self, 1),
        DistanceRow((any Left & Right).self, Top.self, 2),
        DistanceRow((any Left & Right).self, Bottom.self, nil),
        DistanceRow((any Left & Right & Lonely).self, (any Left & Right).self, 1),
        DistanceRow((any Left & Right).self, (any Right & Left).self, 0),
        DistanceRow((any Left & Sendable).self, Left.self, 0),
        DistanceRow((any Top & AnyObject).self, Top.self, 1),
        DistanceRow(Top.self, (any Top & AnyObject).self, nil),
        DistanceRow((any Bound & Left).self, (any Left & AnyObject).self, 1),
        DistanceRow((any Base & Lonely).self, Base.self, 1),
        DistanceRow((any Base & Lonely).self, Lonely.self, 1),
        DistanceRow((any Derived & Lonely).self, Base.self, 2),
        DistanceRow((any Derived & Lonely).self, Top.self, 3),
        DistanceRow((any Derived & Lonely).self, (any Base & Lonely).self, 2),
        DistanceRow((any Base & Lonely).self, Derived.self, nil),
        DistanceRow((any Base & Lonely).self, (any Derived & Lonely).self, nil),
    ]

    private static let superclasses = [
        DistanceRow(OfBase.self, Base.self, 1),
        DistanceRow(OfBase.self, Top.self, 2),
        DistanceRow(OfBase.self, Derived.self, nil),
        DistanceRow(OfDerived.self, Derived.self, 1),
        DistanceRow(OfDerived.self, Base.self, 2),
        DistanceRow(OfDerived.self, Top.self, 3),
        DistanceRow(OfDerived.self, Bound.self, 2),
        DistanceRow(OfDerived.self, Lonely.self, 1),
        DistanceRow(ByWhere.self, Base.self, 2),
        DistanceRow(OfCrate.self, Crate<[String: Int]>.self, 1),
        DistanceRow(OfCrate.self, Crate<Int>.self, nil),
        DistanceRow(Conformer.self, OfDerived.self, 1),
        DistanceRow(Conformer.self, Base.self, 2),
        DistanceRow(Derived.self, OfDerived.self, nil),
        DistanceRow(OfBase.self, (any Base & Top).self, 2),
        DistanceRow(OfBase.self, (any OfBase & Top).self, 2),
        DistanceRow(OfDerived.self, (any Top & AnyObject).self, 3),
        DistanceRow(FinerOfDerived.self, OfDerived.self, 1),
    ]

    private static let refinedSuperclasses = [
        DistanceRow(FinerOfDerived.self, Derived.self, 2),
        DistanceRow(FinerOfDerived.self, Base.self, 3),
        DistanceRow(FinerOfDerived.self, Bound.self, 3),
        DistanceRow(FinerOfDerived.self, Top.self, 4),
    ]

    @Test("a protocol is as far as the fewest refinements", arguments: refinements)
    func refinement(row: DistanceRow) {
        #expect(row.distance == row.expected)
    }

    @Test("the standard library's protocols are measured as any other", arguments: standardLibrary)
    func standard(row: DistanceRow) {
        #expect(row.distance == row.expected)
    }

    @Test("another module's types are measured as any other", arguments: neighbour)
    func foreign(row: DistanceRow) {
        #expect(row.distance == row.expected)
    }

    @Test("all parts of a composition count, and the furthest decides", arguments: compositions)
    func composition(row: DistanceRow) {
        #expect(row.distance == row.expected)
    }

    @Test("a protocol for the subclasses of a class is a subtype of that class", arguments: superclasses)
    func superclass(row: DistanceRow) {
        #expect(row.distance == row.expected)
    }

    @Test(
        "A protocol that refines one for the subclasses of a class is a subtype of that class",

        arguments: refinedSuperclasses
    )
    func refinedSuperclass(row: DistanceRow) {
        #expect(row.distance == row.expected)
    }
}
