/// One call of `shutdown`: of a directory, or of one imposer or scope with all that is below. It is in force until a
/// reset.
///
/// 1. No scope is opened any more but by code that runs in one. The bodies of `withScope` are awaited, for half of the
///    time.
/// 2. What is being disposed of or built there is awaited, within the rest of the time. Then scopes end, and imposers
///    keep nothing more. They have their registrations still.
/// 3. The disposers run, within the rest of the time.
final class Shutdown: Sendable {
    /// What was shut down: the roots of a directory, the one that was asked at the front; or one node.
    private let tops: [Node]
    /// Whether it is of a whole directory: then also of a root that is made later.
    fileprivate let isOfDirectory: Bool
    let location: Location
    /// From the second step on.
    private let isClosed = AtomicField(false)
    /// From a reset on. Set before the reset takes the marks away, and read under the lock of each node that is marked:
    /// so no mark comes after that.
    private let isLifted = AtomicField(false)
    /// Written once, before anybody else finds this.
    private let task = UncheckedField<Task<[ImposeError], Never>?>(nil)

    /// The number of them in force.
    private static let count = AtomicField(0)

    /// Whether any is in force. Relaxed: who has to know of one has taken a lock after it: that of the list that a new
    /// node is in, or of a node that was marked.
    static var anyExist: Bool { count.load(ordering: .relaxed) != 0 }

    /// The one that the calling code is part of: it waits for that code.
    @TaskLocal private static var current: Shutdown?

    private init(of tops: [Node], isOfDirectory: Bool, at location: Location) {
        (self.tops, self.isOfDirectory, self.location) = (tops, isOfDirectory, location)
        _ = Self.count.add(1, ordering: .relaxed)
    }

    deinit { _ = Self.count.subtract(1, ordering: .relaxed) }

    /// Shuts nodes down, or waits for the shutdown that is in force.
    ///
    /// - Parameter tops: The roots of a directory, the one that was asked first; or one node.
    /// - Returns: The errors; none if it waits for the calling code.
    static func run(_ tops: [Node], isOfDirectory: Bool, within time: Duration, at location: Location) async
        -> [ImposeError]
    {
        let new = Shutdown(of: tops, isOfDirectory: isOfDirectory, at: location)
        var smaller: Shutdown?
        let begun = tops[0].state.withLock { $0.begin(new, within: time, inPlaceOf: &smaller) }
        withExtendedLifetime(smaller) {}
        guard let shutdown = begun else {
            await tops[0].awaitEnd()
            return []
        }
        if current === shutdown { return [] }
        return await Bodies.whileWaiting { await shutdown.errors }
    }

    /// Starts the task. Under the lock under which this is found.
    fileprivate func start(within time: Duration) {
        // Not cancelled with the caller.
        task.value = Self.$current.withValue(self) { Task { await run(within: time) } }
    }

    private var errors: [ImposeError] {
        get async { await task.value?.value ?? [] }
    }

    /// Marks a node, and all imposers below it, as shut down by this. If there is a smaller shutdown of them, this one
    /// replaces it, in whatever order the two mark; and the smaller one then waits for this one.
    private func mark(_ node: Node) {
        let old = node.state.withLock { state -> Shutdown? in
            if state.isEnded || isLifted.isSet { return nil }
            if let other = state.shutdown, !includes(other) { return nil }
            return exchange(&state.shutdown, with: self)
        }
        for child in node.openChildren where child.kind == .child { mark(child) }
        withExtendedLifetime(old) {}
    }

    /// Whether all that another one shuts down is part of this.
    private func includes(_ other: Shutdown) -> Bool {
        isOfDirectory || !other.isOfDirectory && other.tops[0].isInside(UncountedReference(tops[0]))
    }

    private func isInForce(in node: Node) -> Bool { node.state.withLock { $0.shutdown === self } }

    /// Makes a node part of the shutdown, if it was opened below one of the nodes that are shut down.
    func enclose(_ node: Node) {
        switch node.kind {
        case .graph: break
        case .root where !isOfDirectory: break
        case .scope:
            // Until the second step, code that runs in a scope may open one.
            if !isClosed.isSet, Context.current.scope != nil { return }
            var disposals = Disposals(of: node, endedAt: location)
            node.end(by: self, &disposals)
            _ = disposals.finish()
        case .root, .child:
            node.state.withLock { state in
                if !state.isEnded, !isLifted.isSet { (state.shutdown, state.isClosed) = (self, isClosed.isSet) }
            }
        }
    }

