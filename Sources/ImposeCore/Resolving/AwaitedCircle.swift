/// A search for the circle that closes where code that awaits nothing asks for an instance that has to be awaited: by
/// the parameters of the providers, the instance needs something that the calling code is building.
///
/// Awaiting the instance would be an error as well. It makes nothing, so it does not know what providers ask for by
/// themselves.
struct AwaitedCircle {
    /// The registrations that were looked at.
    private var seen: Set<ObjectIdentifier> = []

    /// A registration whose instance is needed.
    private struct Need {
        let registration: RegistrationRecord
        let holder: Imposer
        /// The scope that it is asked for in.
        let scope: Imposer?
        /// Whether it belongs to something that somebody else has begun to build. That may have got everything already
        /// but for the very instances that are being built here.
        let isBegun: Bool

        var keeper: InstanceKeeper? { InstanceLocation.keeper(of: registration, heldBy: holder, for: scope) }

        /// Whether the calling code is building it.
        var isBeingBuilt: Bool {
            guard registration.isKept else { return !isBegun && ResolutionPath.contains(registration) }
            return keeper.map { ResolutionPath.isBuilding(registration, for: $0) } ?? false
        }
    }

    /// The steps that lead from an instance that has to be awaited back to one that the calling code is building; none
    /// if it is itself being built. Nil if there is no such circle, as far as can be known.
    ///
    /// - Parameters:
    ///   - request: The request for it.
    ///   - registration: The registration that answers.
    ///   - holder: The imposer that holds the registration.
    ///   - scope: The current scope of the request.
    static func steps(
        from request: Request,
        to registration: RegistrationRecord,
        heldBy holder: Imposer,
        in scope: Imposer?
    ) -> [ImposeError.Step]? {
        let need = Need(registration: registration, holder: holder, scope: scope, isBegun: false)
        var circle = AwaitedCircle()
        return circle.steps(from: need, with: (try? registration.fill(request)) ?? .none)
    }

    private mutating func steps(from need: Need, with arguments: FilledParameters) -> [ImposeError.Step]? {
        if need.isBeingBuilt { return [] }
        let registration = need.registration
        guard seen.insert(ObjectIdentifier(registration)).inserted else { return nil }
        var isBegun = need.isBegun
        if registration.isKept {
            switch need.keeper?.state(of: registration) {
            case .made(let kept) where kept.held != nil: return nil
            case .wait: isBegun = true
            default: break
            }
        }
        let scope: Imposer?
        switch registration.keepingScope(heldBy: need.holder, for: need.scope) {
        case .scope(let keeping): scope = keeping
        case .holder: scope = registration.isKept ? need.holder.nearestScope : need.scope
        case .missing: return nil
        }
        let origin = Origin(asked: need.holder, scope: scope)
        for (position, type) in registration.parameters.enumerated()
        where !arguments.hasValue(at: position) && !origin.isHandle(type) {
            let matching = Matching(requested: type, name: nil, rules: .nearest)
            guard let winner = Resolver.winner(matching, SearchOrder(from: origin)) else { continue }
            let source = Resolver.source(of: winner, in: scope)
            let next = Need(registration: source.registration, holder: source.imposer, scope: scope, isBegun: isBegun)
            guard let steps = steps(from: next, with: .none) else { continue }
            let step = ImposeError.Step(
                type,
                named: nil,
                registeredAs: source.registration.type,
                at: registration.location
            )
            return [step] + steps
        }
        return nil
    }
}

extension ImposeError {
    /// The error for an instance that has to be awaited, in code that does not: of kind `circular` where it would be one
    /// for code that does.
    ///
    /// - Parameter scope: The current scope of the request.
    static func unawaited(
        _ request: Request,
        _ registration: RegistrationRecord,
        heldBy holder: Imposer,
        in scope: Imposer?
    ) -> ImposeError {
        guard let steps = AwaitedCircle.steps(from: request, to: registration, heldBy: holder, in: scope) else {
            return ImposeError(.asynchronous(registration), request)
        }
        return circular(request, closing: registration.type, through: steps, isOnlyHere: true)
    }
}
