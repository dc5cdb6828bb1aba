internal import CImposeInspecting
internal import Impose

/// What was found in the images of the process, as long as the same ones are loaded. Where nobody can tell which these are,
/// it is found anew each time.
struct ProgramMemory<Found: Sendable>: ~Copyable, Sendable {
    private let known = LockedState<(images: UInt, found: Found)?>(nil)

    /// Returns what is known, or else finds it. Threads that find it at the same time don't wait for each other.
    func found(orFind find: () -> Found) -> Found {
        let images = impose_loaded_images()
        if images.count > 0, let known = known.withLock({ $0 }), known.images == images.state { return known.found }
        let found = find()
        known.withLock { $0 = (images.state, found) }
        return found
    }
}
