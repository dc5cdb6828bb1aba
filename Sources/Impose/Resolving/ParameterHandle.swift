/// A type of parameter that is a handle: it is passed before its dependency is injected. See `WrappersAsHandles`.
protocol ParameterHandle: DependencyWrapper {
    /// Makes a provider's parameter, which injects later what it would inject now.
    static func make(from origin: Origin, at location: Location) -> Self
}

extension Metadata {
    /// The type as one of handles; nil if it is none.
    ///
    /// Handles are structs. Of other types, protocols before all, the runtime would have to be asked: it looks through
    /// all conformances of the process, once for each type, to find that there is none.
    var parameterHandle: (any ParameterHandle.Type)? { isStruct ? type as? any ParameterHandle.Type : nil }
}

extension Origin {
    /// The handle for a parameter, nil if it gets none: `Injected<D>`, for example, injects D when it is needed, which
    /// is how a cycle is cut; an `Imposer` injects whatever it is asked for.
    @inline(never)
    func handle<Parameter>(_ type: Parameter.Type, at location: Location) -> Parameter? {
        if type == Imposer.self { return Imposer(parameterFrom: self) as? Parameter }
        guard let handle = Metadata(of: type).parameterHandle else { return nil }
        return handle.make(from: self, at: location) as? Parameter
    }

    /// Whether a parameter of a type would get a handle.
    func isHandle(_ type: any Any.Type) -> Bool {
        Metadata(of: type).parameterHandle != nil || type == Imposer.self && Imposer(parameterFrom: self) != nil
    }
}
