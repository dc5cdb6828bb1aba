extension Injected: DependencyWrapper {
    static var needsAnswer: Bool { true }
}

extension Imposed: DependencyWrapper {
    static var needsAnswer: Bool { true }
    static var keeping: DependencyKeeping { .notAtAll }
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
    static var keeping: DependencyKeeping { .weakly }
}

extension InjectedAll: DependencyWrapper {
    static var needsAnswer: Bool { false }
}
