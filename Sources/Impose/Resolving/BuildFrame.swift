internal import CImposeRuntime

/// An instance that a thread is building: a frame of its path, and the latch that others wait on.
///
/// The frames of a thread form a list, whose head is in the thread's record. This list is the path: in it cycles are
/// found, and errors show it. A task has a path of `AsyncFrame`s, each with a build that is in no list.
///
/// The frames lie in memory that belongs to the record: one for each depth, used again and again. They can't lie on the
/// stack. If a thread ends in a provider, what it was building is given up when that stack is gone.
///
/// Invariant: a frame is on the path from its beginning to its end. Code of the user's that runs in between, a provider
/// or the `==` of an argument, uses other memory for its frames. A cell refers to a frame only until the function that
/// began the frame returns. Others reach the frame by the cell, under the lock of the node that has the cell; or by a
/// thread that waits for the frame, under the lock of `WaitGraph`.
struct BuildFrame {
    /// The first field, so that both have one address. Not used if nobody keeps the instance.
    var latch: Latch
    /// The caller is in a section, in which the registration stays.
    fileprivate(set) var registration: UncountedReference<RegistrationRecord>
    /// The type that was asked for.
    fileprivate(set) var requested: any Any.Type
    /// Where it was asked for.
    fileprivate(set) var location: Location
    /// What has the cell that this is in, if one has.
    var keeper: UncountedReference<Node>?
    /// The number of that cell.
    var number = 0
    /// The frame of what this is built for.
    fileprivate(set) var outer: ValueReference<BuildFrame>?
    /// The place for the frame of what is built for this.
    private var inner: ValueReference<BuildFrame>?
    /// The frame of a task's path that this lies in, if a task builds the instance.
    var asyncFrame: UncountedReference<AsyncFrame>?
    /// When it was begun, see `Inspector.now`.
    private var begun = Inspector.now

    var thread: ThreadRecord {
        @inline(__always) get { latch.thread }
    }

    /// Begins a frame. The caller ends it.
    @inline(__always)
    static func begin(
        _ registration: UncountedReference<RegistrationRecord>,
        for request: BorrowedRequest,
        on thread: ThreadRecord
    ) -> ValueReference<BuildFrame> {
        let outer = thread.innermostBuild
        let place = if let outer { outer.pointee.inner } else { thread.outermostBuild }
        guard let build = place else { return beginFirst(registration, for: request, on: thread) }
        build.pointee.latch.waiters = nil
        build.pointee.registration = registration
        build.pointee.requested = request.requested
        build.pointee.location = request.location
        build.pointee.keeper = nil
        build.pointee.begun = Inspector.now
        thread.innermostBuild = build
        return build
    }

    /// Begins the first frame of a depth, in a place that it makes.
    @inline(never)
    private static func beginFirst(
        _ registration: UncountedReference<RegistrationRecord>,
        for request: BorrowedRequest,
        on thread: ThreadRecord
    ) -> ValueReference<BuildFrame> {
        let outer = thread.innermostBuild
        let build = ValueReference(keptForEver: BuildFrame(registration, for: request, in: outer))
        if let outer { outer.pointee.inner = build } else { thread.outermostBuild = build }
        thread.innermostBuild = build
        return build
    }

    /// - Parameter outer: None for what a task builds: that lies in a frame of the task's path, which holds the
    ///   registration.
    init(
        _ registration: UncountedReference<RegistrationRecord>,
        for request: BorrowedRequest,
        in outer: ValueReference<BuildFrame>?
    ) {
        latch = Latch(thread: .current)
        (self.registration, self.outer) = (registration, outer)
        (requested, location) = (request.requested, request.location)
    }

    /// The request that it was begun for: of that a frame knows the type and the place.
    var request: BorrowedRequest { BorrowedRequest(requested, at: location) }

    /// How long it takes so far; zero if nobody has observed the beginning.
    var duration: Duration { begun.flatMap { begun in Inspector.now.map { $0 - begun } } ?? .zero }

    /// The step as errors show it.
    var step: ImposeError.Step {
        let key = registration.with { $0.key }
        return ImposeError.Step(type: requested, name: key.name, registeredType: key.type, location: location)
    }

    /// If a path has this many instances of one registration, each for another keeper, it is taken for an endless
    /// cycle.
    static var endlessCycleDepth: Int { 16 }

    /// What is being built, from the outermost frame of a list, or from a frame in it, to the innermost.
    static func steps(
        to innermost: ValueReference<BuildFrame>?,
        from outermost: ValueReference<Latch>? = nil
    ) -> [ImposeError.Step] {
        var steps: [ImposeError.Step] = []
        var next = innermost
        while let frame = next {
            steps.append(frame.pointee.step)
            next = frame.latch == outermost ? nil : frame.pointee.outer
        }
        return steps.reversed()
    }

