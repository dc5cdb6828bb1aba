internal import CImposeRuntime

/// The state of an imposer or of a scope. An imposer is a root, or the child of another imposer. A node of the kind
/// `graph` keeps the graph instances of one injection.
///
/// An `Imposer` is the user's token on the node. A node holds its parent, and the parent does not hold the node: its
/// list counts nothing. The node leaves the list when it has ended. It ends with its token at the latest.
///
/// `@unchecked Sendable`: what changes is guarded by the node's lock, or is atomic, or says what guards it.
@usableFromInline
final class Node: @unchecked Sendable {
    enum Kind {
        case root, child, scope
        /// It keeps the graph instances of one injection, and nothing finds it but that.
        case graph
    }

    /// What is guarded by the node's lock.
    struct State {
        // | `shutdown` | `isClosed` | the node |
        // |---|---|---|
        // | nil | false | is open |
        // | set | false | is open, and a shutdown waits |
        // | set | true | is shut down, until a reset; scopes never are |
        // | nil | true | has ended for good; `isEnding` until its disposers have run |

        /// Whether the node keeps no instances any more.
        var isClosed = false
        var shutdown: Shutdown?
        /// Whether a shutdown took what the node kept. It stays true of a scope that a shutdown has ended.
        var isShutDown = false
        /// Whether it has ended for good.
        var isEnded: Bool { isClosed && shutdown == nil }
        /// Whether somebody is ending the node. Others wait for that at `latchOfEnd`.
        var isEnding = false
        /// Invariant: none are left when the node is deinitialized, but in a graph node, whose deinit takes them. The
        /// end of any other node takes them, and none is added after that.
        var cells = KeptInstances()
        var variants = Variants()
        /// What a scope has itself, or what is laid over the registry of a root that an isolated directory has copied.
        var overlay = RegistrationOverlay()
        /// Empty in a scope.
        var registry = RegistrationTable()
        /// Whether the registry is another node's, and stays as it is.
        var isCopy = false
        /// Registrations up to this number may be in copies of the node as well. So a change to such a registration
        /// replaces it by a changed copy.
        var sharedNumber = 0
        /// The modules that have provided here.
        var modules: Boxed<[ModuleIdentity]>?
        /// Where it ended, for errors.
        var endLocation: Location?
        /// The location that errors name: of the shutdown, or else of the end.
        var endOrShutdownLocation: Location? { shutdown?.location ?? endLocation }

        /// What a copy begins with. It shares the registrations, until one of the two changes them.
        mutating func shared() -> State {
            sharedNumber = RegistrationRecord.latestNumber
            var copy = State(isClosed: isEnded, overlay: overlay.shared(), registry: registry.shared(), isCopy: true)
            (copy.sharedNumber, copy.modules) = (sharedNumber, modules)
            return copy
        }
    }

    let kind: Kind
    /// The name of a scope, or the label of a private imposer.
    let name: InjectionName?
    /// Which root of its directory it is; nil for others, and for the root of a private imposer.
    let type: ImposerType?
    /// Nil for a root. Held by `heldParent`; or it is the process's, which stays: the reference count of an object that
    /// all threads use would be contended.
    let parent: UncountedReference<Node>?
    private let heldParent: Node?
    private let rootAbove: UncountedReference<Node>?
    /// The directory of a root; nil for any other node. The directory holds the root, too, until its end.
    private let heldDirectory: Directory?
    let directoryKind: Directory.Kind
    /// See `Directory.id`.
    let directoryID: UInt
    /// Whether it was opened in a node that had ended.
    let wasOpenedInEnded: Bool
    private let isProcessPrimary: Bool
    /// The order in which named scopes were opened; 0 for any other node.
    private let opening: Int
    private static let openings = AtomicField(0)
    /// Where a scope was opened, or a private imposer made.
    let openingLocation: Location?

