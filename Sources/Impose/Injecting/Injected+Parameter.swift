extension Injected: LazyParameter {
    static var dependency: any Any.Type { T.self }

    /// For a provider's parameter: injects later what the parameter would get now.
    static func make(from origin: Origin, at place: SourcePlace) -> Injected<T> {
        let asked = origin.start ?? origin.asked
        let source: InjectionPoint.Source =
            switch asked.type {
            case let type? where asked.directory === Directory.current: .type(type)
            case _ where ResolutionPath.isBuildingHeldInstance: .kept(WeakImposer(asked))
            default: .imposer(asked)
            }
        return Injected(InjectionPoint(source: source, name: nil, rules: .nearest, place: place), .firstRead)
    }
}
