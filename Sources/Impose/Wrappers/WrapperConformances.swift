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
    static var facts: WrapperFacts { facts(T.self, isParameter: true) }
}

extension Imposed: DependencyWrapper {
    static var facts: WrapperFacts { facts(T.self, .notAtAll, isParameter: true) }
}

extension InjectedAll: DependencyWrapper {
    static var facts: WrapperFacts { facts(T.self, needsAnswer: false, isParameter: true, isForAll: true) }
}

extension OwnerInjected: DependencyWrapper {
    static var facts: WrapperFacts { facts(T.self) }
}

extension UnforceInjected: DependencyWrapper {
    static var facts: WrapperFacts { facts(T.self, needsAnswer: false) }
}

extension InjectedWeakly: DependencyWrapper {
    static var facts: WrapperFacts { facts(T.self, needsAnswer: false, .weakly) }
}
