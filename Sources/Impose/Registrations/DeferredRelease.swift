/// The objects that a change has taken out of every thread's reach, and that are to be released.
///
/// The code that makes the change releases them when the change is complete: disposers and deinits are user code, which
/// may look at the imposer.
struct DeferredRelease: Sendable {
    private struct Entry {
        let kept: AnyCachedInstance
        let keeper: InstanceKeeper
        /// The position of the first disposer that was not run yet.
        var nextDisposer = 0
        var registration: RegistrationRecord { keeper.registration }
    }

    /// Whether nothing was ever added, as with most changes.
    private(set) var isEmpty = true
    /// Whether there are instances.
    var hasInstances: Bool { !entries.isEmpty }
    private var isSorted = false
    private var entries: [Entry] = []
    /// The keepers that were in a book. Like the given values, they are taken over as they are when a scope ends, which
    /// scopes do too often for another list.
    private var bookedKeepers: [BookedKeeper] = []
    /// Values that scopes were given.
    private var given: [Given?] = []
    /// Everything else that was added. In one list, since nearly all changes add little, and an empty one costs as well.
    private var held: [any Sendable] = []

    /// Takes an instance, or a construction that nobody can find any more.
    mutating func add(_ slot: InstanceSlot, of keeper: InstanceKeeper) {
        isEmpty = false
        switch slot {
        case .made(let kept): entries.append(Entry(kept: kept, keeper: keeper))
        case .building(let construction): held.append(construction)
        }
    }

    /// Keeps something from being released while something is locked, and the user's closures in it: a registration, or
    /// answers.
    mutating func hold(_ dropped: some Sendable) {
        isEmpty = false
        held.append(dropped)
    }

    /// Keeps the keepers of a book from being released while something is locked.
    mutating func add(_ added: [BookedKeeper]) {
        if added.isEmpty { return }
        isEmpty = false
        bookedKeepers = bookedKeepers.isEmpty ? added : bookedKeepers + added
    }

    mutating func add(_ dropped: [Given?]) {
        if dropped.isEmpty { return }
        isEmpty = false
        given = given.isEmpty ? dropped : given + dropped
    }

    /// Keeps what was in a list from being released while something is locked.
    mutating func hold<Element: Sendable>(all dropped: [Element]) {
        if !dropped.isEmpty { hold(dropped) }
    }

    /// Makes room for the instances of this many keepers, which most often keep one each.
    mutating func reserve(_ count: Int) {
        if entries.isEmpty, count > 0 { entries.reserveCapacity(count) }
    }

    /// Disposes of the instances, the latest first, and releases everything, up to the first disposer that has to be
    /// awaited. Nothing may be locked.
    ///
    /// Each instance is released before the next one is disposed of. Therefore this works in place: of a `consuming`
    /// method's argument, the caller may hold a copy.
    ///
    /// - Parameters:
    ///   - observers: The observers to tell.
    ///   - location: Where the disposal was asked for, if that is known.
    ///   - failures: Receives the errors.
    /// - Returns: The registration whose disposer has to be awaited next; nil if nothing is left.
    mutating func releaseWhatIsSynchronous(
        telling observers: () -> Observers,
        at location: Location?,
        _ failures: inout [ImposeError]
    ) -> RegistrationRecord? {
        if !isSorted, entries.count > 1 { entries.sort { $0.kept.sequence < $1.kept.sequence } }
        isSorted = true
        while var last = entries.popLast() {
            if last.kept.isGone { continue }
            // All scopes share the registration, so nothing refers to it without need.
            let keeper = last.keeper
            let isComplete = last.kept.dispose(from: &last.nextDisposer) { thrown in
                let error = ImposeError.disposerFailed(keeper.registration, thrown, at: location)
                failures.append(error)
                Self.report(error, to: observers)
            }
            guard isComplete else {
                entries.append(last)
                return keeper.registration
            }
            guard Observers.exist else { continue }
            let info = Imposer.RegistrationInfo(keeper.registration)
            Observers.report(.disposed(info), to: observers(), at: info.location)
        }
        self = DeferredRelease()
        return nil
    }

    /// Runs the disposer that has to be awaited next.
    ///
    /// - Parameters:
    ///   - observers: The observers to tell.
    ///   - location: Where the disposal was asked for, if that is known.
    ///   - time: The time for it; nil for as much as it takes.
    /// - Returns: The error; nil if nothing went wrong.
    mutating func awaitNextDisposer(
        telling observers: Observers,
        at location: Location?,
        within time: ShutdownTime?
    ) async -> ImposeError? {
        guard let index = entries.indices.last else { return nil }
        let (kept, registration) = (entries[index].kept, entries[index].registration)
        let position = entries[index].nextDisposer
        entries[index].nextDisposer += 1
        let error: ImposeError?
        do {
            guard let time else {
                try await kept.disposeAsynchronously(by: position)
                return nil
            }
            let isInTime = try await time.run { try await kept.disposeAsynchronously(by: position) }
            error = isInTime ? nil : ImposeError.lateDisposer(registration, time, at: location)
        } catch let thrown {
            error = ImposeError.disposerFailed(registration, thrown, at: location)
        }
        if let error { Self.report(error) { observers } }
        return error
    }

    private static func report(_ error: ImposeError, to observers: () -> Observers) {
        guard Observers.exist, error.details.isReportedFirst() else { return }
        Observers.report(.failed(error), to: observers(), at: error.location)
    }
}
