/// Code that waits for a shutdown. No shutdown waits for the bodies that wait for this code: that would take until the
/// time is over.
///
/// It need not be the shutdown that it waits for: two that wait for each other's callers would both be late.
final class ShutdownCaller: Sendable {
    private struct State {
        var callers: [ShutdownCaller] = []
        /// The next change.
        var change = Completion()
    }

    /// The numbers of the scopes whose bodies the code is part of, or which wait for it to be disposed of.
    private let scopes: Set<SerialNumber>
    /// The constructions that the code is part of.
    private let constructions: [Construction]
    private static let state = LockedState(State())

    private init() {
        scopes = Set(WaitsForCaller.numbers + WaitsForCaller.disposals.flatMap(\.lineage))
        constructions = ResolutionPath.constructions
    }

    /// Runs code that waits for a shutdown.
    static func whileWaiting<Result: Sendable>(_ body: () async -> Result) async -> Result {
        let caller = ShutdownCaller()
        state.withLock { $0.callers.append(caller) }
        noteChange()
        defer { state.withLock { $0.callers.removeAll { $0 === caller } } }
        return await body()
    }

    /// Whether the body of a scope waits, as far as is known, for code that waits for a shutdown.
    static func isAwaited(by scope: ImposerNode) -> Bool {
        // One by one: storage that is handed out as a whole would be changed in place again, see `Registry`.
        let callers = state.withLock { $0.callers.map { $0 } }
        return callers.contains { caller in
            caller.scopes.contains(scope.number)
                || WaitGraph.isWaiting(scope.number, for: caller.constructions)
        }
    }

    /// The completion of the next change: a body that ends, or that begins to wait for code that may wait for a
    /// shutdown. Code that looks what there is to wait for gets it first, and so misses no change.
    static var nextChange: Completion { state.withLock { $0.change } }

    /// Lets shutdowns look again whether there is still something to wait for.
    static func noteChange() {
        guard Shutdown.exist else { return }
        state.withLock { exchange(&$0.change, with: Completion()) }.complete()
    }
}
