// The end of a node: of a scope, of a child, or of the directory of a private imposer.

extension Node {
    /// Ends the node: first its children, the latest first, then its instances in the reverse order of their creation.
    /// If another thread is ending the node, this blocks until that thread has done so, but for disposers that are
    /// awaited.
    ///
    /// - Parameters:
    ///   - location: Where it was asked for; nil if nothing holds the node any more.
    ///   - disposals: Gets the disposers.
    /// - Returns: Whether this was what ended it.
    func end(at location: Location?, _ disposals: inout Disposals) -> Bool {
        if kind == .root { return directory.end(self, at: location, &disposals) }
        var cells = KeptInstances()
        switch beginEnd(&cells, at: location) {
        case .over: return false
        case .underWay:
            waitForEnd()
            return false
        case .begun:
            endChildren(at: location, &disposals)
            endAlone(&cells, &disposals)
            return true
        }
    }

    /// The same, with disposers that nobody awaits.
    ///
    /// - Returns: Also the first error that a disposer threw.
    @discardableResult
    func end(at location: Location?) -> (isFirst: Bool, error: ImposeError?) {
        var disposals = Disposals(of: self, endedAt: location)
        let isFirst = end(at: location, &disposals)
        return (isFirst, disposals.finish().first)
    }

    /// Ends the node when its children have ended.
    private func endAlone(_ cells: inout KeptInstances, _ disposals: inout Disposals) {
        var dropped: [AnyObject] = []
        disposals.awaitOthers(below: self)
        dispose(of: &cells, &dropped, &disposals)
        dropRegistrations(&dropped)
        finishEnd()
        retire(dropped)
    }

    enum End {
        case begun
        /// Somebody else has begun it.
        case underWay
        case over
    }

    /// Marks the node as ended, and takes the cells and the answers: whoever comes later finds none, and whoever builds
    /// an instance finds the node ended, and disposes of it himself.
    ///
    /// The thread that begins the end has to call `finishEnd`.
    func beginEnd(_ cells: inout KeptInstances, at location: Location?) -> End {
        let thread = ThreadRecord.current
        var shutdown: Shutdown?
        var answers: [AnyObject] = []
        let end = changeForgettingAnswers(&answers) { state -> End in
            if state.isEnded { return state.isEnding ? .underWay : .over }
            shutdown = state.shutdown.take()
            (state.isClosed, state.isEnding, state.endLocation) = (true, true, location)
            latchOfEnd.value = Latch(thread: thread)
            cells.absorb(&state.cells)
            return .begun
        }
        // The nodes that a shutdown holds go here, with no lock held.
        withExtendedLifetime(shutdown) {}
        retire(answers)
        if end == .begun { (outerEnding.value, thread.ending) = (thread.ending, self) }
        return end
    }

    /// Waits until the node has ended. Returns at once if the end waits for the caller, as when a disposer ends the
    /// node that is ending.
    func waitForEnd() {
        var waiter = Waiter(thread: .current)
        ValueReference.with(&waiter) { waitForEnd($0) }
    }

    private func waitForEnd(_ waiter: ValueReference<Waiter>) {
        let isWaiting = state.withLock { state in
            state.isEnding && WaitGraph.enlist(waiter, for: latchOfEnd.reference) == nil
        }
        if isWaiting { _ = WaitGraph.park(waiter) }
    }

    /// A node whose children are being ended.
    private final class Ending {
        let node: Node
        var cells = KeptInstances()
        /// Those that are left, the next one last.
        var children: [Node] = []

        init(_ node: Node) { self.node = node }
    }

