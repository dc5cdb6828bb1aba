// The end of a node: of a scope, of a child, or of the directory of a private imposer.

extension Node {
    /// Ends the node: first its children, the latest first, then its instances in the reverse order of their creation. If
    /// somebody else does so, this waits for the end.
    ///
    /// - Parameter location: Where it was asked for; nil if nothing holds the node any more.
    /// - Returns: Whether this was what ended it, and the first error that a disposer threw.
    @discardableResult
    func end(at location: Location?) -> (isFirst: Bool, error: ImposeError?) {
        if kind == .root { return directory.end(self, at: location) }
        var (latch, cells) = (Latch(thread: .current), Cells())
        return end(&latch, &cells, at: location)
    }

    private func end(_ latch: UnsafeMutablePointer<Latch>, _ cells: inout Cells, at location: Location?) -> (
        isFirst: Bool, error: ImposeError?
    ) {
        switch beginEnd(latch, &cells, at: location) {
        case .over: return (false, nil)
        case .underWay:
            waitForEnd()
            return (false, nil)
        case .begun:
            let error = endChildren(at: location)
            return (true, endAlone(latch, &cells) ?? error)
        }
    }

    /// The rest of it. Not inlined: scopes lie deep in one another, and each has the frames of those above.
    @inline(never)
    private func endAlone(_ latch: UnsafeMutablePointer<Latch>, _ cells: inout Cells) -> ImposeError? {
        var dropped: [AnyObject] = []
        if kind != .scope { directory.forgetAnswers(of: self, &dropped) }
        let error = dispose(of: &cells, &dropped)
        dropRegistrations(&dropped)
        finishEnd(latch)
        retire(dropped)
        return error
    }

    enum End {
        case begun
        /// Somebody else has begun it.
        case underWay
        case over
    }

    /// Marks the node as ended, and takes the cells: whoever comes later finds none, and whoever builds an instance
    /// finds the node ended, and disposes of it himself.
    ///
    /// - Parameter latch: What others wait for, if anybody can want to end the node.
    func beginEnd(_ latch: UnsafeMutablePointer<Latch>?, _ cells: inout Cells, at location: Location?) -> End {
        var variants = Variants()
        let end = state.withLock { state -> End in
            if state.isEnded { return state.end == nil ? .over : .underWay }
            (state.isEnded, state.end, state.placeOfEnd) = (true, latch, location)
            cells.absorb(&state.cells)
            if !state.variants.isEmpty { swap(&variants, &state.variants) }
            return .begun
        }
        // The user's arguments go here, with no lock held.
        withExtendedLifetime(variants) {}
        return end
    }

    /// Waits until the node has ended, unless that waits for the caller: who ends a node while it ends is inside.
    func waitForEnd() {
        var waiter = Waiter(thread: .current)
        waitForEnd(&waiter)
    }

    private func waitForEnd(_ waiter: UnsafeMutablePointer<Waiter>) {
        let isWaiting = state.withLock { state in
            guard let latch = state.end else { return false }
            return WaitGraph.begin(waiter, for: latch) == nil
        }
        if isWaiting { _ = WaitGraph.park(waiter) }
    }

    /// - Returns: The first error that a disposer threw.
    @discardableResult
    func endChildren(at location: Location?) -> ImposeError? {
        var first: ImposeError?
        for child in takeChildren() {
            let error = child.end(at: location).error
            first = first ?? error
        }
        return first
    }

    /// Lets go of registrations, whose code may hold what holds the node, and of what was given. The node has ended, so
    /// nothing is added.
    func dropRegistrations(_ dropped: inout [AnyObject]) {
        if kind == .scope {
            // Written under the lock, after which the mark of the end was set.
            if !hasOwn.load(ordering: .relaxed) { return }
            for index in 0..<state.withLock({ $0.own.entries.count }) {
                // A value goes here, with no lock held.
                let content = state.withLock { $0.own.drop(at: index) }
                if case .registered(let registration) = content { dropped.append(registration) }
            }
            return
        }
        let (own, registry) = state.withLock { state in
            let own = exchange(&state.own, with: OwnRegistrations())
            // A copied registry goes with the root.
            return (own, state.isCopy ? Registry() : exchange(&state.registry, with: Registry()))
        }
        for entry in own.entries {
            if case .registered(let registration) = entry.content { dropped.append(registration) }
        }
        for registration in registry.all { dropped.append(registration) }
    }

    /// Leaves the parent's list, and lets those go on who wait for the end.
    func finishEnd(_ latch: UnsafeMutablePointer<Latch>) {
        if parent != nil { unlinkFromParent() }
        // Only read: until they are woken, others may follow the waits to here.
        let waiters = state.withLock { state in
            state.end = nil
            return latch.pointee.waiters
        }
        if waiters != nil { WaitGraph.wake(waiters) }
    }

    /// Disposes of instances that nobody finds any more.
    ///
    /// - Parameter dropped: Gets what is copied without a lock, to be retired.
    /// - Returns: The first error that a disposer threw.
    @inline(__always)
    func dispose(of cells: inout Cells, _ dropped: inout [AnyObject]) -> ImposeError? {
        var disposals = Disposals(of: self)
        cells.takeAll { object, hooks in
            if let hooks { disposals.dispose(of: object, hooks) }
            if kind != .scope { dropped.append(object) }
        }
        return disposals.finish()
    }

    /// Disposes of one instance that nobody finds any more.
    @discardableResult
    func dispose(of kept: KeptInstance) -> ImposeError? {
        guard let hooks = kept.hooks else { return nil }
        var disposals = Disposals(of: self)
        disposals.dispose(of: kept.object, hooks)
        return disposals.finish()
    }
}
