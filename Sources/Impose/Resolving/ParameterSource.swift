/// The source of the parameters of one call of a provider, one after the other.
@usableFromInline
struct ParameterSource {
    let resolver: Resolver
    let thread: ThreadRecord
    /// The registration of the provider. Its caller is in a section.
    let registration: UncountedReference<RegistrationRecord>
    /// The arguments of the injection, if there are any. Who asks for the instance holds them. If the source counted a
    /// reference to them, each call would have to destroy the source.
    let arguments: UncountedReference<InjectionArguments>?
    /// The position of the next parameter. It is counted only if there are arguments.
    private var position = 0

    @inline(__always)
    init(
        _ resolver: Resolver,
        for registration: UncountedReference<RegistrationRecord>,
        _ arguments: UncountedReference<InjectionArguments>?,
        on thread: ThreadRecord
    ) {
        (self.resolver, self.registration, self.thread) = (resolver, registration, thread)
        self.arguments = arguments
    }

    /// The next parameter: the argument that fills it, or an injected instance of its type.
    @usableFromInline
    mutating func next<Parameter>(_ type: Parameter.Type) throws(ImposeError) -> Parameter {
        if arguments != nil, skipUnlessGiven() { return nextArgument(type) }
        let request = BorrowedRequest(type, at: registration.with { $0.location })
        if registration.with({ $0.isOwnKey(type) }) { return try resolver.outerInstance(for: request, on: thread) }
        let found = try resolver.find(request)
        if case .nothing = found { return try resolver.parameterHandle(request, as: type, on: thread) }
        return try resolver.instance(from: found, for: request, as: type, on: thread)
    }

    /// Returns whether an argument fills the next parameter. If not, this moves on to the position behind the
    /// parameter, since the caller injects it. Otherwise `nextArgument` moves on.
    @inline(never)
    private mutating func skipUnlessGiven() -> Bool {
        guard let placed = arguments?.with({ $0.placed }) else { return false }
        if placed.hasValue(at: position) { return true }
        position += 1
        return false
    }

    @inline(never)
    private mutating func nextArgument<Parameter>(_ type: Parameter.Type) -> Parameter {
        defer { position += 1 }
        // Invariant: it is given, so there are arguments in their places.
        return arguments!.with { $0.placed!.value(at: position, as: type) }
    }

    /// The instance of an alias's original, for the same arguments.
    func original<Original>(_ key: RegistrationKey, as type: Original.Type) throws(ImposeError) -> Original {
        if let awaited = arguments?.with({ $0.original }) { return awaited.value(as: type) }
        let location = registration.with { $0.location }
        return try resolver.originalInstance(key, as: type, arguments?.object, at: location, on: thread)
    }
}
