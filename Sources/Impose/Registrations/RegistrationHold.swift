internal import Synchronization

/// What holds a registration for those who use it on one thread.
///
/// Threads that count references to one object wait for each other. So scopes, which a server opens on all its threads all
/// the time, hold no registration, but one of several objects that hold it: a thread always the same one.
final class RegistrationHold: Sendable {
    private let retained: RetainedReference<RegistrationRecord>
    /// Held by this.
    var registration: UncountedReference<RegistrationRecord> { retained.uncounted }
    /// So that no two of them share a cache line.
    private let padding: (UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt)

    fileprivate init(_ registration: RegistrationRecord) {
        retained = RetainedReference(registration)
        padding = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    }

    deinit {
        retained.release()
    }
}

/// The holds of one registration, which it refers to, as they refer to it. The circle ends when its imposer lets go of it
/// (`end`); until then the registration stays anyway.
///
/// `@unchecked Sendable`: each place is only touched under its lock.
final class RegistrationHolds: @unchecked Sendable {
    private struct Place: ~Copyable {
        let lock = BriefLock()
        /// Nil until somebody asks, and again when it is over.
        var hold: RegistrationHold?
        var isOver = false
    }

    private static let count = 16
    private let places = SpacedArray(count: RegistrationHolds.count) { Place() }

    init() {}

    /// That of the calling thread, retained; nil if it is over. The caller knows that the registration is there.
    fileprivate func take(_ registration: RegistrationRecord) -> RetainedReference<RegistrationHold>? {
        let position = ThreadRecord.current.position % Self.count
        return places[position].lock.withLock {
            if places[position].isOver { return nil }
            if places[position].hold == nil { places[position].hold = RegistrationHold(registration) }
            return places[position].hold.map { RetainedReference($0) }
        }
    }

    /// Lets go of the registration, which the caller holds, as far as nobody uses it.
    fileprivate func end() {
        for position in 0..<Self.count {
            let hold = places[position].lock.withLock { () -> RegistrationHold? in
                places[position].isOver = true
                return exchange(&places[position].hold, with: nil)
            }
            withExtendedLifetime(hold) {}
        }
    }
}

extension RegistrationRecord {
    /// What holds it for the calling thread, retained; nil if its imposer has let go of it.
    func hold() -> RetainedReference<RegistrationHold>? {
        if !holds.isSet {
            // Whoever lets go of it has said so first, and finds this, or else we see that.
            if isOutdated { return nil }
            _ = holds.storeIfNil(RegistrationHolds())
            if isOutdated { endHolds() }
        }
        return holds.unretained?.with { $0.take(self) }
    }

    /// Lets go of itself. To be called when its imposer has, with all locks open.
    func endHolds() {
        holds.unretained?.with { $0.end() }
    }
}
