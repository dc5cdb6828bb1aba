// A search for the cycle that closes where code that awaits nothing asks for an instance that has to be awaited: by the
// parameters of the providers, the instance needs something that the calling code is building.
//
// Awaiting the instance would be an error as well. The search makes nothing, so it does not know what providers ask for
// by themselves.

extension Need {
    /// The steps that lead from an instance that has to be awaited back to one that the calling code is building; none
    /// if it is itself being built. Nil if there is no such cycle, as far as can be known.
    ///
    /// - Parameters:
    ///   - isBegun: Whether it belongs to something that somebody else has begun to build. That may have got everything
    ///     already but for the very instances that are being built here.
    ///   - seen: The registrations that were looked at.
    fileprivate func stepsBack(with arguments: FilledParameters, isBegun: Bool, _ seen: inout Set<ObjectIdentifier>)
        -> [ImposeError.Step]?
    {
        let keeper = registration.keeper(heldBy: holder, for: scope)
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
        for (type, next) in needs(except: { position, _ in arguments.hasValue(at: position) }) {
            guard let steps = next.stepsBack(with: .none, isBegun: isBegun, &seen) else { continue }
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
        let arguments = (try? registration.fill(request)) ?? .none
        var seen: Set<ObjectIdentifier> = []
        let need = Need(registration, heldBy: holder, in: scope)
        guard let steps = need.stepsBack(with: arguments, isBegun: false, &seen) else {
            return ImposeError(.asynchronous(registration), request)
        }
        return ImposeError(.circular(type: registration.type, through: steps, isOnlyHere: true), request)
    }
}
