/// The part of a property wrapper that is known from its type: the dependency that it injects.
protocol DependencyWrapper {
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
    static var dependency: any Any.Type { T.self }
    static var needsAnswer: Bool { true }
    static var keeping: DependencyKeeping { .strongly }
}
