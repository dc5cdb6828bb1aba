/// The `.graphInstance` instances that are shared by everything that is built for one outermost injection.
///
/// It is found at the root: in the record of the thread that builds, or on the path of the tasks that do.
final class InjectionGraph: Sendable {
    private struct Key: Hashable {
        let registration: ObjectIdentifier
        /// Imposers of several directories may hold the same registration.
        let holder: ObjectIdentifier
        /// Instances for a keeper without a scope must not share instances that were built in one.
        let scope: ObjectIdentifier?
        /// Whether it is built for an instance that the scope keeps. Such an instance must not share one that was built
        /// for a caller: handles in that one hold the scope.
        let isForScope: Bool
    }

    /// The keepers, each with the objects whose addresses are in its key.
    private let entries = LockedState<[Key: (keeper: InstanceKeeper, objects: [any Sendable])]>([:])
    /// Whether a thread's outermost injection builds several instances one after the other.
    private let isHeldOpen: Bool

    init(isHeldOpen: Bool = false) {
        self.isHeldOpen = isHeldOpen
    }

    /// The graph of the injection that the calling code is a part of, begun if there is none yet; nil if there is no such
    /// injection, so that nobody would be left to share an instance.
    static var current: InjectionGraph? {
        let thread = ThreadRecord.current
        if let graph = AsynchronousPath.innermost?.graph ?? thread.graph { return graph }
        if thread.isEmpty(.path) { return nil }
        let graph = InjectionGraph()
        begin(graph, on: thread)
        return graph
    }

    /// Whether the calling code is a part of an injection.
    static var isShared: Bool {
        let thread = ThreadRecord.current
        return !thread.isEmpty(.graph) || !thread.isEmpty(.path) || AsynchronousPath.innermost != nil
    }

    private static func begin(_ graph: InjectionGraph, on thread: ThreadRecord) {
        EndOfThread.prepare(thread)
        thread.graph = graph
    }

    /// Returns the keeper of a registration's instances for this injection.
    ///
    /// - Parameters:
    ///   - registration: A registration with the lifetime `.graphInstance`.
    ///   - holder: The imposer that holds it.
    ///   - scope: The scope that its instances are made in.
    func keeper(
        of registration: RegistrationRecord,
        heldBy holder: any AnyObject & Sendable,
        in scope: (any AnyObject & Sendable)?
    ) -> InstanceKeeper {
        let key = Key(
            registration: ObjectIdentifier(registration),
            holder: ObjectIdentifier(holder),
            scope: scope.map { ObjectIdentifier($0) },
            isForScope: scope != nil && ResolutionPath.isBuildingHeldInstance
        )
        return entries.withLock { entries in
            if let entry = entries[key] { return entry.keeper }
            // Not below the node of an imposer: instances for one injection stay shared, whatever is reset meanwhile.
            let keeper = InstanceKeeper()
            entries[key] = (keeper, [registration, holder] + (scope.map { [$0] } ?? []))
            return keeper
        }
    }

    /// Lets go of the instances. Call it when the outermost injection ends.
    func end() {
        let entries = entries.withLock { exchange(&$0, with: [:]) }
        // Released here, with the lock open.
        withExtendedLifetime(entries) {}
    }

    /// Runs `body` as one injection of the calling thread, although it builds several instances one after the other.
    static func sharing<Result>(_ body: () throws(ImposeError) -> Result) throws(ImposeError) -> Result {
        let thread = ThreadRecord.current
        guard thread.isEmpty(.path), thread.isEmpty(.graph) else { return try body() }
        begin(InjectionGraph(isHeldOpen: true), on: thread)
        defer { thread.graph = nil }
        return try body()
    }

    /// Ends the sharing on the calling thread if nothing is being built. Call it when an outermost injection ends; if
    /// its instance is for a keeper, when that is complete and its waiters run.
    static func endIfOutermost() {
        let thread = ThreadRecord.current
        if thread.isEmpty(.path), thread.graph?.isHeldOpen == false { thread.graph = nil }
    }
}

extension ThreadRecord {
    /// The instances that the thread's outermost injection shares.
    var graph: InjectionGraph? {
        get { self[holding: .graph] }
        nonmutating set { self[holding: .graph] = newValue }
    }
}
