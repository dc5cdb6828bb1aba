// What is known of a wrapper from its type, where it is no handle.

extension OwnerInjected: DependencyWrapper {}

extension UnforceInjected: DependencyWrapper {
    package static var needsAnswer: Bool { false }
}

extension InjectedWeakly: DependencyWrapper {
    package static var needsAnswer: Bool { false }
    package static var keeping: DependencyKeeping { .weakly }
}
