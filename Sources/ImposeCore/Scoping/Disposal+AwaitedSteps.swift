// The steps of an end that is awaited: of a scope, a directory, the instances of an imposer, or all in a shutdown.

extension Disposal {
    /// Takes something out of reach, disposes of it, and awaits what goes on in it meanwhile.
    ///
    /// 1. What is being disposed of below is awaited while everything is there that it may use; then what tasks build.
    /// 2. Everything is taken out of reach.
    /// 3. What has begun to be disposed of since the first step is awaited. From here on nothing begins.
    /// 4. The disposers run, and then this ends.
    ///
    /// - Parameters:
    ///   - nodes: Returns the nodes of which something is taken. It is called for each step, since code that is awaited may
    ///     add some.
    ///   - owner: The owner of the instances.
    ///   - isClosing: Whether the nodes are closed themselves. Then what has closed them before is not awaited.
    ///   - time: The time limit of a shutdown; nil for as much as it takes.
    ///   - take: Takes everything, and returns false if an earlier end has. Then nothing follows: that end may wait for the
    ///     calling code.
    /// - Returns: The errors.
    nonisolated(nonsending) func carryOut(
        on nodes: () -> [ImposerNode],
        of owner: any InstanceOwner,
        closing isClosing: Bool,
        within time: ShutdownTime? = nil,
        taking take: (inout DeferredRelease) -> Bool
    ) async -> [ImposeError] {
        var late: [ImposeError] = []
        for node in nodes() {
            late += await wait(for: Disposal.all(in: [node], whileEnding: isClosing), of: node, within: time)
        }
        for node in nodes() {
            guard let time else {
                await node.endConstructions()
                continue
            }
            // A node where nothing is built can't be late.
            guard node.hasTaskConstructions else { continue }
            let isInTime = try? await time.run { await node.endConstructions() }
            if !(isInTime ?? true) { late.append(report(.construction, of: node, time)) }
        }
        var deferred = DeferredRelease()
        guard take(&deferred) else { return late }
        for node in nodes() {
            late += await wait(for: Disposal.all(in: [node], whileEnding: true, for: self), of: node, within: time)
        }
        return late + (await deferred.releaseAwaiting(for: owner, completing: self, within: time))
    }

    /// Waits for other disposals. Those that are late are cancelled.
    ///
    /// - Parameters:
    ///   - others: The disposals.
    ///   - node: The node that they have to do with.
    ///   - time: The time limit; nil for as much as it takes.
    /// - Returns: An error for each that was late.
    @discardableResult
    nonisolated(nonsending) func wait(
        for others: [Disposal],
        of node: ImposerNode,
        within time: ShutdownTime? = nil
    ) async -> [ImposeError] {
        var late: [ImposeError] = []
        for other in others {
            guard let completion = other.ending.awaited else { continue }
            guard let time else {
                await completion.wait()
                continue
            }
            if await time.wait(for: completion, orElse: other.cancel) { continue }
            late.append(report(.disposal, of: node, time))
        }
        return late
    }

    /// Returns the error for something that was late, of which it tells the observers.
    func report(_ step: Failure.LateStep, of node: ImposerNode, _ time: ShutdownTime) -> ImposeError {
        let error = ImposeError(.late(step, node, time), Imposer.self, at: location ?? Location())
        Resolver.report(error, in: node)
        return error
    }
}

extension Directory {
    /// Ends the directory, and awaits the disposers that have to be awaited.
    nonisolated(nonsending) func endAwaiting(_ disposal: Disposal) async {
        await Context.run(in: Context(self, scope: nil)) {
            var taken: Content?
            _ = await disposal.carryOut(on: { taken?.nodes ?? nodes }, of: self, closing: true) { deferred in
                taken = takeEverything(disposal, into: &deferred)
                return true
            }
            withExtendedLifetime(taken) {}
        }
        observers.removeAll()
    }
}
