extension ImposerNode {
    /// Whether tasks are building something for this imposer or one below it.
    var hasTaskConstructions: Bool {
        // Nearly always there is none in the process, and then nothing need be looked through.
        ConstructionTask.exist && withAllBelow.contains { !$0.taskConstructions.isEmpty }
    }

    /// Cancels the constructions of tasks for this imposer and for the scopes and imposers below it, and awaits them,
    /// except the ones that the calling code is part of, which would wait for itself.
    nonisolated(nonsending) func endConstructions() async {
        // Nearly always there is none in the process, and then nothing need be looked through.
        guard ConstructionTask.exist else { return }
        let own = AsynchronousPath.innermost
        let constructions = withAllBelow.flatMap(\.taskConstructions)
        for construction in constructions where own?.isBuilding(construction) != true {
            var handle = WaitGraph.end(construction)
            // For a moment after it was claimed, it has no task yet.
            while handle == nil, !construction.isDone {
                await Task.yield()
                handle = WaitGraph.end(construction)
            }
            await handle?.value
        }
    }
}

extension WaitGraph {
    /// Cancels a construction for good.
    ///
    /// - Returns: Its task.
    fileprivate static func end(_ construction: Construction) -> Task<Void, Never>? {
        let handle = lock.withLock { _ -> Task<Void, Never>? in
            guard let task = construction.task else { return nil }
            if !construction.isDone {
                task.isCancelled = true
                task.isEnding = true
            }
            return task.handle
        }
        handle?.cancel()
        return handle
    }

    /// Whether it was cancelled for good.
    static func isEnding(_ construction: Construction) -> Bool {
        lock.withLock { _ in construction.task?.isEnding ?? false }
    }
}
