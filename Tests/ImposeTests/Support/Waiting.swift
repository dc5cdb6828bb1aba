// Looks into nodes for who waits, so that tests need no time in which something may happen.

@testable import Impose

extension Imposer {
    /// Returns how many threads and tasks wait for the instances that are being built of a type, and that this keeps:
    /// for whatever arguments.
    ///
    /// The task that has begun to build awaits it, too; a thread that builds does not.
    ///
    /// - Parameter holder: The imposer that has the registration; nil if it is this one.
    func waiters<T>(for type: T.Type, imposedOn holder: Imposer? = nil) -> Int {
        let key = RegistrationKey(type: type, name: nil)
        guard let registration = (holder ?? self).node.state.withLock({ $0.registration(for: key)?.number }) else {
            return 0
        }
        // A copy, to be taken apart and released with no lock held.
        var variants = node.state.withLock { $0.variants }
        let numbers = [registration] + variants.take(of: registration).map(\.number)
        return node.state.withLock { state in
            var count = 0
            for build in numbers.compactMap({ state.cells.build($0) }) {
                var waiter = build.pointee.latch.waiters
                while let next = waiter { (count, waiter) = (count + 1, next.pointee.next) }
            }
            return count
        }
    }

    /// Whether an instance is being built here, of a registration of this imposer.
    func isBuilding<T>(_ type: T.Type) -> Bool {
        node.state.withLock { state in
            state.registration(for: RegistrationKey(type: type, name: nil)).flatMap { state.cells.build($0.number) }
                != nil
        }
    }

    /// Whether a thread or a task waits for the end of this.
    var endIsAwaited: Bool { node.endIsAwaited }

    /// How many tasks wait for disposers that run for this, or for what is or was open in it.
    ///
    /// An awaited end first waits for those that others have begun, one after the other; then for its own, if any of
    /// them is asynchronous.
    var disposalWaiters: Int {
        let runs = Disposals.Run.all.withLock { $0 }.filter { $0.node.isInside(UncountedReference(node)) }
        return runs.map { run in run.state.withLock { $0.waiters.count } }.reduce(0, +)
    }

    /// How many bodies of `withScope` in this wait for a shutdown.
    var bodiesThatWait: Int {
        Bodies.waiting.withLock { $0 }.count { $0.isInside(UncountedReference(node)) }
    }
}

extension Node {
    var endIsAwaited: Bool { state.withLock { $0.isEnding && latchOfEnd.value.waiters != nil } }
}

extension Bodies {
    /// The number of the shutdown that was the last one to look for bodies.
    static var latestShutdown: Int { observers.withLock { Int($0.latest) } }

    /// Whether a shutdown that came later than one waits for bodies.
    ///
    /// It says nothing of whose they are. Where other tests shut down at the same time this may be true too early, and
    /// a test that waits for it sees less.
    static func areAwaited(after shutdown: Int) -> Bool {
        observers.withLock { observers in observers.all.keys.contains { $0 > shutdown } }
    }
}
