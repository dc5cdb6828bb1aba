/// A reference to a registration that holds it, by itself or by a thread's hold on it.
struct HeldRegistration: Sendable {
    /// The registration, for as long as this is there.
    let uncounted: UncountedReference<RegistrationRecord>
    private let holder: any AnyObject & Sendable

    init(_ registration: RegistrationRecord) {
        uncounted = UncountedReference(registration)
        holder = registration
    }

    init(_ hold: RegistrationHold) {
        uncounted = hold.registration
        holder = hold
    }

    var object: RegistrationRecord { uncounted.object }
}

/// A registration whose instance is to be kept, and the knowledge whether it is gone by now.
struct RegistrationToKeep {
    let held: HeldRegistration
    /// Its `departures` before it was seen in the registry of its holder; nil if the holder is the imposer that it was
    /// made for. Copies of a directory share registrations: one of them, or the original, may have let go of it.
    private let departures: Int?

    /// A registration of the imposer that it was made for.
    init(ofOwner held: HeldRegistration) {
        self.held = held
        departures = nil
    }

    /// Nil if the holder does not hold it any more.
    ///
    /// - Parameters:
    ///   - owner: The number of the imposer that holds it.
    ///   - isHeld: Whether that imposer holds it.
    init?(_ registration: RegistrationRecord, heldBy owner: SerialNumber, _ isHeld: () -> Bool) {
        held = HeldRegistration(registration)
        // First the number, then the look.
        departures = owner == registration.owner ? nil : registration.departures
        if departures != nil, !isHeld() { return nil }
    }

    /// Whether its holder may have let go of it.
    var isGone: Bool {
        held.uncounted.with { registration in
            departures.map { $0 != registration.departures } ?? registration.isOutdated
        }
    }
}
