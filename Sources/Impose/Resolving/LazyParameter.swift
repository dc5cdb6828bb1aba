/// A type of parameter that is given before what it stands for is injected.
protocol LazyParameter {
    /// What it stands for.
    static var dependency: any Any.Type { get }
    /// Whether it stands for all that fit, be it none.
    static var isForAll: Bool { get }
    /// Whether it holds on to what it has injected.
    static var isHolding: Bool { get }
    /// For a provider's parameter: injects later what the parameter would get now.
    static func make(from origin: Origin, at place: SourcePlace) -> Self
}

extension LazyParameter {
    static var isForAll: Bool { false }
    static var isHolding: Bool { true }
}

extension Injected: LazyParameter {
    static var dependency: any Any.Type { T.self }

    static func make(from origin: Origin, at place: SourcePlace) -> Injected<T> {
        Injected(InjectionPoint(origin, at: place), .firstRead)
    }
}

extension InjectedAll: LazyParameter {
    static var dependency: any Any.Type { T.self }
    static var isForAll: Bool { true }

    static func make(from origin: Origin, at place: SourcePlace) -> InjectedAll<T> {
        InjectedAll(InjectionPoint(origin, at: place), .firstRead)
    }
}

extension Imposed: LazyParameter {
    static var dependency: any Any.Type { T.self }
    static var isHolding: Bool { false }

    static func make(from origin: Origin, at place: SourcePlace) -> Imposed<T> {
        // The imposer alone: in which scope is seen at each read.
        let source = InjectionPoint.Source(of: origin.asked)
        return Imposed(parameterAt: InjectionPoint(source: source, name: nil, rules: .nearest, place: place))
    }
}

extension InjectionPoint {
    /// Where the parameter of a provider that is running would be injected from.
    fileprivate init(_ origin: Origin, at place: SourcePlace) {
        let source = Source(of: origin.start ?? origin.asked)
        self.init(source: source, name: nil, rules: .nearest, place: place)
    }
}

extension InjectionPoint.Source {
    /// How what a running provider is given refers to an imposer.
    fileprivate init(of asked: Imposer) {
        let source = InjectionPoint.Source(holdingNothing: asked)
        if case .kept = source, !ResolutionPath.isBuildingHeldInstance {
            self = .imposer(asked)
        } else {
            self = source
        }
    }

    /// The same, whoever will keep what the provider makes.
    init(holdingNothing asked: Imposer) {
        if let type = asked.type, asked.directory === Directory.current {
            self = .type(type)
        } else {
            self = .kept(WeakImposer(asked))
        }
    }
}