    /// Whether a scope may have something in its overlay: registrations, or values that it was given.
    let hasOverlay = AtomicField(false)
    /// Whether the inspector may have noted something of this node, and so has to be told of its end. Only asked of
    /// scopes. A scope that was only given values is not noted: servers open such a scope for each request.
    let isNoted = AtomicField(false)
    let state: Guarded<State>
    /// The address of the token, see `openToken`. (Acquiring and releasing: others find a scope in its parent's list
    /// before it has a token, and must then see the whole token or none.)
    private let token = AtomicField<UInt>(0)
    /// The latch at which others wait while the end is under way. It is guarded by the node's lock, like that of a
    /// build. It is not on the stack of the thread that ends the node, since that thread may exit inside a disposer.
    let latchOfEnd = UncheckedField(Latch(thread: .current))
    /// The node that the same thread was already ending when it began to end this one. Only that thread touches it.
    let outerEnding = UncheckedField<Node?>(nil)
    /// Whether a body of `withScope` runs in it. Until that has ended it stays in the parent's list.
    let hasRunningBody = AtomicField(false)
    /// The scope in which `withScope` was called, if it is not above this node. Written before the body begins.
    let scopeOfCaller = UncheckedField<Node?>(nil)
    private let children = UncheckedField(Guarded(ChildList()))
    /// The neighbours in the parent's list, guarded by that list's lock.
    fileprivate let siblings = UncheckedField<(previous: UncountedReference<Node>?, next: UncountedReference<Node>?)>(
        (nil, nil)
    )
    /// The parent's list that this is in; nil for a root.
    private let list: ValueReference<Guarded<ChildList>>?
    /// What it has answered, guarded by its directory; nil in a scope.
    let answerTable = UncheckedField<AnswerTable?>(nil)
    /// The address of the words of that table, for readers without the lock; 0 if there is none. See `answers`.
    private let ownAnswers = AtomicField<UInt>(0)

    init(rootOf directory: Directory, _ type: ImposerType?, label: InjectionName? = nil, at location: Location? = nil) {
        (kind, name, parent, heldParent, rootAbove) = (.root, label, nil, nil, nil)
        (heldDirectory, wasOpenedInEnded, list) = (directory, false, nil)
        isProcessPrimary = directory.kind == .process && type == .primary
        (self.type, openingLocation, opening) = (type, location, 0)
        (directoryKind, directoryID) = (directory.kind, directory.id)
        state = Guarded(State())
    }

    /// A root with the registrations of another one, and no instances. It has ended if that one has.
    init(copying other: Node, in directory: Directory) {
        (kind, name, parent, heldParent, rootAbove) = (.root, other.name, nil, nil, nil)
        (heldDirectory, wasOpenedInEnded, isProcessPrimary, list) = (directory, false, false, nil)
        (type, openingLocation, opening) = (other.type, nil, 0)
        (directoryKind, directoryID) = (directory.kind, directory.id)
        state = Guarded(other.state.withLock { $0.shared() })
    }

    /// Shares the registrations of another node, and the values that it was given. This has none yet.
    func takeRegistrations(of other: Node) {
        let shared = other.state.withLock { $0.shared() }
        if kind == .scope { hasOverlay.store(true, ordering: .relaxed) }
        isNoted.store(true, ordering: .relaxed)
        state.withLock { state in
            (state.overlay, state.registry, state.sharedNumber) = (shared.overlay, shared.registry, shared.sharedNumber)
            state.isCopy = kind != .scope
        }
    }

    /// A child or a scope.
    ///
    /// - Parameter parent: The caller holds it, or it is the process's.
    init(_ kind: Kind, in parent: UncountedReference<Node>, named name: InjectionName?, at location: Location?) {
        let root = parent.with { $0.root }
        let isInPrimary = parent.with { $0.isProcessPrimary }
        (self.kind, self.name, isProcessPrimary, heldDirectory) = (kind, name, false, nil)
        // Relaxed: nothing else is told by it.
        opening = name == nil ? 0 : Node.openings.add(1, ordering: .relaxed)
        (type, openingLocation) = (nil, location)
        self.parent = parent
        heldParent = isInPrimary ? nil : parent.object
        rootAbove = root
        (directoryKind, directoryID) = root.with { ($0.directoryKind, $0.directoryID) }
        state = Guarded(State())
        list = isInPrimary ? ChildList.ofProcess() : parent.with { $0.children.reference }
        // The primary imposer of the process never ends, and to ask it all threads would take its lock.
        wasOpenedInEnded = !isInPrimary && parent.with { $0.wasOpenedInEnded || $0.isEnded }
        if wasOpenedInEnded || !linkToParent() { state.withLock { $0.isClosed = true } }
        // After the link: a shutdown that begins from now on finds the node in the list, and this finds one that began
        // before.
        if Shutdown.anyExist { parent.with { $0.shutdownAbove }?.enclose(self) }
    }

