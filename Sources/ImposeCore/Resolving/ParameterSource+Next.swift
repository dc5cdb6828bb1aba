// The parameters of a provider, one after the other.

extension ParameterSource {
    /// The next parameter: the argument that fills it, or an injected instance of its type.
    @usableFromInline
    mutating func next<Parameter>(_ type: Parameter.Type) throws(ImposeError) -> Parameter {
        if let arguments {
            defer { position += 1 }
            if arguments.with({ $0.hasValue(at: position) }) {
                return arguments.with { $0.value(at: position, as: type) }
            }
        }
        return try home.answer(to: type, in: scope, at: location) { () throws(ImposeError) -> Parameter in
            try resolved(type)
        }
    }

    /// Resolves a parameter that is not remembered.
    func resolved<Parameter>(_ type: Parameter.Type) throws(ImposeError) -> Parameter {
        if let handle = origin.handle(type, at: location) { return handle }
        return try Resolver.resolve(request(type), as: type, from: origin)
    }

    var origin: Origin { Origin(asked: holder.object, scope: scope?.object) }

    @inline(never)
    private func request(_ type: any Any.Type) -> Request { Request(type, at: location) }
}
