/// A type of parameter that is a handle: it is passed before its dependency is injected.
protocol LazyParameter {
    /// The type that it injects.
    static var dependency: any Any.Type { get }
    /// Whether it injects all instances that match, even if there are none.
    static var isForAll: Bool { get }
    /// Whether it holds the instance that it has injected.
    static var isHolding: Bool { get }
    /// Makes a provider's parameter, which injects later what it would inject now.
    static func make(from origin: Origin, at location: Location) -> Self
}

extension LazyParameter {
    static var isForAll: Bool { false }
    static var isHolding: Bool { true }
}
