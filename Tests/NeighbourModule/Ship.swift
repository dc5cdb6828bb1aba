public import Impose

/// A protocol that nothing is imposed for.
public protocol Compass: Sendable {}

/// The same for a call.
public protocol Radio: Sendable {}

/// A class with a wrapper, in a module that is not the tests'.
public final class Ship {
    @Injected private var compass: any Compass

    /// Makes one.
    public init() {}

    /// Whether it finds its compass.
    public var isFoundByItself: Bool { (try? $compass.tryInject()) != nil }

    /// Speaks to another one. Nobody calls it.
    public func hail(by radio: any Radio = inject()) {}
}

/// A type that another module makes conform to one of its protocols.
public struct Compassless: Sendable {
    /// Makes one.
    public init() {}
}
