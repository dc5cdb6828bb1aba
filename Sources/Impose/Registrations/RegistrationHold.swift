private import CImposeRuntime
internal import Synchronization

/// What holds a registration for those who use it on one thread.
///
/// Threads that count references to one object wait for each other. So scopes, which a server opens on all its threads all
/// the time, hold no registration, but one of several objects that hold it: a thread always the same one.
final class RegistrationHold: Sendable {
    let registration: Unmanaged<RegistrationRecord>
    /// So that no two of them share a cache line.
    private let padding: (UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt)

    fileprivate init(_ registration: RegistrationRecord) {
        self.registration = .passRetained(registration)
        padding = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    }

    deinit {
        registration.release()
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

    /// That of the calling thread, retained; nil if it is over. The caller knows that the registration is there.
    fileprivate func take(_ registration: RegistrationRecord) -> Unmanaged<RegistrationHold>? {
        let location = location(at: Int(impose_current_thread().pointee.position) % Self.count)
        return location.pointee.lock.withLock {
            if location.pointee.isOver { return nil }
            if location.pointee.hold == nil { location.pointee.hold = RegistrationHold(registration) }
            return location.pointee.hold.map { .passRetained($0) }
        }
    }

    /// Lets go of the registration, which the caller holds, as far as nobody uses it.
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
    /// What holds it for the calling thread, retained; nil if its imposer has let go of it.
    func hold() -> Unmanaged<RegistrationHold>? {
        if !holds.isSet {
            // Whoever lets go of it has said so first, and finds this, or else we see that.
            if isOutdated { return nil }
            _ = holds.storeIfNil(RegistrationHolds())
            if isOutdated { endHolds() }
        }
        return holds.unretained?._withUnsafeGuaranteedRef { $0.take(self) }
    }

    /// Lets go of itself. To be called when its imposer has, with all locks open.
    func endHolds() {
        holds.unretained?._withUnsafeGuaranteedRef { $0.end() }
    }
}
