/// A count of resets, which tells apart the instances that were built before, during and after a reset.
///
/// A reset forgets one instance after the other. An instance that is built meanwhile may hold one that is forgotten a
/// moment later, so it is handed out but not kept. The same goes for an instance that a scope builds while an imposer
/// around it is reset, even if the scope was opened after the reset began, which then does not know the scope.
struct ResetEpoch: ~Copyable, Sendable {
    private let begun = AtomicField(0)
    private let ended = AtomicField(0)
    /// The node of the parent, for a scope.
    ///
    /// Invariant: the parent lives as long as the scope, and the builder of a scope's instance holds the scope.
    let upper: UncountedReference<InstanceKeeper>?

    /// The epoch for a construction that begins now; nil during a reset.
    func begin() -> Int? {
        // In this order: no reset ends before it begins, so if the two counts are equal, every reset that had begun had
        // ended, here and further up.
        let ended = countOfEnded
        return countOfBegun == ended ? ended : nil
    }

    /// Whether there has been no reset since a construction began.
    func isStill(_ epoch: Int?) -> Bool {
        epoch == countOfBegun
    }

    /// The number of resets that have begun, here or further up.
    private var countOfBegun: Int {
        let own = begun.load(ordering: .sequentiallyConsistent)
        return own + (upper?.with { $0.epoch.countOfBegun } ?? 0)
    }

    private var countOfEnded: Int {
        let own = ended.load(ordering: .sequentiallyConsistent)
        return own + (upper?.with { $0.epoch.countOfEnded } ?? 0)
    }

    func beginReset() {
        begun.add(1, ordering: .sequentiallyConsistent)
    }

    func endReset() {
        ended.add(1, ordering: .sequentiallyConsistent)
    }
}
