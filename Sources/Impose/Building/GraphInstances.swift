/// The `.graphInstance` instances that are shared by everything that is built for one outermost injection.
///
/// The calling thread's record holds it from the first such instance until its outermost injection ends. Only that thread
/// touches it, or another one for it when it has ended.
final class GraphInstances {
    struct Key: Hashable {
        private let registration: ObjectIdentifier
        /// Imposers of several directories may hold the same registration.
        private let holder: ObjectIdentifier
        /// What is built for a keeper without a scope must not share what was built in one.
        private let scope: ObjectIdentifier?
        /// Whether it is built for what the scope keeps. That must not share what was built for a caller: handles in it
        /// hold the scope.
        private let isForScope: Bool
        private let arguments: ArgumentsKey?

        /// What the calling code would share.
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
    /// Holds what the keys are the addresses of.
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

    /// Shares an instance for as long as the outermost injection goes on.
    ///
    /// - Parameter objects: What the key is made of, held as long as the instance.
    static func share(
        _ instance: @autoclosure () -> AnyCachedInstance,
        as key: Key,
        holding objects: @autoclosure () -> [AnyObject]
    ) {
        // It was itself the outermost one, and nobody is left to share it.
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

    /// To be called when what was built for a keeper is complete, and those who waited for it go on.
    static func endIfOutermost() {
        let thread = ThreadRecord.current
        if thread.isEmpty(.path), !thread.isEmpty(.graph) { end() }
    }

    /// To be called when an outermost injection ends.
    static func end() {
        if current?.isHeldOpen == false { current = nil }
    }

    /// To be called when a thread has ended before its outermost injection.
    static func release(of thread: ThreadRecord) {
        thread.graph = nil
    }
}

extension ThreadRecord {
    /// What the thread's outermost injection shares.
    fileprivate var graph: GraphInstances? {
        get { self[holding: .graph] }
        nonmutating set { self[holding: .graph] = newValue }
    }
}
