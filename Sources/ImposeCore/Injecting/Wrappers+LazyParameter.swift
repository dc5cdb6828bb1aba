// The wrappers as parameters of providers.

extension Injected: LazyParameter {
    static var dependency: any Any.Type { T.self }

    static func make(from origin: Origin, at location: Location) -> Injected<T> {
        Injected(InjectionPoint(origin, at: location), .firstRead)
    }
}

extension InjectedAll: LazyParameter {
    static var dependency: any Any.Type { T.self }
    static var isForAll: Bool { true }

    static func make(from origin: Origin, at location: Location) -> InjectedAll<T> {
        InjectedAll(InjectionPoint(origin, at: location), .firstRead)
    }
}

extension Imposed: LazyParameter {
    static var dependency: any Any.Type { T.self }
    static var isHolding: Bool { false }

    static func make(from origin: Origin, at location: Location) -> Imposed<T> {
        // The imposer alone: each read finds its scope.
        let source = ImposerReference(of: origin.asked)
        return Imposed(parameterAt: InjectionPoint(source: source, name: nil, rules: .nearest, location: location))
    }
}

extension InjectionPoint {
    /// Makes the point that a running provider's parameter is injected from.
    fileprivate init(_ origin: Origin, at location: Location) {
        let source = ImposerReference(of: origin.start ?? origin.asked)
        self.init(source: source, name: nil, rules: .nearest, location: location)
    }
}
