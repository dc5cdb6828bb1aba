/// Gets the instance of a registration that was chosen for a request: one that is made now, or one that is kept.
///
/// Nothing here knows the instance's type: generic code that is not specialised spends more time, and more of the stack,
/// on types than on all of this. `TypedRegistration` knows.
///
/// A class, and apart from what comes before and after an instance is built: that may need another one, and so on, and
/// each level of the stack holds no more than a reference. Only the thread that made it touches it.
final class Delivery {
    let registration: RegistrationRecord
    let request: Request
    let origin: Origin
    /// The imposer that holds the registration.
    let holder: Imposer
    /// Takes down what was answered; nil if the answer is not to be remembered.
    private let memory: AnswerMemory?

    // What came of asking for an instance that is kept.

    /// What this thread has to build; nil if the instance exists.
    private var construction: Construction?
    private var place: KeepingPlace?
    private var arguments: ArgumentsKey?
    private var begun: Begun?
    /// The instance, once it exists.
    private var held: AnyKept?
    /// Whether the next request like this one gets the same, or asks the keeper again.
    private var mayBeRemembered = false

    init(
        _ registration: RegistrationRecord,
        heldBy holder: Imposer,
        for request: Request,
        from origin: Origin,
        _ memory: AnswerMemory? = nil
    ) {
        self.registration = registration
        self.request = request
        self.origin = origin
        self.holder = holder
        self.memory = memory
    }

    /// The instance as the type that was requested.
    ///
    /// - Returns: Nil if the registration was replaced or removed since it was chosen.
    func instance<Requested>(as type: Requested.Type) throws(ImposeError) -> Requested? {
        guard registration.isKept else { return try registration.makeUnkept(as: type, for: self, memory) }
        guard try find() else { return nil }
        if held == nil { try build() }
        return try registration.handOver(held, as: type, for: self, mayBeRemembered ? memory : nil)
    }

    /// Asks the keeper for the instance, and waits for who builds it.
    ///
    /// - Returns: False if the registration was replaced or removed, or the scope disposed of, since it was chosen.
    @inline(never)
    private func find() throws(ImposeError) -> Bool {
        let arguments = try registration.argumentsKey(of: request)
        guard let place = KeepingPlace(of: registration, heldBy: holder, for: origin) else { return false }
        // Where the keeper is asked each time, it does not matter what it keeps now.
        let isAskedAgain = registration.option != .singleInstance
        var gone: AnyKept?
        while true {
            switch place.keeper.claim(arguments, besides: gone, in: place.branch.epoch) {
            case .made(let kept):
                (held, mayBeRemembered, gone) = (kept.held, true, kept)
                if held != nil { return true }
            case .closed:
                return false
            case .build(let construction):
                (self.construction, self.place, self.arguments) = (construction, place, arguments)
                begun = Begun.now
                WaitGraph.begin(construction)
                return true
            case .wait(let construction):
                if let circle = WaitGraph.wait(for: construction) {
                    throw ImposeError.circular(request, closing: registration.type, through: circle)
                }
                if construction.isAbandoned { throw ImposeError.threadEnded(request, registration) }
                (held, mayBeRemembered) = (construction.outcome?.held, isAskedAgain || construction.isKept)
                if held != nil { return true }
            }
        }
    }

    /// Builds the instance on behalf of whoever will keep it.
    private func build() throws(ImposeError) {
        let made: Made
        do throws(ImposeError) {
            if let context = Context.needed(for: holder, place?.scope, isKept: true) {
                made = try make(in: context)
            } else {
                made = try registration.makeKept(for: self, in: place?.scope, construction)
            }
        } catch {
            finish()
            throw error
        }
        try finish(with: made)
    }

    @inline(never)
    private func make(in context: Context.Change) throws(ImposeError) -> Made {
        try context.run { () throws(ImposeError) -> Made in
            try registration.makeKept(for: self, in: place?.scope, construction)
        }
    }

    /// Ends a construction that failed.
    @inline(never)
    private func finish() {
        guard let construction, let place else { return }
        // So that the next injection tries again; and before the wake-up, so that it can.
        _ = place.keeper.finish(construction, arguments, with: nil, in: place.branch.epoch)
        Self.open(construction)
    }

    /// Keeps what was made, tells those who wait for it, and then everybody else.
    @inline(never)
    private func finish(with made: Made) throws(ImposeError) {
        guard let construction, let place else { return }
        let duration = begun?.duration
        let isShared = place.keeper.finish(construction, arguments, with: made.kept, in: place.branch.epoch)
        var garbage = Garbage()
        if isShared, holder.isUnheld {
            construction.isKept = false
            place.keeper.holdWeakly(into: &garbage)
        }
        Self.open(construction)
        guard isShared else {
            made.kept.dispose()
            throw ImposeError.disposed(request, place.scope ?? holder)
        }
        held = made.held
        mayBeRemembered = registration.option != .singleInstance || construction.isKept
        garbage.release(telling: holder.homeDirectory)
        guard let duration else { return }
        let info = Imposer.RegistrationInfo(registration)
        Observers.report(.built(info, duration: duration), in: holder, at: request.place)
    }

    /// Lets those go on who wait for a construction. From here on code of the user may run that asks for the instance:
    /// deinits of what was shared by all that was built for it, disposers, observers.
    private static func open(_ construction: Construction) {
        WaitGraph.finish(construction)
        GraphInstances.endIfOutermost()
    }
}

/// Where an instance is kept, and on whose behalf it is therefore built.
struct KeepingPlace {
    let keeper: InstanceKeeper
    /// Of the imposer or scope that the keeper belongs to.
    let branch: Branch
    /// The scope that the keeper is, or is in.
    let scope: Imposer?

    /// Nil if the registration, or the scope, is gone.
    ///
    /// - Parameters:
    ///   - registration: One with a kept lifetime.
    ///   - holder: The imposer that holds it.
    ///   - origin: Where the request began.
    init?(of registration: RegistrationRecord, heldBy holder: Imposer, for origin: Origin) {
        if registration.option.lifetime == .scopedInstance, let scope = origin.scope, let book = scope.branch.book {
            guard let keeper = book.keeper(for: registration, heldBy: holder) else { return nil }
            if !origin.reaches(holder) { scope.branch.borrow(from: holder.branch) }
            self.keeper = keeper
            branch = scope.branch
            self.scope = scope
        } else {
            guard let keeper = holder.keeper(for: registration) else { return nil }
            self.keeper = keeper
            branch = holder.branch
            scope = holder.nearestScope
        }
    }
}

/// An instance that was made.
struct Made {
    /// As its keeper keeps it.
    let kept: AnyKept
    /// Held, so that one that is kept weakly is not gone before somebody has got it.
    let held: AnyKept
}

extension RegistrationRecord {
    /// Whether its instances are kept by an imposer or a scope.
    var isKept: Bool { original == nil && option.keepsInstances }

    /// What tells the instances for different arguments apart; nil for no arguments.
    func argumentsKey(of request: Request) throws(ImposeError) -> ArgumentsKey? {
        guard request.hasArguments else { return nil }
        let arguments = request.arguments(for: self)
        if arguments.isEmpty { return nil }
        guard let key = ArgumentsKey(arguments) else { throw ImposeError.unhashableArguments(request, self) }
        return key
    }
}
