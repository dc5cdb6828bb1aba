/// A property wrapper of the library, as far as its type says what it injects.
protocol DependencyWrapper {
    /// What it injects, or all of what.
    static var dependency: any Any.Type { get }
    /// Whether reading it fails where nothing is imposed that fits.
    static var needsAnswer: Bool { get }
}

extension Injected: DependencyWrapper {
    static var needsAnswer: Bool { true }
}

extension Imposed: DependencyWrapper {
    static var needsAnswer: Bool { true }
}

extension OwnerInjected: DependencyWrapper {
    static var dependency: any Any.Type { T.self }
    static var needsAnswer: Bool { true }
}

extension UnforceInjected: DependencyWrapper {
    static var dependency: any Any.Type { T.self }
    static var needsAnswer: Bool { false }
}

extension InjectedWeakly: DependencyWrapper {
    static var dependency: any Any.Type { T.self }
    static var needsAnswer: Bool { false }
}

extension InjectedAll: DependencyWrapper {
    static var needsAnswer: Bool { false }
}
