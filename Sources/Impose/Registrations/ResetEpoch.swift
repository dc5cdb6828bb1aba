internal import Synchronization

/// Tells apart what was built before, during and after a reset.
///
/// A reset forgets one instance after the other. What is built meanwhile may hold one that is forgotten a moment later,
/// so it is handed out but not kept. That goes for what a scope builds, too, while an imposer that it is in is reset: also
/// for a scope that was opened since that began, and which the reset does not know.
struct ResetEpoch: ~Copyable, Sendable {
    private let begun = Atomic(0)
    private let ended = Atomic(0)
    /// Of a scope: its parent's.
    ///
    /// Invariant: a scope holds its parent, and whoever builds something for a scope holds the scope.
    private let upper: UncountedReference<ResetNode>?

    init(below upper: UncountedReference<ResetNode>? = nil) {
        self.upper = upper
    }

    /// The epoch for a construction that begins now; nil during a reset.
    func begin() -> Int? {
        // In this order: none ends more often than it begins, so if the two are equal, nothing had begun that had not ended,
        // here or further up.
        let ended = countOfEnded
        return countOfBegun == ended ? ended : nil
    }

    /// That of a construction which resets do not concern.
    static let any = -1

    /// Whether there has been no reset since a construction began.
    func isStill(_ epoch: Int?) -> Bool {
        epoch == countOfBegun || epoch == Self.any
    }

    /// How many resets have begun, here or further up.
    private var countOfBegun: Int {
        let own = begun.load(ordering: .sequentiallyConsistent)
        return own + (upper?.with { $0.epoch.countOfBegun } ?? 0)
    }

    private var countOfEnded: Int {
        let own = ended.load(ordering: .sequentiallyConsistent)
        return own + (upper?.with { $0.epoch.countOfEnded } ?? 0)
    }

    func beginReset() {
        begun.wrappingAdd(1, ordering: .sequentiallyConsistent)
    }

    func endReset() {
        ended.wrappingAdd(1, ordering: .sequentiallyConsistent)
    }
}

/// What resets tell apart: an imposer, below its parents.
///
/// `@unchecked Sendable`: a class that others inherit from can't be checked. Nothing in it changes.
class ResetNode: @unchecked Sendable {
    /// Tells what was built before a reset from what was built after it.
    final let epoch: ResetEpoch

    /// - Parameter upper: That of a scope's parent.
    init(below upper: UncountedReference<ResetNode>? = nil) {
        epoch = ResetEpoch(below: upper)
    }
}