    /// Ends all that is open below, the latest child first, each after its own children. Not by recursion: scopes may
    /// lie in one another deeper than the stack is.
    func endChildren(at location: Location?, _ disposals: inout Disposals) {
        let children = takeChildren()
        if children.isEmpty { return }
        let top = Ending(self)
        top.children = children.reversed()
        var path = [top]
        while let current = path.last {
            guard let child = current.children.popLast() else {
                path.removeLast()
                if current === top { break }
                current.node.endAlone(&current.cells, &disposals)
                continue
            }
            let inner = Ending(child)
            switch child.beginEnd(&inner.cells, at: location) {
            case .over: break
            case .underWay: child.waitForEnd()
            case .begun:
                inner.children = child.takeChildren().reversed()
                path.append(inner)
            }
        }
    }

    /// Lets go of registrations, whose code may hold what holds the node, and of what was given. The node has ended, so
    /// nothing is added but what hides a key.
    func dropRegistrations(_ dropped: inout [AnyObject]) {
        if kind == .scope {
            // Relaxed: for all that is to go here it was written under the lock, and the end of the node was marked
            // under that lock later.
            let hasOverlay = hasOverlay.load(ordering: .relaxed)
            if isNoted.isSet || hasOverlay && Inspector.isObserving { Inspector.note(.ended(NodeFacts(self))) }
            if !hasOverlay { return }
            for index in (0..<state.withLock({ $0.overlay.entries.count })).reversed() {
                // A value goes here, with no lock held.
                let entry = state.withLock { $0.overlay.drop(at: index) }
                if case .registered(let registration) = entry.content { dropped.append(registration) }
            }
            return
        }
        let (overlay, registry, isCopy) = state.withLock { state in
            (state.overlay.removeAll(), state.registry.removeAll(), state.isCopy)
        }
        for registration in overlay.registrations { dropped.append(registration) }
        Inspector.note(.ended(NodeFacts(self)))
        // A copy releases only its reference to the shared table, however large that is.
        if isCopy { return dropped.append(Boxed(registry)) }
        for registration in registry.all { dropped.append(registration) }
    }

    /// Leaves the parent's list, and lets those go on who wait for the end.
    ///
    /// Invariant: of the ends that its thread is in the middle of, this one began last.
    func finishEnd() {
        if parent != nil, !hasRunningBody.isSet { unlinkFromParent() }
        // The latch stays as it is, with its thread: until the waiters are woken, a search for a cycle may follow their
        // waits to it.
        let (waiters, variants) = state.withLock { state in
            state.isEnding = false
            return (latchOfEnd.value.waiters, exchange(&state.variants, with: Variants()))
        }
        latchOfEnd.value.thread.ending = outerEnding.value
        // This may be an outer node that a disposer of an inner one has ended. Then `outerEnding` is that inner node,
        // which holds this as its parent: a cycle, unless it is broken here.
        outerEnding.value = nil
        // With the user's arguments: they go after the disposers of what was made for them.
        withExtendedLifetime(variants) {}
        if waiters != nil { WaitGraph.wake(waiters) }
    }

    /// Disposes of instances that nobody finds any more.
    ///
    /// - Parameter dropped: Gets what is copied without a lock, to be retired.
    @inline(__always)
    func dispose(of cells: inout KeptInstances, _ dropped: inout [AnyObject], _ disposals: inout Disposals) {
        cells.takeAll { object, hooks, number in
            if let hooks { disposals.dispose(of: object, hooks, keptBy: self) }
            if Inspector.isObserving { noteDisposed(number, disposals) }
            if kind != .scope { dropped.append(object) }
        }
    }

    /// Tells the inspector that an instance was let go of. The registration is one of this node, or of a node above it.
    @inline(never)
    private func noteDisposed(_ number: Int, _ disposals: Disposals) {
        heldRegistration { $0.registrations.first { $0.number == number } }.map { disposals.note(.disposed($0)) }
    }

    /// Disposes of one instance that nobody finds any more.
    func dispose(of kept: KeptInstance) {
        if kept.hooks == nil { return }
        var disposals = Disposals(of: self, endedAt: state.withLock { $0.endOrShutdownLocation })
        disposals.dispose(of: kept, keptBy: self)
        _ = disposals.finish()
    }
}
