/// A type of parameter that is given before what it stands for is injected.
protocol LazyParameter {
    /// What it stands for.
    static var dependency: any Any.Type { get }
    /// Whether it stands for all that fit, be it none.
    static var isForAll: Bool { get }
    /// Whether it holds on to what it has injected.
    static var isHolding: Bool { get }
    /// For a provider's parameter: injects later what the parameter would get now.
    static func make(from origin: Origin, at location: Location) -> Self
}

extension LazyParameter {
    static var isForAll: Bool { false }
    static var isHolding: Bool { true }
}
