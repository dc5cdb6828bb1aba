// The steps of an end that is awaited: of a scope, a directory, the instances of an imposer, or all in a shutdown.
//
// 1. `awaitOthers`: what is being disposed of below is awaited while everything is there that it may use; then what tasks
//    build.
// 2. The caller takes everything out of reach.
// 3. `complete`: what has begun to be disposed of since the first step is awaited. From here on nothing begins.
// 4. The disposers run, and the disposal ends.
// 5. Callers that promise that all is gone await others who have taken something of it: `Disposal.all(takingFrom:)`.

extension Disposal {
    /// Takes the steps before anything is taken out of reach.
    ///
    /// - Parameters:
    ///   - nodes: The nodes of which something will be taken.
    ///   - isClosing: Whether the nodes are closed themselves. Then what has closed them before is not awaited.
    ///   - time: The time limit of a shutdown; nil for as much as it takes.
    /// - Returns: An error for each step that was late.
    nonisolated(nonsending) func awaitOthers(
        in nodes: [ImposerNode],
        closing isClosing: Bool,
        within time: ShutdownTime? = nil
    ) async -> [ImposeError] {
        var late = await wait(in: nodes, within: time) { Disposal.all(in: [$0], whileEnding: isClosing) }
        // A node where nothing is built can't be late.
        for node in nodes where node.hasTaskConstructions {
            guard let time else {
                await node.endConstructions()
                continue
            }
            let isInTime = try? await time.run { await node.endConstructions() }
            if !(isInTime ?? true) { late.append(report(.late(.construction, node, time), of: node)) }
        }
        return late
    }

    /// Takes the steps after everything was taken out of reach.
    ///
    /// - Parameters:
    ///   - nodes: The nodes of which something was taken.
    ///   - owner: The owner of the instances.
    ///   - deferred: What was taken; empty afterwards.
    ///   - time: The time limit of a shutdown; nil for as much as it takes.
    /// - Returns: The errors, also of steps that were late.
    nonisolated(nonsending) func complete(
        in nodes: [ImposerNode],
        of owner: any InstanceOwner,
        _ deferred: inout DeferredRelease,
        within time: ShutdownTime? = nil
    ) async -> [ImposeError] {
        let late = await wait(in: nodes, within: time) { Disposal.all(in: [$0], whileEnding: true, for: self) }
        return late + (await deferred.releaseAwaiting(for: owner, completing: self, within: time))
    }

    /// Waits for other disposals. Those that are late are cancelled.
    ///
    /// - Parameters:
    ///   - nodes: The nodes that they have to do with.
    ///   - time: The time limit; nil for as much as it takes.
    ///   - others: Returns the disposals of a node. It is called when those of the nodes before are over.
    /// - Returns: An error for each that was late.
    @inline(never)
    @discardableResult
    nonisolated(nonsending) func wait(
        in nodes: [ImposerNode],
        within time: ShutdownTime? = nil,
        for others: (ImposerNode) -> [Disposal]
    ) async -> [ImposeError] {
        var late: [ImposeError] = []
        for node in nodes {
            for other in others(node) {
                guard let completion = other.ending.awaited else { continue }
                guard let time else {
                    await completion.wait()
                    continue
                }
                if await time.wait(for: completion, orElse: other.cancel) { continue }
                late.append(report(.late(.disposal, node, time), of: node))
            }
        }
        return late
    }

    /// Returns the error for a failure to dispose of something of a node, of which it tells the observers.
    func report(_ failure: Failure, of node: ImposerNode) -> ImposeError {
        Resolver.reported(ImposeError(failure, Imposer.self, at: location ?? Location()), in: node)
    }
}

extension Directory {
    /// Ends the directory, and awaits the disposers that have to be awaited.
    nonisolated(nonsending) func endAwaiting(_ disposal: Disposal) async {
        await Context.run(in: Context(self, scope: nil)) {
            _ = await disposal.awaitOthers(in: nodes, closing: true)
            var deferred = DeferredRelease()
            let content = takeEverything(disposal, into: &deferred)
            _ = await disposal.complete(in: content.nodes, of: self, &deferred)
            withExtendedLifetime(content) {}
        }
        observers.removeAll()
    }
}