    /// Lets all be used again, if the node that is reset is one of those that `shutdown` was called for. The reset of a
    /// node further in changes nothing.
    func lift(by node: Node) {
        // Also roots that were made since.
        let all = isOfDirectory ? tops[0].withOtherRoots : tops
        guard all.contains(where: { $0 === node }) else { return }
        isLifted.set()
        all.forEach(unmark)
    }

    private func unmark(_ node: Node) {
        if node.kind == .scope { return }
        let old = node.state.withLock { state -> Shutdown? in
            guard state.shutdown === self else { return nil }
            (state.isClosed, state.isShutDown) = (false, false)
            return state.shutdown.take()
        }
        for child in node.openChildren { unmark(child) }
        withExtendedLifetime(old) {}
    }

    // MARK: The steps

    private func run(within time: Duration) async -> [ImposeError] {
        let deadline = ShutdownDeadline(time)
        tops.forEach(mark)
        var (all, late) = ([ImposeError](), [(step: FailureFacts.LateStep, node: Node)]())
        // One error for each node and step, since the steps that wait are done twice.
        func add(_ step: FailureFacts.LateStep, _ nodes: [Node]) {
            for node in nodes where !late.contains(where: { $0.step == step && $0.node === node }) {
                late.append((step, node))
                all.append(ImposeError(.late(step, node, time), Request(ofImposerAt: location)))
            }
        }
        add(.body, await Bodies.waitForBodies(below: tops, within: time / 2))
        // If not, the shutdown was lifted meanwhile, a larger one includes it, or the node has ended.
        guard isInForce(in: tops[0]) else { return all + (await othersErrors(within: deadline)) }
        add(.disposal, await tops.awaitDisposals(within: deadline))
        add(.build, await tops.cancelBuildTasks(at: location, within: deadline))
        isClosed.set()
        var disposals = Disposals(of: tops[0], endedAt: location, isAwaited: true)
        close(&disposals)
        let run = disposals.run
        let thrown = disposals.finish(within: deadline)
        all += await run?.wait() ?? thrown
        add(.build, await tops.cancelBuildTasks(at: location, within: deadline))
        add(.disposal, await tops.awaitDisposals(besides: run, within: deadline))
        return all + (await othersErrors(within: deadline))
    }

    /// Waits for the end, or the other shutdown, that has taken the nodes over from this one.
    @inline(never)
    private func othersErrors(within deadline: ShutdownDeadline) async -> [ImposeError] {
        for top in tops { await top.awaitEnd(within: deadline) }
        let inForce = tops[0].state.withLock { $0.shutdown }
        return inForce === self ? [] : await inForce?.errors ?? []
    }

    /// Ends what is below, and takes what the imposers keep, the latest first.
    private func close(_ disposals: inout Disposals) {
        for top in tops.reversed() {
            if top.kind == .scope { top.end(by: self, &disposals) } else { closeChildren(of: top, &disposals) }
        }
        // In the order of all roots, since what one keeps may need what another does.
        var (cells, dropped) = (KeptInstances(), [AnyObject]())
        for top in tops where top.kind != .scope { take(top, &cells, &dropped, &disposals) }
        for top in tops { disposals.awaitOthers(below: top) }
        tops[0].dispose(of: &cells, &dropped, &disposals)
        tops[0].retire(dropped)
    }

    private func closeChildren(of node: Node, _ disposals: inout Disposals) {
        // The children are read first: if the shutdown is in force afterwards, none of them was opened after a reset.
        let children = node.openChildren
        guard isInForce(in: node) else { return }
        for child in children {
            if child.kind == .scope {
                child.end(by: self, &disposals)
                continue
            }
            if isInForce(in: child) { closeChildren(of: child, &disposals) }
            var (cells, dropped) = (KeptInstances(), [AnyObject]())
            take(child, &cells, &dropped, &disposals)
            // The last reference to the child may just have gone: then its own end has taken the cells.
            child.waitForEnd()
            disposals.awaitOthers(below: child)
            child.dispose(of: &cells, &dropped, &disposals)
            child.retire(dropped)
        }
    }

