/// An end of instances, until the last one is disposed of: of all that an imposer keeps, which is closed for good, or of
/// some, which a reset or a change lets go of.
///
/// The first kind is found by the nodes that it closes, from its beginning. The second kind, and what goes on in a task,
/// is found by the numbers of the imposers, once it is announced.
final class Disposal: Sendable {
    /// The cause of the end.
    enum Cause: Equatable {
        /// It was asked for, or nothing refers to the imposer any more; or the registrations were changed or reset.
        case call
        /// The block that a scope was opened for has ended.
        case block
        /// The body of an `Imposer.isolated` at a location has ended.
        case body(Location)
        /// The body of a test has ended: the test, and its location.
        case test(String)
        /// A shutdown ends all scopes, and those that are opened after it.
        case shutdown
    }

    /// The numbers by which others find it.
    private struct Announcement {
        /// The numbers of the imposers that let go of something.
        let subjects: [SerialNumber]
        /// Their numbers, and those of all above them.
        let lineage: [SerialNumber]
        /// The position in the order of all announcements of the process.
        let number = Disposal.lastNumber.add(1, ordering: .relaxed)
    }

    private typealias Announced = (disposal: Disposal, announcement: Announcement)

    /// Nil if the imposer went with its last reference, or with the object that it belonged to.
    let location: Location?
    /// Ends when everything has been disposed of, also by disposers that have to be awaited.
    let ending = Ending()
    let cause: Cause
    private let announcement = OnceReference<Boxed<Announcement>>()
    private let task = OnceReference<Boxed<Task<[ImposeError], Never>>>()
    private static let announced = LockedState<[ObjectIdentifier: Announced]>([:])
    private static let count = AtomicField(0)
    private static let lastNumber = AtomicField<SerialNumber>(0)

    init(_ cause: Cause = .call, at location: Location?) {
        (self.cause, self.location) = (cause, location)
    }

    /// Makes the disposal of what a reset or a change lets go of, and announces it.
    convenience init(changing owner: any InstanceOwner) {
        self.init(at: nil)
        announce(owner.members)
    }

    /// The owner of the body that its isolated directory ended with, and its location; nil for other ends.
    var body: String? {
        switch cause {
        case .body(let location): "Imposer.isolated at \(location)"
        case .test(let owner): owner
        case .call, .block, .shutdown: nil
        }
    }

    /// Lets others find it by the numbers of those that let go of something, until it ends.
    func announce(_ nodes: [ImposerNode]) {
        if announcement.isSet { return }
        let new = Announcement(subjects: nodes.map(\.number), lineage: nodes.flatMap(\.numbersUpward))
        _ = announcement.setIfNil(Boxed(new))
        Self.announced.withLock { $0[ObjectIdentifier(self)] = (self, new) }
        Self.count.add(1, ordering: .sequentiallyConsistent)
    }

    /// Ends it: there is nothing left to be disposed of.
    func end() {
        if announcement.isSet, Self.announced.withLock({ $0.removeValue(forKey: ObjectIdentifier(self)) }) != nil {
            Self.count.subtract(1, ordering: .sequentiallyConsistent)
        }
        ending.end()
    }

    // MARK: The work

    /// Starts a task that disposes of what is left.
    ///
    /// The task is not cancelled with the one that has begun the disposal. It runs in the same context, with the same
    /// task-local values.
    ///
    /// - Parameters:
    ///   - rest: The instances; empty afterwards.
    ///   - time: The time for each disposer; nil for as much as it takes.
    /// - Returns: The task, which returns the errors.
    func start(
        _ rest: inout DeferredRelease,
        telling observers: Observers,
        within time: ShutdownTime?
    ) -> Task<[ImposeError], Never> {
        // Handed over to the task, and taken by it when it begins: each instance is held by nobody else.
        let rest = Boxed(LockedState(exchange(&rest, with: DeferredRelease())))
        let task = Task {
            var rest = rest.content.withLock { exchange(&$0, with: DeferredRelease()) }
            var failures: [ImposeError] = []
            await WaitsForCaller.including(self) {
                while rest.releaseWhatIsSynchronous(telling: { observers }, at: location, &failures) != nil {
                    let failure = await rest.awaitNextDisposer(telling: observers, at: location, within: time)
                    if let failure { failures.append(failure) }
                }
            }
            end()
            return failures
        }
        _ = self.task.storeIfNil(Boxed(task))
        return task
    }

