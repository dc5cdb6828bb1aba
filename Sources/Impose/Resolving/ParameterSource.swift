/// The source of the parameters of one call of a provider, one after the other.
@usableFromInline
struct ParameterSource {
    /// The imposer that holds the registration: parameters are injected from there.
    ///
    /// Invariant of all references here: the provider's caller holds the objects for longer than the source is there.
    let holder: UncountedReference<ImposerNode>
    /// The scope that parameters are injected in.
    let scope: UncountedReference<ImposerNode>?
    /// The table of remembered answers.
    let home: AnswerTableReference
    /// The registration of the provider.
    let registration: UncountedReference<RegistrationRecord>
    /// The arguments of the injection by the position of the parameter that they fill, if there are any.
    let arguments: UncountedReference<FilledParameters>?
    /// The position of the next parameter.
    var position = 0

    /// The line that counts as the line of a parameter's injection: the registration's.
    var location: Location { registration.with { $0.location } }
}

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
