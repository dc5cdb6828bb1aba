/// The delivery of the instance of a registration that was chosen for a request: a new instance, or a kept one.
///
/// Only `TypedRegistration` knows the instance's type: generic code that is not specialised spends more time, and more
/// of the stack, on types than on all of this.
///
/// A class, with separate functions for the steps before and after an instance is built: that may need another
/// instance, and so on, and each level of the stack then holds no more than a reference. No two threads touch it at a
/// time.
final class Delivery {
    let candidate: Candidate
    let request: Request
    let origin: Origin
    /// Records the answer; nil if it is not to be remembered.
    private let memory: AnswerMemory?
    /// The parameters of the provider, once they were awaited; nil if they are injected when it is called.
    @exclusivity(unchecked)
    private(set) var parameters: FilledParameters?

    // The outcome of asking for a kept instance. Unchecked: no two threads touch it at a time, and no accesses overlap.

    /// The construction that has to be done here; nil if there is none.
    @exclusivity(unchecked)
    private(set) var construction: Construction?
    /// The construction whose task was started here.
    @exclusivity(unchecked)
    private(set) var begunTask: Construction?
    @exclusivity(unchecked)
    private(set) var location: InstanceLocation?
    @exclusivity(unchecked)
    private var arguments: ArgumentsKey?
    @exclusivity(unchecked)
    private var begun: Stopwatch?
    /// The instance, once it exists.
    @exclusivity(unchecked)
    private(set) var held: StrongInstance?
    /// Whether the answer may be remembered, if there is an instance: the next request like this gets the same one, or
    /// asks the keeper again.
    @exclusivity(unchecked)
    private var mayBeRemembered = false

    init(_ candidate: Candidate, for request: Request, from origin: Origin, _ memory: AnswerMemory? = nil) {
        self.candidate = candidate
        self.request = request
        self.origin = origin
        self.memory = memory
    }

    var registration: RegistrationRecord { candidate.registration }

    /// The imposer that holds the registration.
    var holder: ImposerNode { candidate.imposer }

    /// Gets the instance, if it is one that is kept.
    ///
    /// - Returns: False if the registration was replaced or removed since it was chosen.
    func prepare() throws(ImposeError) -> Bool {
        guard isKept else { return true }
        while true {
            switch try step() {
            case .instance: return true
            case .outdated: return false
            case .wait(let construction): if try wait(for: construction) { return true }
            case .build:
                try build()
                return true
            }
        }
    }

    /// Whether the instance has a keeper. A `.graphInstance` has one only if there is anybody to share it with.
    var isKept: Bool {
        registration.isKept || registration.isOfGraph && InjectionGraph.isShared
    }

    /// The instance as the requested type. Call `prepare` first.
    func instance<Requested>(as type: Requested.Type) throws(ImposeError) -> Requested {
        // Its arguments must be Hashable, as for any graph instance, although this outermost one is shared with nobody.
        if held == nil, registration.isOfGraph { _ = try registration.argumentsKey(of: request) }
        return try registration.handOver(as: type, for: self)
    }

    /// Records the answer that is handed over; nil if that may not be remembered.
    var memoryOfAnswer: AnswerMemory? { held == nil || mayBeRemembered ? memory : nil }

    /// The next step of the code that asks for a kept instance.
    enum Step {
        /// Take it: it is there.
        case instance
        /// Build it. It is claimed, unless its parameters are to be awaited first.
        case build
        /// Wait for another thread or task, which builds it.
        case wait(Construction)
        /// Search again: the registration was replaced or removed, or the scope disposed of, since it was chosen.
        case outdated
    }

