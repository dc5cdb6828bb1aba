/// Gets an instance that is kept: the one that exists, or by waiting for who builds it, or by building it.
///
/// It does not know the instance's type: generic code that is not specialised spends more time on types than on all of
/// this.
struct KeptDelivery {
    let registration: RegistrationRecord
    let request: Request
    let origin: Origin
    /// The imposer that holds the registration.
    let holder: Imposer

    /// Makes the instance, on behalf of a scope or of none.
    typealias Make = (Construction, Imposer?) throws(ImposeError) -> Made

    struct Delivered {
        let kept: AnyKept
        /// Whether the next request like this one gets the same, or asks the keeper again.
        let mayBeRemembered: Bool
    }

    /// What is kept.
    ///
    /// - Parameters:
    ///   - arguments: Nil for none.
    ///   - gone: What was delivered before and turned out to be gone.
    ///   - make: Called if nobody has made it.
    /// - Returns: Nil if the registration was replaced or removed, or the scope disposed of, since it was chosen.
    func kept(
        _ arguments: ArgumentsKey?,
        besides gone: AnyKept?,
        make: Make
    ) throws(ImposeError) -> Delivered? {
        guard let keeping = Keeping(of: registration, heldBy: holder, for: origin) else { return nil }
        // Where the keeper is asked each time, it does not matter what it keeps now.
        let isAskedAgain = registration.option != .singleInstance
        while true {
            switch keeping.keeper.claim(arguments, besides: gone, in: keeping.branch.epoch) {
            case .made(let kept):
                return Delivered(kept: kept, mayBeRemembered: true)
            case .closed:
                return nil
            case .build(let construction):
                let held = try build(construction, arguments, keeping, make)
                return Delivered(kept: held, mayBeRemembered: isAskedAgain || construction.isKept)
            case .wait(let construction):
                if let circle = WaitGraph.wait(for: construction) {
                    throw ImposeError.circular(request, closing: registration.type, through: circle)
                }
                if let kept = construction.outcome, !kept.isGone {
                    return Delivered(kept: kept, mayBeRemembered: isAskedAgain || construction.isKept)
                }
            }
        }
    }

    /// - Returns: The instance, held.
    private func build(
        _ construction: Construction,
        _ arguments: ArgumentsKey?,
        _ keeping: Keeping,
        _ make: Make
    ) throws(ImposeError) -> AnyKept {
        let begun = Begun.now
        let made: Made
        do throws(ImposeError) {
            made = try Context.run(for: holder, keeping.scope, isKept: true) { () throws(ImposeError) -> Made in
                try make(construction, keeping.scope)
            }
        } catch {
            // So that the next injection tries again; and before the wake-up, so that it can.
            _ = keeping.keeper.finish(construction, arguments, with: nil, in: keeping.branch.epoch)
            Self.open(construction)
            throw error
        }
        let duration = begun?.duration
        let isShared = keeping.keeper.finish(construction, arguments, with: made.kept, in: keeping.branch.epoch)
        var garbage = Garbage()
        if isShared, holder.isUnheld {
            construction.isKept = false
            keeping.keeper.holdWeakly(into: &garbage)
        }
        Self.open(construction)
        guard isShared else {
            made.kept.dispose()
            throw ImposeError.disposed(request, keeping.scope ?? holder)
        }
        garbage.release(telling: holder.homeDirectory)
        if let duration {
            let info = RegistrationInfo(registration)
            Observers.report(.built(info, duration: duration), in: holder, at: request.place)
        }
        return made.held
    }

    /// Lets those go on who wait for a construction. From here on code of the user may run that asks for the instance:
    /// deinits of what was shared by all that was built for it, disposers, observers.
    private static func open(_ construction: Construction) {
        WaitGraph.finish(construction)
        GraphInstances.endIfOutermost()
    }
}

/// An instance that was made.
struct Made {
    /// As its keeper keeps it.
    let kept: AnyKept
    /// Held, so that one that is kept weakly is not gone before somebody has got it.
    let held: AnyKept
}