    /// What the calling code is building, the outermost first.
    static var currentSteps: [ImposeError.Step] {
        AsyncFrame.currentSteps + steps(to: ThreadRecord.current.innermostBuild)
    }

    /// Whether what the calling code makes must not keep a context open, see `HeldContext`: it is built for a keeper of
    /// the context, or the object that asks for it was (`weakRequests`).
    static func mustNotRetain(_ context: Context, on thread: ThreadRecord) -> Bool {
        thread.weakRequests > 0 || formsRetainCycle(with: context, on: thread)
    }

    /// Whether the calling code builds something that a keeper of a context is going to keep, see
    /// `Node.formsRetainCycle`. If that kept the context open, this would be a cycle. A weak instance does not count:
    /// nobody but its users keeps it.
    static func formsRetainCycle(with context: Context, on thread: ThreadRecord) -> Bool {
        if AsyncFrame.anyFormsRetainCycle(with: context) { return true }
        var next = thread.innermostBuild
        while let frame = next {
            let isWeak = frame.pointee.registration.with { $0.option.isHeldWeakly }
            if let keeper = frame.pointee.keeper, !isWeak, keeper.with({ $0.formsRetainCycle(with: context) }) {
                return true
            }
            next = frame.pointee.outer
        }
        return false
    }

    /// The registrations whose instances the calling code builds, the outermost first.
    static var currentRegistrations: [RegistrationRecord] {
        var registrations: [RegistrationRecord] = []
        var next = ThreadRecord.current.innermostBuild
        while let frame = next {
            registrations.append(frame.pointee.registration.object)
            next = frame.pointee.outer
        }
        return AsyncFrame.currentFrames.reversed().map(\.registration) + registrations.reversed()
    }
}

extension ValueReference<BuildFrame> {
    /// Ends the frame, and those that were begun inside. A second call changes nothing.
    @inline(__always)
    func end() { pointee.thread.innermostBuild = pointee.outer }

    /// The frames as errors show them, from the outermost to this.
    var steps: [ImposeError.Step] {
        // The frame of an awaited instance is on the path only inside `AsyncFrame.run`.
        guard let frame = pointee.asyncFrame else { return AsyncFrame.currentSteps + BuildFrame.steps(to: self) }
        let path = BuildFrame.currentSteps
        return AsyncFrame.innermost === frame.object ? path : path + [pointee.step]
    }

    /// What others wait on.
    var latch: ValueReference<Latch> { firstField(as: Latch.self) }

    /// Whether the calling code builds an instance of the registration already, for the same keeper or for none. Also
    /// if it builds very many, each for another keeper, as where a scope's provider opens a scope: this is a guess.
    @inline(__always)
    func closesCycle() -> Bool { (pointee.outer != nil || AsyncFrame.anyExist) && closesCycleSlowly() }

    @inline(never)
    private func closesCycleSlowly() -> Bool {
        // The keeper is not known while the arguments are hashed: then only the number of such frames tells.
        let isKeeperKnown = pointee.keeper != nil || pointee.registration.with { $0.isMadeAnew }
        let number = pointee.registration.with { $0.number }
        var count = 0
        var next = pointee.outer
        while let frame = next {
            if frame.pointee.registration.with({ $0.number }) == number {
                count += 1
                if isKeeperKnown && frame.pointee.keeper == pointee.keeper || count == BuildFrame.endlessCycleDepth {
                    return true
                }
            }
            next = frame.pointee.outer
        }
        // `anyExist` is asked before `isOnPath`, so that no reference is counted where nothing is awaited.
        return AsyncFrame.anyExist && isKeeperKnown
            && AsyncFrame.isOnPath(pointee.registration.object, for: pointee.keeper?.object)
    }

    /// Ends the building without an instance, and lets others build it.
    ///
    /// - Parameter outcome: What those are told who wait.
    @inline(never)
    func giveUp(_ outcome: Waiter.Outcome = .over) {
        guard let keeper = pointee.keeper else { return }
        var variants: [Variants.Variant] = []
        let waiters = keeper.with { keeper in
            keeper.state.withLock { state in
                let isOwn = state.cells.giveUp(pointee.number, by: self)
                if isOwn, !state.variants.isEmpty { variants = state.variants.take(number: pointee.number) }
                // The waiters leave the latch, since this may be called twice: `CellAccess.keep` wakes them if the
                // keeper has ended, and then the task that built the instance gives up.
                return latch.takeWaiters()
            }
        }
        WaitGraph.wake(waiters, outcome)
        withExtendedLifetime(variants) {}
    }
}
