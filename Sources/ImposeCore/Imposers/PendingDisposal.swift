/// A disposal that has begun and is not complete, for those who wait for it: an end further up, which would dispose of
/// what it still uses.
struct PendingDisposal: Sendable {
    let completion: Completion
    /// Cancels the disposer that it is awaiting, if it is awaiting one.
    let cancel: @Sendable () -> Void

    /// The disposals under way of some nodes and those below, and all that these let go of, except those that wait for
    /// the calling code.
    ///
    /// A node that is closed stays below its parent until what it kept is disposed of, or a `DisposalTask` does that. So
    /// a disposal is found from its beginning: nodes are looked at first. For changes, see `Imposer.change`.
    ///
    /// No two wait for each other: an end waits for those that are further down, and of several of the same node only
    /// for those that do not wait for it in turn.
    ///
    /// - Parameters:
    ///   - isEnding: Whether the caller is ending the nodes themselves: what has closed these is left out, and so is all
    ///     that it has closed.
    ///   - task: The caller's own release, for which others may be waiting; nil if there is none.
    static func all(
        in nodes: [ImposerNode],
        whileEnding isEnding: Bool,
        for task: DisposalTask? = nil
    ) -> [PendingDisposal] {
        for node in nodes { node.forEach { $0.changing {} } }
        // Nearly always there is nothing below, and then nothing need be looked through.
        if isEnding, !nodes.contains(where: \.hasNodesBelow), !DisposalTask.exist { return [] }
        var ends: [ObjectIdentifier: Disposal] = [:]
        for node in nodes {
            node.forEach { if let disposal = $0.disposal { ends[ObjectIdentifier(disposal)] = disposal } }
        }
        // Last: if it begins meanwhile, it is among those found.
        let own = (isEnding ? nodes.compactMap(\.disposal) : []) + [task?.disposal].compactMap { $0 }
        for disposal in own { ends[ObjectIdentifier(disposal)] = nil }
        let completions = ends.values.filter { !Awaited.contains($0) }.compactMap { $0.ending.awaited }
        return completions.map { PendingDisposal(completion: $0) {} } + DisposalTask.all(below: nodes, for: task)
    }

    /// The disposals under way that may have taken what an imposer or scope kept, which has ended now: those of it, and
    /// releases of imposers above it, which also let go of what is kept below them.
    static func all(takingFrom imposer: Imposer) -> [PendingDisposal] {
        for imposer in imposer.lineage { imposer.node.changing {} }
        return all(in: [imposer.node], whileEnding: false) + DisposalTask.all(of: imposer.numbersUpward)
    }

    /// Suspends until they are complete. Takes the parameters of `all`.
    nonisolated(nonsending) static func awaitAll(
        in nodes: [ImposerNode],
        whileEnding isEnding: Bool,
        for task: DisposalTask? = nil
    ) async {
        for pending in all(in: nodes, whileEnding: isEnding, for: task) { await pending.completion.wait() }
    }
}
