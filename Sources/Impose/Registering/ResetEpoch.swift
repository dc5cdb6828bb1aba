internal import Synchronization

/// Tells apart what was built before, during and after a reset.
///
/// A reset forgets one instance after the other. What is built meanwhile may hold one that is forgotten a moment later,
/// so it is handed out but not kept.
struct ResetEpoch: ~Copyable, Sendable {
    private let begun = Atomic(0)
    private let ended = Atomic(0)

    /// The epoch for a construction that begins now; nil during a reset.
    func begin() -> Int? {
        // In this order: if the two are equal, nothing had begun that had not ended.
        let ended = ended.load(ordering: .sequentiallyConsistent)
        return begun.load(ordering: .sequentiallyConsistent) == ended ? ended : nil
    }

    /// That of a construction which resets do not concern.
    static let any = -1

    /// Whether there has been no reset since a construction began.
    func isStill(_ epoch: Int?) -> Bool {
        epoch == begun.load(ordering: .sequentiallyConsistent) || epoch == Self.any
    }

    fileprivate func beginReset() {
        begun.wrappingAdd(1, ordering: .sequentiallyConsistent)
    }

    fileprivate func endReset() {
        ended.wrappingAdd(1, ordering: .sequentiallyConsistent)
    }
}

extension Branch {
    /// Runs a reset that concerns several imposers.
    static func reset(_ branches: [Branch], _ body: () -> Void) {
        for branch in branches { branch.epoch.beginReset() }
        body()
        for branch in branches { branch.epoch.endReset() }
    }
}
