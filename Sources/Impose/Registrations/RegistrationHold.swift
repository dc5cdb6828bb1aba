private import CImposeRuntime
internal import Synchronization

/// A reference to a registration, for its users on one thread.
///
/// Threads that count references to one object wait for each other. So scopes, which a server opens on all its threads
/// all the time, do not hold a registration, but one of several objects that hold it; a thread always takes the same
/// one.
final class RegistrationHold: Sendable {
    let registration: Unmanaged<RegistrationRecord>
    /// Padding, so that no two holds share a cache line.
    private let padding: (UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt)

    fileprivate init(_ registration: RegistrationRecord) {
        self.registration = .passRetained(registration)
        padding = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    }

    deinit {
        registration.release()
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
    /// At least a cache line and the one that the processor loads along with it.
    private static let stride = 128
    private let places: UnsafeMutableRawPointer

    init() {
        places = .allocate(byteCount: Self.count * Self.stride, alignment: Self.stride)
        for position in 0..<Self.count { location(at: position).initialize(to: Place()) }
    }

    deinit {
        for position in 0..<Self.count { location(at: position).deinitialize(count: 1) }
        places.deallocate()
    }

    private func location(at position: Int) -> UnsafeMutablePointer<Place> {
        (places + position * Self.stride).assumingMemoryBound(to: Place.self)
    }

    /// The calling thread's hold, retained; nil if the holds have ended. The registration must be alive.
    fileprivate func take(_ registration: RegistrationRecord) -> Unmanaged<RegistrationHold>? {
        let location = location(at: Int(impose_current_thread().pointee.position) % Self.count)
        return location.pointee.lock.withLock {
            if location.pointee.isOver { return nil }
            if location.pointee.hold == nil { location.pointee.hold = RegistrationHold(registration) }
            return location.pointee.hold.map { .passRetained($0) }
        }
    }

    /// Lets go of the registration, except for holds that are in use. The caller holds the registration.
    fileprivate func end() {
        for position in 0..<Self.count {
            let location = location(at: position)
            let hold = location.pointee.lock.withLock { () -> RegistrationHold? in
                location.pointee.isOver = true
                return exchange(&location.pointee.hold, with: nil)
            }
            withExtendedLifetime(hold) {}
        }
    }
}

extension RegistrationRecord {
    /// The calling thread's hold on this registration, retained; nil if its imposer has let go of it.
    func hold() -> Unmanaged<RegistrationHold>? {
        if !holds.isSet {
            // A thread that lets go of it sets the flag before it looks for the holds: it finds them, or the flag is
            // set.
            if isOutdated { return nil }
            _ = holds.storeIfNil(RegistrationHolds())
            if isOutdated { endHolds() }
        }
        return holds.unretained?._withUnsafeGuaranteedRef { $0.take(self) }
    }

    /// Ends all holds. Call it after its imposer has let go of the registration, with all locks open.
    func endHolds() {
        holds.unretained?._withUnsafeGuaranteedRef { $0.end() }
    }
}