    private func take(
        _ node: Node,
        _ cells: inout KeptInstances,
        _ dropped: inout [AnyObject],
        _ disposals: inout Disposals
    ) {
        var own = node.takeAllForgettingAnswers(&dropped, &disposals) { state in
            guard state.shutdown === self, !state.isClosed else { return false }
            (state.isClosed, state.isShutDown) = (true, true)
            return true
        }
        cells.absorb(&own)
    }
}

extension Node.State {
    /// Begins a shutdown, unless there is one that is as large.
    ///
    /// - Parameter old: Gets one whose place it takes, to be released with no lock held.
    /// - Returns: The one that is in force; nil if the node has ended.
    fileprivate mutating func begin(_ new: Shutdown, within time: Duration, inPlaceOf old: inout Shutdown?) -> Shutdown?
    {
        if isEnded { return nil }
        if let shutdown, shutdown.isOfDirectory || !new.isOfDirectory { return shutdown }
        new.start(within: time)
        old = exchange(&shutdown, with: new)
        return new
    }
}

extension Node {
    /// Ends a scope by a shutdown.
    fileprivate func end(by shutdown: Shutdown, _ disposals: inout Disposals) {
        state.withLock { if !$0.isClosed { ($0.isShutDown, $0.shutdown) = (true, nil) } }
        _ = end(at: shutdown.location, &disposals)
    }
}

/// The running bodies of `withScope`: those that a shutdown waits for, and those that wait for one.
enum Bodies {
    /// The scopes of bodies that wait for a shutdown: once for each call that waits.
    static let waiting = Guarded<[Node]>([])
    /// Told when a body ends, or begins to wait for a shutdown.
    static let observers = Guarded<(latest: Int, all: [Int: AsyncStream<Void>.Continuation])>((0, [:]))

    static func signalChange() {
        for observer in observers.withLock({ $0.all }).values { observer.yield() }
    }

    /// Runs code that waits for a shutdown. The bodies that the caller is part of are not waited for meanwhile.
    fileprivate static func whileWaiting<Result>(_ body: () async -> Result) async -> Result {
        let own = ofCaller
        waiting.withLock { $0 += own }
        signalChange()
        let result = await body()
        waiting.withLock { waiting in
            for node in own { if let index = waiting.firstIndex(where: { $0 === node }) { waiting.remove(at: index) } }
        }
        return result
    }

    /// The scopes of bodies that the calling code is part of.
    private static var ofCaller: [Node] { Context.current.scope.map(bodies) ?? [] }

    private static func bodies(from innermost: UncountedReference<Node>) -> [Node] {
        var found: [Node] = []
        for scope in innermost.outwards where scope.with({ $0.hasRunningBody.isSet }) {
            found.append(scope.object)
            if let outer = scope.with({ $0.scopeOfCaller.value }) { found += bodies(from: UncountedReference(outer)) }
        }
        return found
    }

    /// Waits for all bodies below some nodes, but not for bodies that wait for a shutdown themselves.
    ///
    /// - Returns: The scopes of those that are late.
    @inline(never)
    fileprivate static func waitForBodies(below tops: [Node], within time: Duration) async -> [Node] {
        func running() -> [Node] {
            let waiting = waiting.withLock { $0 }
            return tops.withAllBelow.filter { node in
                node.hasRunningBody.isSet && !waiting.contains { $0 === node }
            }
        }
        // Observes changes before the first look, so that it misses none.
        let (changes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let number = observers.withLock { observers in
            observers.latest += 1
            observers.all[observers.latest] = continuation
            return observers.latest
        }
        let timer = Task {
            try? await Task.sleep(for: time)
            continuation.finish()
        }
        var iterator = changes.makeAsyncIterator()
        var left = running()
        while !left.isEmpty, await iterator.next() != nil { left = running() }
        timer.cancel()
        continuation.finish()
        observers.withLock { $0.all[number] = nil }
        return left
    }
}
