/// A reference to a registration, for its users on one thread.
///
/// Threads that count references to one object wait for each other. So scopes, which a server opens on all its threads
/// all the time, do not hold a registration, but one of several objects that hold it; a thread always takes the same
/// one.
final class RegistrationHold: Sendable {
    private let retained: RetainedReference<RegistrationRecord>
    /// The registration, which this holds.
    var registration: UncountedReference<RegistrationRecord> { retained.uncounted }
    /// Padding, so that no two holds share a cache line.
    private let padding: (UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt)

    fileprivate init(_ registration: RegistrationRecord) {
        retained = RetainedReference(registration)
        padding = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    }

    deinit {
        retained.release()
    }
}

/// The holds of one registration. The registration refers to them, and they to it. This cycle ends when its imposer
/// lets go of the registration (`end`); until then the registration stays anyway.
///
/// `@unchecked Sendable`: each place is only touched under its lock.
final class RegistrationHolds: @unchecked Sendable {
    private struct Place: ~Copyable {
        let lock = BriefLock()
        /// Nil until it is asked for, and again when it is over.
        var hold: RegistrationHold?
        var isOver = false
    }

    private static let count = 16
    private let places = SpacedArray(count: RegistrationHolds.count) { Place() }

    /// The calling thread's hold, retained; nil if the holds have ended. The registration must be alive.
    fileprivate func take(_ registration: RegistrationRecord) -> RetainedReference<RegistrationHold>? {
        let position = ThreadRecord.current.position % Self.count
        return places[position].lock.withLock {
            if places[position].isOver { return nil }
            if places[position].hold == nil { places[position].hold = RegistrationHold(registration) }
            return places[position].hold.map { RetainedReference($0) }
        }
    }

    /// Lets go of the registration, except for holds that are in use. The caller holds the registration.
    fileprivate func end() {
        for position in 0..<Self.count {
            let hold = places[position].lock.withLock { () -> RegistrationHold? in
                let hold = places[position].hold
                places[position].isOver = true
                places[position].hold = nil
                return hold
            }
            withExtendedLifetime(hold) {}
        }
    }
}

extension RegistrationRecord {
    /// The calling thread's hold on this registration, retained; nil if its imposer has let go of it.
    func hold() -> RetainedReference<RegistrationHold>? {
        if !holds.isSet {
            // A thread that lets go of it sets the flag before it looks for the holds: it finds them, or the flag is
            // set.
            if isOutdated { return nil }
            _ = holds.storeIfNil(RegistrationHolds())
            if isOutdated { endHolds() }
        }
        return holds.unretained?.with { $0.take(self) }
    }

    /// Ends all holds. Call it after its imposer has let go of the registration, with all locks open.
    func endHolds() {
        holds.unretained?.with { $0.end() }
    }
}