    /// A child or a scope of a node that the caller holds.
    convenience init(_ kind: Kind, in parent: Node, named name: InjectionName?, at location: Location?) {
        self.init(kind, in: UncountedReference(parent), named: name, at: location)
    }

    /// What keeps the graph instances of one injection.
    init(graphOf directory: Directory.Kind) {
        (kind, name, type, parent, heldParent, rootAbove) = (.graph, nil, nil, nil, nil, nil)
        (heldDirectory, wasOpenedInEnded, isProcessPrimary, list) = (nil, false, false, nil)
        (openingLocation, opening) = (nil, 0)
        (directoryKind, directoryID) = (directory, ReadSection.anywhere)
        state = Guarded(State())
    }

    deinit {
        // Nodes of the other kinds have ended by now, and have no cells. Graph instances have no disposers to call.
        if kind != .graph { return }
        var cells = state.withLock { exchange(&$0.cells, with: KeptInstances()) }
        cells.takeAll { _, _, _ in }
    }

    /// The root of the tree that this is in.
    var root: UncountedReference<Node> {
        @inline(__always) get { rootAbove ?? UncountedReference(self) }
    }

    /// The directory of the root.
    var directory: Directory {
        // The root was made with one.
        root.with { $0.heldDirectory! }
    }

    /// The word with the address of a node's answers, or 0.
    var answers: AtomicWordPointer {
        @inline(__always) get { isProcessPrimary ? .answersOfProcess : AtomicWordPointer(ownAnswers.address) }
    }

    /// Releases what could be found here, as soon as nobody uses it.
    func retire(_ objects: consuming [AnyObject]) { ReadSection.retire(objects, in: directoryID) }

    /// Whether it has ended for good.
    var isEnded: Bool { state.withLock { $0.isEnded } }

    /// Whether it keeps nothing more, perhaps until a reset.
    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Whether a search that goes outwards from a scope skips this node: the root of a directory, but not a private
    /// imposer. If the imposer that is asked belongs to that directory, `find` asks the root at the end; if not, nobody
    /// does. A root that has ended is not skipped, so that the request fails there.
    var isSkippedFromScopes: Bool { kind == .root && directoryKind != .privateImposer && !isEnded }

    /// What keeps an open node: its token; or for a root of an isolated directory the lease, the token that keeps this
    /// directory. Nil if nothing does, or if that is going and about to end the node.
    var openToken: Imposer? {
        switch (kind, directoryKind) {
        case (.root, .process): nil
        case (.root, .isolated): directory.openLease
        // Invariant: a token that goes ends the node first, under the lock. So its memory is there as long as the lock
        // is held and the node open.
        default:
            state.withLock { state in
                let address = token.load(ordering: .acquiring)
                return state.isEnded || address == 0 ? nil : UncountedReference(knownAddress: address).objectIfAlive
            }
        }
    }

    /// The token that an imposer holds if it is opened in this node. If an isolated directory is going to keep that
    /// imposer as part of an instance, the imposer must not keep the directory, and holds none.
    var tokenToHold: Imposer? {
        let isOfIsolated = kind == .root && directoryKind == .isolated
        return isOfIsolated && BuildFrame.formsRetainCycle(with: Context(in: self), on: .current) ? nil : openToken
    }

    /// Whether an instance that this node keeps must not hold a context, since that could be a cycle. It must not hold
    /// one of the same directory. If this is the node of a private imposer, it must hold none at all: providers of a
    /// private imposer run in the directory of whoever asks.
    func formsRetainCycle(with context: Context) -> Bool {
        if kind == .graph { return false }
        let root = context.root.map { $0.with { $0.directoryID } } ?? ReadSection.process
        return directoryKind == .privateImposer || directoryID == root
            || directoryID == context.scope?.with { $0.directoryID }
    }

    /// - Parameter token: It ends the node when it goes.
    func setToken(_ token: Imposer) { self.token.store(UncountedReference(token).address, ordering: .releasing) }

    /// Whether a node is this one, or above it.
    func isInside(_ other: UncountedReference<Node>) -> Bool {
        UncountedReference(self).outwards.contains { $0 == other }
    }

