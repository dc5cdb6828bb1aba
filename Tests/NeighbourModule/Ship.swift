import Impose

/// Imposed by nobody.
public protocol Compass: Sendable {}

/// Has a wrapper in a module that is not the tests'.
public final class Ship {
    @Injected private var compass: any Compass

    /// Makes one.
    public init() {}

    /// Whether it finds its compass.
    public var isFoundByItself: Bool { $compass.unforceInject() != nil }
}

/// Conforms in another module to a protocol of that one.
public struct Compassless: Sendable {
    /// Makes one.
    public init() {}
}
