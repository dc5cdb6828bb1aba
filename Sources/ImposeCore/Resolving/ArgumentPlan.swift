/// An assignment of the arguments of an injection to the parameters of a provider.
struct ArgumentPlan {
    /// The arguments by the position of their parameter.
    private(set) var arguments: [Int: Argument] = [:]

    /// Finds a parameter for each argument: in order, first for arguments that have a parameter of exactly their type,
    /// then for the others, where they can be cast to one that is left.
    ///
    /// - Returns: Nil if an argument fits no parameter.
    init?(_ arguments: [Argument], for parameters: [any Any.Type]) {
        var rest: [Argument] = []
        for argument in arguments {
            if !location(argument, in: parameters, where: { $0 == argument.type }) { rest.append(argument) }
        }
        for argument in rest {
            guard location(argument, in: parameters, where: { Casting.canCast(argument.value, to: $0) }) else {
                return nil
            }
        }
    }

    private mutating func location(
        _ argument: Argument,
        in parameters: [any Any.Type],
        where fits: (any Any.Type) -> Bool
    ) -> Bool {
        let position = parameters.indices.first { arguments[$0] == nil && fits(parameters[$0]) }
        guard let position else { return false }
        arguments[position] = argument
        return true
    }
}

extension RegistrationRecord {
    /// The parameters that are given at each injection.
    package var arguments: [any Any.Type] {
        parameters.filter { parameter in
            parameter == (any InjectionOwner).self || expectedArguments.contains { $0 == parameter }
        }
    }
}