    /// Whether a search has to look into a scope: it may have an overlay, or refuses all requests.
    ///
    /// Relaxed: who knows that a value was given has synchronised with the thread that gave it. For other threads it
    /// makes no difference: they could have asked before.
    var mustBeSearched: Bool {
        @inline(__always) get { hasOverlay.load(ordering: .relaxed) || wasOpenedInEnded }
    }

    // MARK: The parent's list

    /// - Returns: False if the parent has ended.
    private func linkToParent() -> Bool {
        let own = UncountedReference(self)
        return list?.pointee.withLock { list in
            if list.isClosed { return false }
            siblings.value.next = list.latest
            list.latest?.with { $0.siblings.value.previous = own }
            list.latest = own
            return true
        } ?? true
    }

    /// Leaves the parent's list. Once is enough.
    func unlinkFromParent() {
        let own = UncountedReference(self)
        list?.pointee.withLock { list in
            let (previous, next) = (siblings.value.previous, siblings.value.next)
            if list.latest == own { list.latest = next }
            previous?.with { $0.siblings.value.next = next }
            next?.with { $0.siblings.value.previous = previous }
            siblings.value = (nil, nil)
        }
    }

    /// Closes the list of children, and returns them, the latest first. There are no more from now on.
    @inline(never)
    func takeChildren() -> [Node] {
        children.value.withLock { list in
            list.isClosed = true
            return list.open
        }
    }

    /// The shutdown that includes a node which is opened here; nil if there is none.
    private var shutdownAbove: Shutdown? {
        for node in UncountedReference(self).outwards {
            if let shutdown = node.with({ $0.state.withLock { $0.shutdown } }) { return shutdown }
        }
        return nil
    }

    /// The open children, the latest first.
    var openChildren: [Node] {
        let lists = isProcessPrimary ? ChildList.allOfProcess : [children.reference]
        return lists.flatMap { list in list.pointee.withLock { $0.open } }
    }

    /// The open scopes that were opened here under a name, the latest first.
    func openScopes(named name: InjectionName) -> [Imposer] {
        let scopes = openChildren.filter { node in node.kind == .scope && node.name == name }
        return scopes.inOrder { -Int64($0.opening) }.compactMap(\.openToken)
    }
}

extension UncountedReference<Node> {
    /// The innermost scope that the node is in; the node itself if it is one.
    var nearestScope: UncountedReference<Node>? {
        @inline(__always) get {
            switch self.with({ $0.kind }) {
            case .scope: self
            case .root, .graph: nil
            case .child: nearestScopeOfChild
            }
        }
    }

    private var nearestScopeOfChild: UncountedReference<Node>? { outwards.first { $0.with { $0.kind == .scope } } }

    /// The node, and those above it.
    var outwards: UnfoldFirstSequence<UncountedReference<Node>> { sequence(first: self) { $0.with { $0.parent } } }
}

/// The open children of a node, or some of them, the latest first.
struct ChildList {
    var latest: UncountedReference<Node>?
    var isClosed = false

    /// The children, the latest first.
    fileprivate var open: [Node] {
        var open: [Node] = []
        var next = latest
        while let child = next {
            // Invariant: a child leaves the list, under its lock, before it goes.
            open.append(child.object)
            next = child.with { $0.siblings.value.next }
        }
        return open
    }

    /// The lists of the primary imposer of the process: at one list, threads that open scopes would wait for each
    /// other.
    private static let lists = (0..<16).map { _ in PaddedList() }

    /// A list that shares no cache line with another one.
    private final class PaddedList: Sendable {
        let list = UncheckedField(Guarded(ChildList()))
        private let padding: (SIMD16<Int64>, SIMD16<Int64>) = (.zero, .zero)
    }

    static var allOfProcess: [ValueReference<Guarded<ChildList>>] { lists.map { $0.list.reference } }

    /// The list for the scopes that the calling thread opens. All these lists stay as long as the process.
    static func ofProcess() -> ValueReference<Guarded<ChildList>> {
        lists[Int(ThreadRecord.current.pointer.pointee.position) % lists.count].list.reference
    }
}

extension AtomicWordPointer {
    /// The address of the answers of the process's primary imposer, or 0.
    static var answersOfProcess: AtomicWordPointer {
        @inline(__always) get { AtomicWordPointer(impose_word_of_primary_answers()) }
    }
}
