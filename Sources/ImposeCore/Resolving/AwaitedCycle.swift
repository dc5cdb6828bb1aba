/// A search for the cycle that closes where code that awaits nothing asks for an instance that has to be awaited: by
/// the parameters of the providers, the instance needs something that the calling code is building.
///
/// Awaiting the instance would be an error as well. It makes nothing, so it does not know what providers ask for by
/// themselves.
struct AwaitedCycle {
    /// The registrations that were looked at.
    private var seen: Set<ObjectIdentifier> = []

    /// The steps that lead from an instance that has to be awaited back to one that the calling code is building; none
    /// if it is itself being built. Nil if there is no such cycle, as far as can be known.
    ///
    /// - Parameters:
    ///   - delivery: The delivery of it.
    ///   - scope: The current scope of the request.
    static func steps(from delivery: Delivery, in scope: ImposerNode?) -> [ImposeError.Step]? {
        var cycle = AwaitedCycle()
        let arguments = (try? delivery.registration.fill(delivery.request)) ?? .none
        let need = Need(delivery.registration, heldBy: delivery.holder, in: scope)
        return cycle.steps(from: need, with: arguments, isBegun: false)
    }

    /// - Parameter isBegun: Whether it belongs to something that somebody else has begun to build. That may have got
    ///   everything already but for the very instances that are being built here.
    private mutating func steps(
        from need: Need,
        with arguments: FilledParameters,
        isBegun: Bool
    ) -> [ImposeError.Step]? {
        let registration = need.registration
        let keeper = registration.keeper(heldBy: need.holder, for: need.scope)
        // Whether the calling code is building it.
        if registration.isKept {
            if let keeper, ResolutionPath.contains(registration, for: keeper) { return [] }
        } else if !isBegun, ResolutionPath.contains(registration) {
            return []
        }
        guard seen.insert(ObjectIdentifier(registration)).inserted, keeper != nil else { return nil }
        var isBegun = isBegun
        if registration.isKept {
            switch keeper?.state(of: registration) {
            case .made(let kept) where kept.held != nil: return nil
            case .wait: isBegun = true
            default: break
            }
        }
        for (type, next) in need.needs(except: { position, _ in arguments.hasValue(at: position) }) {
            guard let steps = steps(from: next, with: .none, isBegun: isBegun) else { continue }
            let answer = next.registration.type
            let location = registration.location
            return [ImposeError.Step(type: type, name: nil, registeredType: answer, location: location)] + steps
        }
        return nil
    }
}

extension Delivery {
    /// The error for an instance that has to be awaited, in code that does not: of kind `circular` where it would be one
    /// for code that does.
    ///
    /// - Parameter scope: The current scope of the request.
    func unawaited(in scope: ImposerNode?) -> ImposeError {
        guard let steps = AwaitedCycle.steps(from: self, in: scope) else {
            return ImposeError(.asynchronous(registration), request)
        }
        return ImposeError(.circular(type: registration.type, through: steps, isOnlyHere: true), request)
    }
}
