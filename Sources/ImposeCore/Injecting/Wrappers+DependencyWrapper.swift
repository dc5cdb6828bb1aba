extension Injected: DependencyWrapper {
    package static var needsAnswer: Bool { true }
}

extension Imposed: DependencyWrapper {
    package static var needsAnswer: Bool { true }
    package static var keeping: DependencyKeeping { .notAtAll }
}

extension OwnerInjected: DependencyWrapper {
    package static var dependency: any Any.Type { T.self }
    package static var needsAnswer: Bool { true }
}

extension UnforceInjected: DependencyWrapper {
    package static var dependency: any Any.Type { T.self }
    package static var needsAnswer: Bool { false }
}

extension InjectedWeakly: DependencyWrapper {
    package static var dependency: any Any.Type { T.self }
    package static var needsAnswer: Bool { false }
    package static var keeping: DependencyKeeping { .weakly }
}

extension InjectedAll: DependencyWrapper {
    package static var needsAnswer: Bool { false }
}
