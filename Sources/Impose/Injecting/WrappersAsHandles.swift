// The wrappers that are handles: a provider may have them as parameters, and they inject later.

extension Injected: ParameterHandle {
    static func make(from origin: Origin, at location: Location) -> Injected<T> {
        Injected(InjectionPoint(origin, at: location), .firstRead)
    }
}

extension InjectedAll: ParameterHandle {
    package static var needsAnswer: Bool { false }

    static func make(from origin: Origin, at location: Location) -> InjectedAll<T> {
        InjectedAll(InjectionPoint(origin, at: location), .firstRead)
    }
}

extension Imposed: ParameterHandle {
    package static var keeping: DependencyKeeping { .notAtAll }

    static func make(from origin: Origin, at location: Location) -> Imposed<T> {
        // The imposer alone: each read finds its scope.
        var point = InjectionPoint(ImposerReference(of: origin.asked), nil, .nearest, at: location)
        point.isParameter = true
        return Imposed(point)
    }
}

extension InjectionPoint {
    /// Makes the point that a running provider's parameter is injected from.
    fileprivate init(_ origin: Origin, at location: Location) {
        self.init(ImposerReference(of: origin.start ?? origin.asked), nil, .nearest, at: location)
    }
}
