/// The imposers that are found by an `ImposerType`.
package final class Directory: InstanceOwner, Sendable {
    /// The directory that the process starts with.
    static let process = Directory()

    /// A directory in place of isolated ones that are gone, for code that has kept no more than an imposer of theirs.
    static let gone: Directory = {
        let directory = Directory()
        directory.end(Disposal(at: nil))
        return directory
    }()

    /// The directory of the calling code.
    static var current: Directory {
        @inline(never) get { Context.current?.directory ?? process }
    }

    private struct State {
        /// Those that have been used, see `SearchOrder.position`. In a box, which is handed out and replaced, since an
        /// array would be changed in place, see `Registry`.
        var inOrder = Boxed<[Imposer]>([])
        /// The custom ones alone: the others come first anyway, and the first use of a dictionary takes a search through
        /// all conformances of the process.
        private var customs: [ImposerType: Imposer] = [:]
        var ownerPolicy: Imposer.OwnerPolicy?
        weak var lease: DirectoryLease?
        /// The end of the directory, if it has ended.
        var disposal: Disposal?
        /// Open scopes of imposers that are in no directory.
        var guests: [SerialNumber: ImposerNode] = [:]

        /// Adds an imposer, which has a type.
        mutating func add(_ imposer: Imposer) {
            guard let type = imposer.node.type else { return }
            var imposers = inOrder.content
            imposers.insert(imposer, at: SearchOrder.position(of: type, among: imposers))
            inOrder = Boxed(imposers)
            if case .custom = type { customs[type] = imposer }
        }

        /// The imposer of a type, if it has been used.
        func imposer(for type: ImposerType) -> Imposer? {
            if case .custom = type { return customs[type] }
            return inOrder.content.first { $0.node.type == type }
        }
    }

    /// The position in the order of all directories of the process.
    let number = lastNumber.add(1, ordering: .relaxed)
    /// The numbers of the directory that it is a copy of, of that one's original, and so on.
    let origins: [SerialNumber]
    private let state = LockedState(State())
    /// The primary imposer once it has been used, for code that needs nothing else. It is kept as long as the directory:
    /// code that holds that needs no reference to it.
    let primary = OnceReference<Imposer>()
    private let leaseHasEnded = AtomicField(false)
    let observers = Observers()
    /// The scopes of its contexts, if it ends with its body.
    let heldScopes: HeldScopes?
    /// Whether it ends with the body that it was made for, even if it is still held.
    var endsWithBody: Bool { heldScopes != nil }
    /// The closure that is told of errors that are about to stop the program.
    let trapHandler: TrapHandler?
    private static let lastNumber = AtomicField<SerialNumber>(0)

    /// Makes a copy with the same registrations, and no instances. The copy of a directory that has ended has ended.
    ///
    /// - Parameters:
    ///   - original: The directory to copy; nil to begin without any imposer.
    ///   - remembersAnswers: Whether requests to the copy that were answered are remembered.
    init(
        copying original: Directory? = nil,
        remembersAnswers: Bool = true,
        endsWithBody: Bool = false,
        trapHandler: TrapHandler? = nil
    ) {
        heldScopes = endsWithBody ? HeldScopes() : nil
        self.trapHandler = trapHandler
        origins = original.map { $0.origins + [$0.number] } ?? []
        guard let original else { return }
        // First: a change to a registration from here on reaches this copy of it.
        DirectoryCopies.add(self)
        let (imposers, policy, disposal) = original.state.withLock { ($0.inOrder, $0.ownerPolicy, $0.disposal) }
        let copies = imposers.content.map { original in
            let node = ImposerNode(original.node.title, in: self, remembersAnswers: remembersAnswers)
            node.copyRegistrations(of: original.node)
            return Imposer(node)
        }
        state.withLock { state in
            for copy in copies { state.add(copy) }
            state.ownerPolicy = policy
        }
        if let disposal { end(disposal) }
    }

    deinit {
        if !origins.isEmpty { DirectoryCopies.remove(self) }
        Shutdown.forget(Shutdown.Subject(self))
        // Clears cached answers, which form retain cycles, and closes the imposers, so that code that still holds one
        // gets an error and not another directory's instances.
        let disposal = Disposal(at: nil)
        var deferred = DeferredRelease()
        for node in members { _ = node.dispose(disposal, into: &deferred) }
        if deferred.hasDisposers { disposal.announce(members) }
        deferred.release(for: self, completing: disposal)
    }

    /// The imposer of a type, made at first use.
    func imposer(for type: ImposerType) -> Imposer {
        guard case .primary = type else { return added(type) }
        return primary.load() ?? primary.storeIfNil(added(.primary))
    }

    /// The imposer of a type without creating it. If there is none, the primary one, which a new one would fall back to
    /// anyway.
    func imposerAnswering(_ type: ImposerType) -> Imposer {
        state.withLock { $0.imposer(for: type) } ?? imposer(for: .primary)
    }

    private func added(_ type: ImposerType) -> Imposer {
        state.withLock { state in
            if let imposer = state.imposer(for: type) { return imposer }
            let imposer = Imposer(ImposerNode(.member(type), in: self, remembersAnswers: true))
            if let disposal = state.disposal { imposer.node.disposeOfNothing(disposal) }
            state.add(imposer)
            return imposer
        }
    }

    /// All imposers in the order in which they fall back on each other: primary, secondary, customs as created.
    var imposers: [Imposer] {
        state.withLock { $0.inOrder }.content
    }

    /// Their nodes.
    var members: [ImposerNode] { imposers.map(\.node) }

    /// The policy by which owners that name no imposer are given one.
    var ownerPolicy: Imposer.OwnerPolicy? {
        get { state.withLock { $0.ownerPolicy } }
        set {
            // The old closure is released with the lock open.
            let old = state.withLock { $0.disposal == nil ? exchange(&$0.ownerPolicy, with: newValue) : nil }
            withExtendedLifetime(old) {}
        }
    }
}

