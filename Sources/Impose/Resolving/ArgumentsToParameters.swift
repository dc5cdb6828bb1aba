// Which parameter of a provider an argument of an injection fills.

extension [Argument] {
    /// Finds a parameter for each argument: in order, first for arguments that have a parameter of exactly their type,
    /// then for the others, where they can be cast to one that is left.
    ///
    /// - Returns: The arguments by the position of their parameter; nil if one fits no parameter.
    func placed(for parameters: [any Any.Type]) -> [Int: Argument]? {
        var placed: [Int: Argument] = [:]
        func place(_ argument: Argument, where fits: (any Any.Type) -> Bool) -> Bool {
            let position = parameters.indices.first { placed[$0] == nil && fits(parameters[$0]) }
            guard let position else { return false }
            placed[position] = argument
            return true
        }
        var rest: [Argument] = []
        for argument in self where !place(argument, where: { $0 == argument.type }) { rest.append(argument) }
        for argument in rest where !place(argument, where: { Casting.canCast(argument.value, to: $0) }) { return nil }
        return placed
    }
}

extension RegistrationRecord {
    /// The parameters that are given at each injection.
    package var arguments: [any Any.Type] {
        parameters.filter { parameter in
            parameter == (any InjectionOwner).self || expectedArguments.contains { $0 == parameter }
        }
    }

    /// The arguments of a request by the position of the parameter that they fill; nil if there are none.
    @inline(never)
    func fill(_ request: Request) throws(ImposeError) -> FilledParameters? {
        guard request.hasArguments else { return nil }
        if let original = requestForOriginal(in: request) { return FilledParameters([:], for: original) }
        guard let arguments = request.arguments(for: self).placed(for: parameters) else {
            throw ImposeError(.arguments(self), request)
        }
        return FilledParameters(arguments)
    }
}
