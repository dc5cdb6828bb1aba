/// The source of the parameters of one call of a provider, if they are awaited.
///
/// Not `Sendable`: one task draws from it, one parameter after the other.
final class AsynchronousSource {
    /// The imposer that holds the registration, and the scope that parameters are injected in.
    private let origin: Origin
    /// The line that counts as the line of a parameter's injection: the registration's.
    private let location: Location
    /// The actor of the provider that gets them.
    private let actor: (any Actor)?
    /// The arguments of the injection by the position of the parameter that they fill, if there are any.
    private let arguments: FilledParameters?
    private var position = 0

    init(origin: Origin, location: Location, actor: (any Actor)?, arguments: FilledParameters?) {
        self.origin = origin
        self.location = location
        self.actor = actor
        self.arguments = arguments
    }

    /// The next parameter: the argument that fills it, or an injected instance of its type.
    nonisolated(nonsending) func next<Parameter>(_ type: Parameter.Type) async throws(ImposeError) -> sending Parameter
    {
        defer { position += 1 }
        // Unchecked: the parameter's instance may be shared with others, as the result of `inject()` may be. It is up
        // to the registration to allow that.
        nonisolated(unsafe) let parameter = try await parameter(type, at: position)
        return parameter
    }

    nonisolated(nonsending) private func parameter<Parameter>(
        _ type: Parameter.Type,
        at position: Int
    ) async throws(ImposeError) -> Parameter {
        if let arguments, arguments.hasValue(at: position) { return arguments.value(at: position, as: type) }
        if let handle = origin.handle(type, at: location) { return handle }
        return try await injected(type)
    }

    nonisolated(nonsending) fileprivate func injected<Parameter>(
        _ type: Parameter.Type
    ) async throws(ImposeError) -> Parameter {
        try await AsynchronousResolver.resolve(Request(type, at: location), as: type, from: origin, for: actor)
    }

    /// The parameters of a provider that is not asynchronous itself, so that it can be called without awaiting
    /// anything.
    ///
    /// - Parameter types: Their types. Handles are left to the call.
    nonisolated(nonsending) func all(_ types: [any Any.Type]) async throws(ImposeError) -> FilledParameters {
        var filled: [Int: Argument] = [:]
        for (position, type) in types.enumerated() {
            if let arguments, let argument = arguments.argument(at: position) {
                filled[position] = argument
            } else if !origin.isHandle(type) {
                filled[position] = try await awaited(type).argument(from: self)
            }
        }
        return FilledParameters(filled, wereAwaited: true)
    }

    private func awaited(_ type: any Any.Type) -> any AwaitedParameter {
        func awaited<Parameter>(_ type: Parameter.Type) -> any AwaitedParameter { TypedParameter<Parameter>() }
        return _openExistential(type, do: awaited)
    }

    /// The instance that an alias stands for, with the arguments that were given for the alias.
    nonisolated(nonsending) func original<Instance>(_ key: RegistrationKey) async throws(ImposeError) -> Instance {
        let request = Request(
            key.type,
            named: key.name,
            arguments: arguments?.passedOn ?? [],
            for: arguments?.owner,
            at: location
        )
        return try await AsynchronousResolver.resolve(request, as: Instance.self, from: origin, for: actor)
    }
}

/// A parameter whose type is known where it is awaited.
private protocol AwaitedParameter {
    nonisolated(nonsending) func argument(from source: AsynchronousSource) async throws(ImposeError) -> Argument
}

private struct TypedParameter<Parameter>: AwaitedParameter {
    nonisolated(nonsending) func argument(from source: AsynchronousSource) async throws(ImposeError) -> Argument {
        let parameter: Parameter = try await source.injected(Parameter.self)
        return Argument(value: AwaitedValue(value: parameter), type: Parameter.self)
    }
}
