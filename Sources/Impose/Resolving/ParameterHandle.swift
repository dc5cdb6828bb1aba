/// A type of parameter that stands for a dependency and does not inject it yet. The provider gets the handle, and the
/// handle injects later. So two instances can need each other.
protocol ParameterHandle {
    init(parameterAt point: InjectionPoint)
}

extension Resolver {
    /// Whether a parameter of a type is passed before its dependency is injected.
    static func isHandle(_ type: any Any.Type) -> Bool { type == Imposer.self || wrapper(type) != nil }

    /// Handles are structs. Of other types, protocols before all, the runtime would have to be asked: it looks through
    /// all conformances of the process, once for each type, to find that there is none.
    private static func wrapper(_ type: any Any.Type) -> (any ParameterHandle.Type)? {
        Metadata(of: type).isStruct ? type as? any ParameterHandle.Type : nil
    }

    /// What a provider's parameter gets for which nothing is imposed: a handle, or else the error or the nil that any
    /// request gets.
    ///
    /// Never inlined: the body uses the type `Parameter?`, which the runtime would look up for each parameter.
    @inline(never)
    func parameterHandle<Parameter>(
        _ request: BorrowedRequest,
        as type: Parameter.Type,
        on thread: ThreadRecord
    ) throws(ImposeError) -> Parameter {
        if type == Imposer.self, let imposer = Imposer(parameterOf: self) as? Parameter { return imposer }
        let made = Self.wrapper(type)?.init(parameterAt: InjectionPoint(parameterOf: self, at: request.location))
        if let made, let handle = made as? Parameter { return handle }
        return try nilOrThrowMissing(request)
    }
}
