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

extension Metadata {
    /// The type as one of handles; nil if it is none.
    ///
    /// Handles are structs. Of other types, protocols before all, the runtime would have to be asked: it looks through
    /// all conformances of the process, once for each type, to find that there is none.
    var lazyParameter: (any LazyParameter.Type)? { isStruct ? type as? any LazyParameter.Type : nil }
}

extension LazyParameter {
    static var isForAll: Bool { false }
    static var isHolding: Bool { true }
}
