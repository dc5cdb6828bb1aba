/// The state that makes an imposer a scope.
struct ScopeState: Sendable {
    /// The name that it was opened under.
    let title: ScopeTitle
    /// Where it was opened.
    let location: Location
    /// The directory that it was opened in.
    private let directoryReference: DirectoryReference
    /// Whether the directory, which will end, would not find it through its own imposers.
    let isGuest: Bool
    /// Whether it is disposed of when a body ends.
    let hasBody: Bool
    /// Whether it takes the place of a scope that is going, which removes its node itself.
    var isStandIn = false

    init(
        named title: ScopeTitle,
        in directory: Directory,
        at location: Location,
        isOfDirectory: Bool = true,
        hasBody: Bool = false
    ) {
        self.hasBody = hasBody
        self.title = title
        self.location = location
        directoryReference = DirectoryReference(in: directory)
        isGuest = !isOfDirectory && directory.endsWithBody
    }

    /// Makes the state of a scope in the process's directory.
    init(ofProcess title: ScopeTitle, at location: Location, hasBody: Bool) {
        self.hasBody = hasBody
        self.title = title
        self.location = location
        directoryReference = .process
        isGuest = false
    }

    var name: InjectionName? { title.name }

    var directory: Directory { directoryReference.directory }

    /// Whether its directory is the process's.
    var isOfProcess: Bool { directoryReference.isOfProcess }

    /// A disposed scope, in place of scopes whose last reference is gone.
    static let gone: Imposer = {
        let state = ScopeState(ofProcess: .none, at: Location(), hasBody: false)
        let scope = Imposer(scope: state, in: Directory.process.imposer(for: .primary))
        let disposal = Disposal(at: nil)
        scope.node.disposeOfNothing(disposal)
        disposal.end()
        return scope
    }()
}

extension Imposer {
    /// Whether it is a scope of the primary imposer of the process.
    var isBelowPrimaryOfProcess: Bool {
        guard let unretainedParent else { return false }
        return unretainedParent.with { parent in
            guard parent.isOfProcess, case .primary = parent.type else { return false }
            return true
        }
    }

    /// Whether this is a scope of the process's directory.
    var isScopeOfProcess: Bool { scopeState?.isOfProcess ?? false }

    /// Whether this is a scope that keeps instances which are to be kept in scopes of a title.
    func isIncluded(in title: ScopeTitle) -> Bool {
        guard let scopeState else { return false }
        return title.includes(scopeState.title)
    }

    /// Whether another imposer, which may be gone, is the parent of this scope.
    func isRightBelow(_ other: UncountedReference<Imposer>) -> Bool {
        unretainedParent == other
    }

    /// The table that remembers the answers to requests to the parent made in this scope; nil if there is none.
    ///
    /// Invariant: the parent is not a scope.
    var homeBelowParent: AnswerTableReference? { node.home }

    /// The value that the nearest scope with shared answers was given at a position, if it is there under a key.
    func given(at index: Int, for key: RegistrationKey) -> Given? {
        nearestSharingScope?.node.registry.withLock { $0.given(at: index, for: key) }
    }

    /// Removes it from the lists by which its parent or its directory would dispose of it, once that is done; it stays
    /// there as long as it lives if something below it may yet have to be found. Also as long as a body runs in it, for
    /// which a shutdown waits.
    func leaveWhenDisposed() {
        if !node.body.isUnderWay, !node.hasNodesBelow { leave() }
    }

    /// Removes it from these lists.
    func leave() {
        if let scopeState, scopeState.isStandIn { return }
        guard node.takeLeave() else { return }
        unretainedParent?.with { $0.node.disown(node) }
        if node.isGuest { scopeState?.directory.dismiss(node) }
    }
}
