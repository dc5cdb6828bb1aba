// Ends that are awaited.
//
// 1. What is being disposed of below is awaited, while everything is there that it may use; then what tasks build, which
//    is cancelled.
// 2. All is taken out of reach, and the disposers run, as in an end that nobody awaits.
// 3. What is left to a task is awaited; and what others have begun to dispose of since the first step.

extension Node {
    /// Ends the node, or resets it if it stays in use.
    ///
    /// - Returns: Whether this was what ended it, and the errors that disposers threw.
    nonisolated(nonsending) func endAwaited(at location: Location) async -> (isFirst: Bool, errors: [ImposeError]) {
        let isReset = kind == .root && directoryKind != .alone
        return await takeAwaited(at: location) { node, disposals in
            if !isReset { return node.end(at: location, &disposals) }
            node.reset(&disposals)
            return true
        }
    }

    /// Ends the directory of this, which is its primary imposer.
    nonisolated(nonsending) func endDirectoryAwaited(at location: Location) async {
        _ = await takeAwaited(at: location) { node, disposals in node.end(at: location, &disposals) }
    }

    nonisolated(nonsending) private func takeAwaited(
        at location: Location,
        _ take: (Node, inout Disposals) -> Bool
    ) async -> (isFirst: Bool, errors: [ImposeError]) {
        await awaitDisposalsBelow()
        await cancelConstructions(at: location)
        var disposals = Disposals(of: self, isAwaited: true)
        let isFirst = take(self, &disposals)
        let run = disposals.run
        var errors = disposals.finish()
        if let run { errors = await run.wait() }
        await awaitDisposalsBelow(besides: run)
        return (isFirst, errors)
    }

    /// Awaits what is being disposed of in this and in what lies in it.
    ///
    /// - Parameter deadline: That of a shutdown. What is late is cancelled.
    /// - Returns: The nodes of what is late.
    @discardableResult
    nonisolated(nonsending) func awaitDisposalsBelow(
        besides own: Disposals.Run? = nil,
        within deadline: Deadline? = nil
    ) async -> [Node] {
        let isWhole = kind == .root && directoryKind == .isolated
        let below = Disposals.Run.underWay { node in
            node.isInside(UncountedReference(self)) || isWhole && node.directoryWord == directoryWord
        }
        var late: [Node] = []
        for run in below where run !== own {
            guard let deadline else {
                await run.wait()
                continue
            }
            if await deadline.wait(orElse: run.cancel, { await run.wait() }) { continue }
            late.append(run.node)
        }
        return late
    }

    /// Awaits an end that took this, by somebody else.
    ///
    /// - Parameter deadline: That of a shutdown.
    nonisolated(nonsending) func awaitEnd(within deadline: Deadline? = nil) async {
        waitForEnd()
        for run in Disposals.Run.underWay(where: { isInside(UncountedReference($0)) }) {
            guard let deadline else {
                await run.wait()
                continue
            }
            _ = await deadline.wait(orElse: {}, { await run.wait() })
        }
    }

    /// Cancels what tasks build for this and what lies in it, and awaits that; but for what the calling code is part of.
    ///
    /// - Parameter deadline: That of a shutdown.
    /// - Returns: The nodes of what is late.
    @discardableResult
    nonisolated(nonsending) func cancelConstructions(
        at location: Location,
        within deadline: Deadline? = nil
    ) async -> [Node] {
        let path = Set(AwaitedFrame.all.map { ObjectIdentifier($0) })
        var flights: [(AwaitedFrame.Flight, Node)] = []
        for node in withAllBelow {
            let frames = node.state.withLock { state in state.cells.builds.compactMap { $0.pointee.frame?.object } }
            let others = frames.filter { !path.contains(ObjectIdentifier($0)) }.compactMap(\.flight)
            if others.isEmpty { continue }
            // Those who wait get an error that names it.
            node.state.withLock { $0.placeOfEnd = $0.placeOfEnd ?? location }
            flights += others.map { ($0, node) }
        }
        for (flight, _) in flights { flight.cancel() }
        var late: [Node] = []
        for (flight, node) in flights {
            guard let deadline else {
                await flight.task?.value
                continue
            }
            if await !deadline.wait(orElse: {}, { await flight.task?.value }) { late.append(node) }
        }
        return late
    }

    /// The node with all that is open in it; of an isolated directory all of its roots.
    var withAllBelow: [Node] {
        var (all, next) = ([Node](), [self])
        if kind == .root, directoryKind == .isolated { next += directory.roots(besides: self) }
        while let node = next.popLast() {
            all.append(node)
            next += node.openChildren
        }
        return all
    }
}