    /// Asks the keeper for the instance, and claims the construction if nobody has. Waits for nobody.
    ///
    /// Separate from the building, so that the stack does not hold this function's variables meanwhile.
    ///
    /// - Parameter isAwaited: Whether the caller can await something before the instance is built.
    @inline(never)
    func step(isAwaited: Bool = false) throws(ImposeError) -> Step {
        let arguments = try registration.argumentsKey(of: request)
        guard let location = try InstanceLocation(for: self) else {
            if registration.isKept, let refusal = holder.refusal(of: request, from: origin) { throw refusal }
            return .outdated
        }
        var gone: AnyCachedInstance?
        while true {
            switch try claim(arguments, in: location, besides: gone, isAwaited: isAwaited) {
            case .made(let kept):
                (held, mayBeRemembered) = (kept.held, true)
                if held != nil { return .instance }
                gone = kept
            case .closed:
                if let scope = location.scope, scope === location.keeper, scope.isDisposed {
                    throw ImposeError(.disposed(scope), request)
                }
                if let refusal = (location.scope ?? holder).refusal(of: request, from: origin) { throw refusal }
                return .outdated
            case .build(let construction):
                guard construction.task == nil else {
                    begunTask = construction
                    start(construction, arguments, in: location)
                    return .wait(construction)
                }
                try begin(construction, arguments, in: location)
                return .build
            case .wait(let construction):
                return .wait(construction)
            case .unclaimed:
                self.location = location
                return .build
            }
        }
    }

    /// Waits until another thread has built the instance.
    ///
    /// - Returns: False if the keeper has to be asked again.
    @inline(never)
    private func wait(for construction: Construction) throws(ImposeError) -> Bool {
        // No thread waits for a task, which may need the thread.
        let isOfTask = construction.task != nil
        if let cycle = isOfTask ? WaitGraph.cycle(from: construction) : WaitGraph.wait(for: construction) {
            throw ImposeError(.circular(type: registration.type, through: cycle), request)
        }
        if isOfTask { throw unawaited(in: origin.scope) }
        return try take(construction)
    }

    /// Asks the keeper, and claims the construction unless parameters are to be awaited before.
    private func claim(
        _ arguments: ArgumentsKey?,
        in location: InstanceLocation,
        besides gone: AnyCachedInstance?,
        isAwaited: Bool
    ) throws(ImposeError) -> InstanceSlot.Claim {
        let isToBuild = !isAwaited && !registration.isAsynchronous
        let found = location.keeper.claim(location.registration, arguments, besides: gone, isToBuild: isToBuild)
        guard case .unclaimed = found else { return found }
        guard isAwaited else { throw unawaited(in: origin.scope) }
        guard registration.isAsynchronous else { return .unclaimed }
        return try claimForTask(arguments, in: location, besides: gone)
    }

    /// Takes the instance from a construction that is over.
    ///
    /// - Returns: False if it has made none, or if the instance is gone again.
    func take(_ construction: Construction) throws(ImposeError) -> Bool {
        if construction.isAbandoned { throw ImposeError(.threadEnded(registration), request) }
        // Where the keeper is asked each time, it does not matter what it keeps now.
        let isAskedAgain = registration.option != .singleInstance
        (held, mayBeRemembered) = (construction.result, isAskedAgain || construction.isKept)
        return held != nil
    }

    /// Takes an instance that nobody keeps.
    func take(_ made: Made) {
        held = made.held
    }

    /// Takes parameters that were awaited.
    func take(_ parameters: FilledParameters) {
        self.parameters = parameters
    }

    private func begin(
        _ construction: Construction,
        _ arguments: ArgumentsKey?,
        in location: InstanceLocation
    ) throws(ImposeError) {
        take(construction, arguments, in: location)
        WaitGraph.begin(construction)
        if registration.isPart(of: holder) || !registration.isKept { return }
        if let refusal = (location.scope ?? holder).refusal(of: request, from: origin) {
            finish()
            throw refusal
        }
    }

    /// Takes over a construction that was claimed.
    func take(_ construction: Construction, _ arguments: ArgumentsKey?, in location: InstanceLocation) {
        (self.construction, self.location, self.arguments) = (construction, location, arguments)
        begun = Stopwatch.now
    }

