// The wrappers as parameters of providers, and what inspecting knows of them.

extension Injected: ParameterHandle {
    init(parameterAt point: InjectionPoint) { self.init(point, .firstRead) }
}

extension InjectedAll: ParameterHandle {
    init(parameterAt point: InjectionPoint) { self.init(point, .firstRead) }
}

extension Imposed: ParameterHandle {
    init(parameterAt point: InjectionPoint) { self.init(point) }
}

extension Injected: DependencyWrapper {
    static var facts: WrapperFacts { WrapperFacts(dependency: T.self, isParameter: true) }
}

extension Imposed: DependencyWrapper {
    static var facts: WrapperFacts { WrapperFacts(dependency: T.self, keeping: .notAtAll, isParameter: true) }
}

extension InjectedAll: DependencyWrapper {
    static var facts: WrapperFacts {
        WrapperFacts(dependency: T.self, needsAnswer: false, isParameter: true, isForAll: true)
    }
}

extension OwnerInjected: DependencyWrapper {
    static var facts: WrapperFacts { WrapperFacts(dependency: T.self) }
}

extension UnforceInjected: DependencyWrapper {
    static var facts: WrapperFacts { WrapperFacts(dependency: T.self, needsAnswer: false) }
}

extension InjectedWeakly: DependencyWrapper {
    static var facts: WrapperFacts { WrapperFacts(dependency: T.self, needsAnswer: false, keeping: .weakly) }
}
