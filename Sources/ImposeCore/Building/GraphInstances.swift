/// The `.graphInstance` instances that are shared by everything that is built for one outermost injection.
///
/// The calling thread's record holds it from the first such instance until its outermost injection ends. Only that
/// thread touches it, or another one on its behalf when it has ended.
final class GraphInstances {
    struct Key: Hashable {
        private let registration: ObjectIdentifier
        /// Imposers of several directories may hold the same registration.
        private let holder: ObjectIdentifier
        /// Instances for a keeper without a scope must not share instances that were built in one.
        private let scope: ObjectIdentifier?
        /// Whether it is built for an instance that the scope keeps. Such an instance must not share one that was built
        /// for a caller: handles in that one hold the scope.
        private let isForScope: Bool
        private let arguments: ArgumentsKey?

        /// Makes the key under which the calling code would share an instance.
        init(
            of registration: RegistrationRecord,
            heldBy holder: AnyObject,
            _ arguments: ArgumentsKey?,
            in scope: AnyObject?
        ) {
            self.registration = ObjectIdentifier(registration)
            self.holder = ObjectIdentifier(holder)
            self.scope = scope.map { ObjectIdentifier($0) }
            isForScope = scope != nil && ResolutionPath.isBuildingHeldInstance
            self.arguments = arguments
        }
    }

    private var instances: [Key: AnyCachedInstance] = [:]
    /// Holds the objects whose addresses are in the keys.
    private var holding: [AnyObject] = []
    /// Whether the outermost injection builds several instances one after the other.
    private var isHeldOpen = false

    private static var current: GraphInstances? {
        get { ThreadRecord.current.graph }
        set {
            let thread = ThreadRecord.current
            EndOfThread.prepare(thread)
            thread.graph = newValue
        }
    }

    /// The instance that is shared by the outermost injection under way, if there is one.
    static func existing(_ key: Key) -> AnyCachedInstance? { current?.instances[key] }

    /// Shares an instance for as long as the outermost injection lasts.
    ///
    /// - Parameter objects: The objects that the key is made of, held as long as the instance.
    static func share(
        _ instance: @autoclosure () -> AnyCachedInstance,
        as key: Key,
        holding objects: @autoclosure () -> [AnyObject]
    ) {
        // This was itself the outermost injection, and nobody is left to share the instance.
        guard ResolutionPath.isBuilding || current?.isHeldOpen == true else { return }
        let graph = current ?? GraphInstances()
        if current == nil { current = graph }
        graph.instances[key] = instance()
        graph.holding += objects()
    }

    /// Runs `body` as one injection, although it builds several instances one after the other.
    static func sharing<Result>(_ body: () throws(ImposeError) -> Result) throws(ImposeError) -> Result {
        guard !ResolutionPath.isBuilding, current == nil else { return try body() }
        let graph = GraphInstances()
        graph.isHeldOpen = true
        current = graph
        defer { current = nil }
        return try body()
    }

    /// Ends the sharing if nothing is being built. Call it when an instance for a keeper is complete and its waiters
    /// run.
    static func endIfOutermost() {
        let thread = ThreadRecord.current
        if thread.isEmpty(.path), !thread.isEmpty(.graph) { end() }
    }

    /// Ends the sharing. Call it when an outermost injection ends.
    static func end() {
        if current?.isHeldOpen == false { current = nil }
    }
}

extension ThreadRecord {
    /// The instances that the thread's outermost injection shares.
    var graph: GraphInstances? {
        get { self[holding: .graph] }
        nonmutating set { self[holding: .graph] = newValue }
    }
}