    /// The scope that the instance is made in: its keeper's, or the caller's if nobody keeps it.
    var scope: ImposerNode? { location.map(\.scope) ?? origin.scope }

    /// Builds the instance in its keeper's context.
    func build() throws(ImposeError) {
        let made: Made
        do throws(ImposeError) {
            if let change = Context.needed(for: holder, scope, isKept: registration.isKept) {
                made = try make(in: change.context)
            } else {
                made = try registration.makeHeld(for: self)
            }
        } catch {
            finish()
            throw error
        }
        try finish(with: made)
    }

    @inline(never)
    private func make(in context: Context?) throws(ImposeError) -> Made {
        try Context.run(in: context) { () throws(ImposeError) -> Made in
            try registration.makeHeld(for: self)
        }
    }

    /// Ends a construction that failed.
    @inline(never)
    private func finish() {
        guard let construction, let location else { return }
        // The keeper forgets it, so that the next injection tries again; before the wake-up, so that it can.
        _ = location.keeper.finish(construction, of: ObjectIdentifier(registration), arguments, with: nil)
        Self.open(construction)
    }

    /// Builds the instance in the task of its construction. Others may wait for it by now.
    ///
    /// - Parameter path: The path that ends with the construction.
    nonisolated(nonsending) func buildInTask(on path: AsynchronousPath) async {
        do throws(ImposeError) {
            if let refusal = (scope ?? holder).refusal(of: request, from: origin) { throw refusal }
            try finish(
                with: try await path.run { () async throws(ImposeError) in
                    try await registration.makeAwaiting(for: self)
                }
            )
        } catch {
            // It is done already if the instance was made but refused by its keeper.
            guard let construction, !construction.isDone else { return }
            construction.task?.failure = error
            finish()
        }
    }

    /// Keeps the instance that was made, unless nobody does, wakes everybody who waits for it, and then tells the
    /// observers.
    @inline(never)
    private func finish(with made: Made) throws(ImposeError) {
        guard let construction, let location else { return take(made) }
        let duration = begun?.duration
        let id = ObjectIdentifier(registration)
        let isShared = location.keeper.finish(construction, of: id, arguments, with: made.kept)
        var deferred = DeferredRelease()
        if isShared, registration.isKept, holder.isUnheld {
            construction.isKept = false
            location.keeper.holdWeakly(id, into: &deferred)
        }
        // The reason that nobody gets the instance.
        let keeping = location.scope ?? holder
        let shutDown = isShared ? nil : keeping.refusal(of: request, from: origin)
        let refusal = isShared ? nil : shutDown ?? ImposeError(.disposed(keeping), request)
        construction.task?.held = isShared ? made.held : nil
        construction.task?.failure = refusal
        Self.open(construction)
        if let refusal {
            deferred.add(.kept(made.kept), of: HeldRegistration(registration))
            deferred.release(for: scope ?? holder)
            throw refusal
        }
        held = made.held
        mayBeRemembered = registration.option != .singleInstance || construction.isKept
        deferred.release(for: scope ?? holder)
        guard let duration, registration.isKept else { return }
        let info = Imposer.RegistrationInfo(registration)
        Observers.report(.built(info, duration: duration), in: holder, at: request.location)
    }

    /// Wakes everybody who waits for a construction. From here on user code may run that asks for the instance: deinits
    /// of graph instances that were shared while it was built, disposers, observers.
    static func open(_ construction: Construction) {
        WaitGraph.finish(construction)
        InjectionGraph.endIfOutermost()
    }
}

/// An instance that was made.
struct Made {
    /// The instance as its keeper keeps it.
    let kept: AnyCachedInstance
    /// The instance held strongly, so that one that is kept weakly is not gone before somebody has got it.
    let held: StrongInstance
}

extension RegistrationRecord {
    /// Whether its instances are shared by all that is built for one injection.
    var isOfGraph: Bool { original == nil && option.lifetime == .graphInstance }
}
