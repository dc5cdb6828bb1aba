// Ends that are awaited.
//
// 1. What is being disposed of below is awaited, while everything is there that it may use; then what tasks build,
//    which is cancelled.
// 2. All is taken out of reach, and the disposers run, as in an end that nobody awaits.
// 3. What is left to a task is awaited; and what others have begun to build or to dispose of since the first step.

extension Node {
    /// Ends the node, or resets it if it stays in use.
    ///
    /// - Returns: Whether this was what ended it, and the errors that disposers threw.
    nonisolated(nonsending) func endAwaited(at location: Location) async -> (isFirst: Bool, errors: [ImposeError]) {
        let isReset = kind == .root && directoryKind != .privateImposer
        return await [self].tearDownAwaiting(at: location, isReset: isReset) { node, disposals in
            if !isReset { return node.end(at: location, &disposals) }
            node.reset(&disposals)
            return true
        }
    }

    /// Ends the directory of this, which is its primary imposer.
    nonisolated(nonsending) func endDirectoryAwaited(at location: Location) async {
        _ = await withOtherRoots.tearDownAwaiting(at: location) { $0.end(at: location, &$1) }
    }

    /// Awaits the end of this node, which somebody else has begun.
    ///
    /// - Parameter deadline: That of a shutdown.
    nonisolated(nonsending) func awaitEnd(within deadline: ShutdownDeadline? = nil) async {
        waitForEnd()
        for run in Disposals.Run.underWay(where: { isInside(UncountedReference($0.node)) }) {
            await ShutdownDeadline.wait(deadline) { await run.wait() }
        }
    }
}

/// Nodes that end together. The first one is the node that was asked to end.
extension [Node] {
    /// Does the three steps above.
    ///
    /// - Parameters:
    ///   - isReset: Whether the nodes stay in use.
    ///   - take: Does the second step for the node that was asked, and returns whether this ended it.
    nonisolated(nonsending) fileprivate func tearDownAwaiting(
        at location: Location,
        isReset: Bool = false,
        _ take: (Node, inout Disposals) -> Bool
    ) async -> (isFirst: Bool, errors: [ImposeError]) {
        await awaitDisposals()
        await cancelBuildTasks(at: isReset ? nil : location)
        var disposals = Disposals(of: self[0], endedAt: isReset ? nil : location, isAwaited: true)
        let isFirst = take(self[0], &disposals)
        let run = disposals.run
        var errors = disposals.finish()
        if let run { errors = await run.wait() }
        // What was begun since. After an end nothing more is begun; after a reset it may be.
        if !isReset { await cancelBuildTasks(at: location) }
        await awaitDisposals(besides: run)
        return (isFirst, errors)
    }

    /// Awaits what is being disposed of in these and in what lies in them.
    ///
    /// - Parameter deadline: That of a shutdown. What is late is cancelled.
    /// - Returns: The nodes of what is late.
    @discardableResult
    nonisolated(nonsending) func awaitDisposals(
        besides own: Disposals.Run? = nil,
        within deadline: ShutdownDeadline? = nil
    ) async -> [Node] {
        let below = Disposals.Run.underWay { run in
            run !== own && contains { run.node.isInside(UncountedReference($0)) }
        }
        var late: [Node] = []
        for run in below where await !ShutdownDeadline.wait(deadline, orElse: run.cancel, { await run.wait() }) {
            late.append(run.node)
        }
        return late
    }

    /// Cancels what tasks build for these nodes and for what lies in them, and awaits those tasks. It leaves out the
    /// builds that the calling code is part of.
    ///
    /// - Parameters:
    ///   - location: Where they are ended; nil of a reset, which leaves alone what lies in them.
    ///   - deadline: That of a shutdown.
    /// - Returns: The nodes of what is late.
    @discardableResult
    nonisolated(nonsending) func cancelBuildTasks(
        at location: Location?,
        within deadline: ShutdownDeadline? = nil
    ) async -> [Node] {
        let path = [AsyncFrame](AsyncFrame.currentFrames)
        let builds = AsyncFrame.underWay { frame, keeper in
            if path.contains(where: { $0 === frame }) { return false }
            return contains { location == nil ? keeper === $0 : keeper.isInside(UncountedReference($0)) }
        }
        for (_, buildTask, keeper) in builds {
            // Those who wait for the build get an error that names this location.
            if let location { keeper.state.withLock { if !$0.isEnded { $0.endLocation = location } } }
            buildTask.cancel()
        }
        var late: [Node] = []
        for (frame, buildTask, keeper) in builds {
            // It does not wait for a build that waits for the calling code, as when two providers of one scope end it.
            guard WaitGraph.addWait(of: path, for: frame) else { continue }
            if await !ShutdownDeadline.wait(deadline, { await buildTask.task?.value }) { late.append(keeper) }
            WaitGraph.removeWait(of: path, for: frame)
        }
        return late
    }

    /// These with all that is open in them.
    var withAllBelow: [Node] {
        var (all, next) = ([Node](), self)
        while let node = next.popLast() {
            all.append(node)
            next += node.openChildren
        }
        return all
    }
}