extension Directory {
    /// Begins the time in which the directory holds its instances. The process's directory needs no lease.
    func beginLease() -> DirectoryLease {
        let lease = DirectoryLease(of: self)
        state.withLock { $0.lease = lease }
        return lease
    }

    /// The lease, if somebody still holds it.
    var lease: DirectoryLease? {
        state.withLock { $0.lease }
    }

    /// Whether only its own instances still inject from it. From then on, it holds them weakly.
    var isUnheld: Bool { leaseHasEnded.load(ordering: .sequentiallyConsistent) }

    /// Lets go of the instances that nobody else holds.
    func endLease() {
        leaseHasEnded.store(true, ordering: .sequentiallyConsistent)
        var deferred = DeferredRelease()
        for node in members { node.holdAllWeakly(into: &deferred) }
        deferred.release(for: self)
    }
}

extension Directory: CustomStringConvertible {
    package var description: String {
        if self === Directory.process { return "the process's directory" }
        return state.withLock { $0.disposal == nil } ? "an isolated directory" : "an isolated directory that has ended"
    }
}

// The end of a directory with its body.
extension Directory {
    /// Ends the directory: disposes of its instances and its scopes, and lets go of all that it holds, registrations
    /// included. Every later request to it is an error, also to imposers that are first asked for then.
    func end(_ disposal: Disposal) {
        // Injections by disposers and deinits must not be answered from somewhere else.
        Context.run(in: Context(self, scope: nil)) {
            var deferred = DeferredRelease()
            let content = takeEverything(disposal, into: &deferred)
            deferred.release(for: self, completing: disposal)
            withExtendedLifetime(content) {}
        }
        observers.removeAll()
    }

    /// The objects to release after everything that is deferred, with all locks open; and the nodes that were closed.
    typealias Content = (scopes: [Imposer]?, policy: Any?, nodes: [ImposerNode])

    /// Takes everything that the directory holds out of every thread's reach.
    func takeEverything(_ disposal: Disposal, into deferred: inout DeferredRelease) -> Content {
        let scopes = heldScopes?.letGoOfAll()
        let (nodes, policy) = state.withLock { state in
            state.disposal = state.disposal ?? disposal
            let guests = exchange(&state.guests, with: [:]).values
            return (state.inOrder.content.map(\.node) + guests, exchange(&state.ownerPolicy, with: nil))
        }
        for node in nodes { _ = node.dispose(disposal, into: &deferred) }
        return (scopes, policy, nodes)
    }

    /// Adds a scope that has no imposer of the directory above it.
    ///
    /// - Returns: The end of the directory, if it has ended. Then the scope is not added.
    func takeIn(_ guest: ImposerNode) -> Disposal? {
        state.withLock { state in
            if state.disposal == nil { state.guests[guest.number] = guest }
            return state.disposal
        }
    }

    /// The nodes of its imposers, and of the open scopes that are not below these.
    var nodes: [ImposerNode] {
        state.withLock { $0.inOrder.content.map(\.node) + $0.guests.values }
    }

    func dismiss(_ guest: ImposerNode) {
        state.withLock { _ = $0.guests.removeValue(forKey: guest.number) }
    }
}

extension Imposer {
    /// Returns an imposer to try something out on, with the registrations and the parents of a node, and without
    /// instances. It remembers no answers.
    static func copy(of original: ImposerNode, in directory: Directory) -> Imposer {
        if let type = original.type { return directory.imposer(for: type) }
        let parent = original.parent.map { Self.copy(of: $0, in: directory) }
        let copy: Imposer
        if let parent, let opening = original.opening, case .scope(let title) = original.title {
            // A scope again, since it keeps the instances for scopes of its name.
            copy = parent.node.openScope(title, in: directory, at: opening)
        } else {
            let node = ImposerNode(original.title, below: parent?.node, remembersAnswers: false)
            copy = Imposer(node, below: parent?.node)
        }
        return withExtendedLifetime(parent) {
            copy.node.copyRegistrations(of: original)
            return copy
        }
    }
}

extension ImposerNode {
    /// Copies the registrations of another node; both hold them from then on.
    fileprivate func copyRegistrations(of original: ImposerNode) {
        let copy = original.registry.withLock { $0.copy() }
        registry.withLock { $0 = copy }
    }

    /// Whether the directory's lease has ended, so that only the users of its instances hold them.
    var isUnheld: Bool { isOfProcess ? false : directory?.isUnheld ?? false }
}

extension Observers {
    /// Tells the observers of the directory that an imposer belongs to. Nothing may be locked.
    static func report(_ kind: @autoclosure () -> ImposeEvent.Kind, in node: ImposerNode, at location: Location) {
        report(kind(), to: node.observers, at: location)
    }
}
