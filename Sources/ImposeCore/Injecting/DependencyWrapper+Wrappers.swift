// What is known of a wrapper from its type, where it is no handle.

extension OwnerInjected: DependencyWrapper {}

extension UnforceInjected: DependencyWrapper {
    static var needsAnswer: Bool { false }
}

extension InjectedWeakly: DependencyWrapper {
    static var needsAnswer: Bool { false }
    static var keeping: DependencyKeeping { .weakly }
}
