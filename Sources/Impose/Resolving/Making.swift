extension TypedRegistration {
    /// Calls the provider.
    ///
    /// - Parameters:
    ///   - request: What was asked for.
    ///   - holder: The imposer that holds the registration.
    ///   - construction: The latch that others wait on, if the instance is going to be kept.
    func make(
        for request: Request,
        holder: Imposer,
        construction: AnyConstruction?
    ) throws(ImposeError) -> Instance {
        if ResolutionPath.contains(self) {
            throw ImposeError.circular(request, closing: type, through: [])
        }
        if let actor = provider.isolation, !ActorCheck.isOnMainActor(actor) {
            throw ImposeError.isolation(request, self, actor, holder: holder)
        }
        var source = ParameterSource(holder: holder, place: place, arguments: try fill(request))
        return try ResolutionPath.extended(
            by: self,
            for: request,
            construction: construction,
            { () throws(ImposeError) -> Instance in
                do {
                    return try provider.make(&source)
                } catch let error as ImposeError {
                    // An injection inside the provider failed, and its error knows the path down to there.
                    throw error
                } catch {
                    throw ImposeError.providerFailed(request, self, error)
                }
            }
        )
    }

    /// The arguments by the position of the parameter that they fill.
    private func fill(_ request: Request) throws(ImposeError) -> [Int: Argument] {
        if request.arguments.isEmpty { return [:] }
        guard let plan = ArgumentPlan(request.arguments, for: parameters) else {
            throw ImposeError.arguments(request, self)
        }
        return plan.arguments
    }
}

extension ParameterSource {
    /// The next parameter: the argument that fills it, or what is injected for its type.
    mutating func next<Parameter>(_ type: Parameter.Type) throws(ImposeError) -> Parameter {
        defer { position += 1 }
        if !arguments.isEmpty, let argument = arguments[position], let value = argument.value as? Parameter {
            return value
        }
        return try holder.instance(of: type, at: place)
    }
}

/// The answer to a request for something that is not kept: have it made.
///
/// `@unchecked Sendable`: nothing in it changes.
final class Maker<Requested, Instance>: MakingAnswer<Requested>, @unchecked Sendable {
    private let registration: TypedRegistration<Instance>
    /// The imposer that holds the registration.
    ///
    /// Invariant: it is alive while this is called. It is the imposer that remembers this, which its caller holds; or
    /// an ancestor, which that one holds; or a neighbour in a directory, and then `neighbour` holds it.
    private unowned(unsafe) let holder: Imposer
    private let neighbour: Imposer?

    init(_ registration: TypedRegistration<Instance>, holder: Imposer, neighbour: Imposer?) {
        self.registration = registration
        self.holder = holder
        self.neighbour = neighbour
    }

    override func make(fileID: StaticString, line: UInt) throws(ImposeError) -> Requested {
        let request = Request(Requested.self, at: SourcePlace(fileID: fileID, line: line))
        let instance = try registration.make(for: request, holder: holder, construction: nil)
        return try registration.convert(instance, for: request)
    }
}

extension TypedRegistration {
    /// An instance as the type that was requested.
    func convert<Requested>(_ instance: Instance, for request: Request) throws(ImposeError) -> Requested {
        // Invariant: same type.
        if Instance.self == Requested.self { return unsafeBitCast(instance, to: Requested.self) }
        // For an exact or compatible match this only fails where a conformance belongs to an actor and we are not on
        // it: the registration's type is a subtype of the requested one, or the one inside its optional.
        guard let converted = instance as? Requested else { throw ImposeError.conformanceIsolation(request, self) }
        return converted
    }
}