    /// Cancels the disposer that it is awaiting, if a task awaits one.
    func cancel() { task.load()?.content.cancel() }

    // MARK: Those who wait

    /// The disposals under way of some nodes and those below, and all that these let go of, except those that wait for
    /// the calling code: an end further up would dispose of what they still use.
    ///
    /// A node that is closed stays below its parent until what it kept is disposed of, or until the disposal is announced.
    /// So a disposal is found from its beginning: nodes are looked at first. For changes, see `Imposer.change`.
    ///
    /// No two wait for each other: an end waits for those that are further down, and of several of the same node only
    /// for those that do not wait for it in turn.
    ///
    /// - Parameters:
    ///   - isEnding: Whether the caller is ending the nodes themselves: what has closed these is left out, and so is all
    ///     that it has closed.
    ///   - own: The caller's own disposal, for which others may be waiting; nil if it has not begun. Others that were
    ///     announced later wait for it.
    static func all(in nodes: [ImposerNode], whileEnding isEnding: Bool, for own: Disposal? = nil) -> [Disposal] {
        for node in nodes { node.forEach { $0.changing {} } }
        // Nearly always there is nothing below, and then nothing need be looked through.
        if isEnding, !nodes.contains(where: \.hasNodesBelow), !isAnyAnnounced { return [] }
        var found: [ObjectIdentifier: Disposal] = [:]
        for node in nodes {
            node.forEach { if let disposal = $0.disposal { found[ObjectIdentifier(disposal)] = disposal } }
        }
        // Last: if it begins meanwhile, it is among those found.
        for node in nodes where isEnding { if let disposal = node.disposal { found[ObjectIdentifier(disposal)] = nil } }
        let (numbers, last) = (Set(nodes.map(\.number)), own?.announcement.load()?.content.number)
        for (disposal, announcement) in allAnnounced where announcement.lineage.contains(where: numbers.contains) {
            if let last, announcement.subjects.contains(where: numbers.contains), announcement.number > last {
                continue
            }
            found[ObjectIdentifier(disposal)] = disposal
        }
        if let own { found[ObjectIdentifier(own)] = nil }
        return found.values.filter { $0.ending.awaited != nil && !WaitsForCaller.contains($0) }
    }

    /// The disposals under way that may have taken what an imposer or scope kept, which has ended now: those of it, and
    /// releases of imposers above it, which also let go of what is kept below them.
    static func all(takingFrom node: ImposerNode) -> [Disposal] {
        for node in node.lineage { node.changing {} }
        let numbers = Set(node.numbersUpward)
        let above = allAnnounced.filter { $0.announcement.subjects.contains(where: numbers.contains) }.map(\.disposal)
        return all(in: [node], whileEnding: false) + above.filter { !WaitsForCaller.contains($0) }
    }

    /// Whether any is announced in the process.
    private static var isAnyAnnounced: Bool { count.load(ordering: .sequentiallyConsistent) > 0 }

    private static var allAnnounced: [Announced] {
        isAnyAnnounced ? announced.withLock { Array($0.values) } : []
    }

    /// The numbers of the imposers that let go of something, and of those above them; none until it is announced.
    var lineage: [SerialNumber] { announcement.load()?.content.lineage ?? [] }
}

/// An owner of instances that may let go of them: an imposer, or a directory with all its imposers.
protocol InstanceOwner: AnyObject, Sendable {
    /// The observers that are told.
    var observers: Observers { get }
    /// The nodes of the imposers.
    var members: [ImposerNode] { get }
}
