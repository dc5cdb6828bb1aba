/// The choice of an injection when nothing is imposed for exactly the type that it asks for.
///
/// ```swift
/// protocol Shape {}
/// protocol Polygon: Shape {}
/// protocol Square: Polygon {}
///
/// // Polygon and Square are imposed, each for its own type:
/// let near: any Shape = inject()                           // the Polygon, 1 step away
/// let far: any Shape = inject(ifNoMatchUse: .furthest)     // the Square, 2 steps away
/// ```
public enum InjectionRules: Hashable, Sendable {
    /// The compatible registration with the fewest steps. The default.
    case nearest
    /// The compatible registration with the most steps.
    case furthest
    /// Like ``nearest``; if no registration is compatible, instances are made to see which of them can be cast.
    case nearestAndCastable
    /// Like ``furthest``; if no registration is compatible, instances are made to see which of them can be cast.
    case furthestAndCastable

    /// Whether the smaller distance wins.
    package var prefersNear: Bool { self == .nearest || self == .nearestAndCastable }

    /// Whether instances may be made to find out whether they can be cast.
    package var allowsCasting: Bool { self == .nearestAndCastable || self == .furthestAndCastable }
}
