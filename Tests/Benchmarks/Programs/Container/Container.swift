// What one writes instead of a dependency-injection container: a table of closures. No lifetimes, no matching, no
// names, and no threads.

nonisolated(unsafe) private var providers: [ObjectIdentifier: () -> Any] = [:]

/// Registers a provider for a type.
public func register<T>(_ type: T.Type, _ provider: @escaping () -> T) {
    providers[ObjectIdentifier(type)] = provider
}

/// Calls the provider of a type.
public func resolve<T>(_ type: T.Type = T.self) -> T {
    providers[ObjectIdentifier(type)]?() as! T
}

/// A dependency that is resolved when it is read for the first time.
@propertyWrapper
public final class Resolved<T> {
    /// The dependency.
    public lazy var wrappedValue: T = resolve()

    /// Resolves nothing yet.
    public init() {}
}
