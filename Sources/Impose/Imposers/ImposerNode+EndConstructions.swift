// The wait for instances that tasks are building, before what keeps them ends.

extension ImposerNode {
    /// Whether tasks are building something for this imposer or one below it.
    var hasTaskConstructions: Bool {
        // Nearly always there is none in the process, and then nothing need be looked through.
        ConstructionTask.exist && withAllBelow.contains { !$0.taskConstructions.isEmpty }
    }

    /// Cancels the constructions of tasks for this imposer and for the scopes and imposers below it, and awaits them,
    /// except the ones that the calling code is part of, which would wait for itself. Nearly always there are none to
    /// await: ask `hasTaskConstructions` first.
    @inline(never)
    nonisolated(nonsending) func endConstructions() async {
        let own = ResolutionPath.constructions
        let constructions = withAllBelow.flatMap(\.taskConstructions)
        for construction in constructions where !own.contains(where: { $0 === construction }) {
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
