/// The part of a property wrapper that is known from its type: the dependency that it injects.
package protocol DependencyWrapper {
    /// The type that it injects, one instance or all of them. Each wrapper has a generic parameter of this name.
    associatedtype T
    /// Whether reading it fails if nothing is imposed that fits.
    static var needsAnswer: Bool { get }
    /// The way in which it keeps what it has injected.
    static var keeping: DependencyKeeping { get }
}

/// A way in which a property wrapper keeps what it has injected.
package enum DependencyKeeping {
    case strongly
    case weakly
    /// It injects at each read.
    case notAtAll
}

extension DependencyWrapper {
    package static var dependency: any Any.Type { T.self }
    package static var needsAnswer: Bool { true }
    package static var keeping: DependencyKeeping { .strongly }
    /// Whether a provider's parameter may be of this type.
    package static var isParameter: Bool { self is any ParameterHandle.Type }
    /// Whether it injects all instances that match: a handle that may go without an answer injects as many as there are.
    package static var isForAll: Bool { !needsAnswer && isParameter }
    /// Whether it keeps the instance that it has injected, strongly or weakly.
    package static var isHolding: Bool { keeping != .notAtAll }
}
