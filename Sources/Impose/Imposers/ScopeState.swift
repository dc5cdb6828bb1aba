/// What makes an imposer a scope.
struct ScopeState: Sendable {
    /// What it was opened under.
    let title: ScopeTitle
    /// Where it was opened.
    let location: Location
    /// What it was opened in.
    private let directoryReference: DirectoryReference
    /// Whether the directory, which will end, would not find it by way of its own imposers.
    let isGuest: Bool
    /// Whether it is disposed of when a body ends.
    let hasBody: Bool
    /// Whether it stands in for a scope that is going, which takes its leave itself.
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

    /// That of a scope in the process's directory.
    init(ofProcess title: ScopeTitle, at location: Location, hasBody: Bool) {
        self.hasBody = hasBody
        self.title = title
        self.location = location
        directoryReference = .process
        isGuest = false
    }

    var name: InjectionName? { title.name }

    var directory: Directory { directoryReference.directory }

    /// Whether that is the process's.
    var isOfProcess: Bool { directoryReference.isOfProcess }

    /// Stands for scopes that went with their last reference, and were disposed of by that.
    static let gone: Imposer = {
        let state = ScopeState(ofProcess: .none, at: Location(), hasBody: false)
        let scope = Imposer(scope: state, in: Directory.process.imposer(for: .primary))
        scope.node.disposeOfNothing(Disposal(at: nil))
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

    /// Whether this is a scope that instances are kept in which are to be kept in scopes of a title.
    func isIncluded(in title: ScopeTitle) -> Bool {
        guard let scopeState else { return false }
        return title.includes(scopeState.title)
    }

    /// Whether another imposer, which need not be there, is the parent of this scope.
    func isRightBelow(_ other: UncountedReference<Imposer>) -> Bool {
        unretainedParent == other
    }

    /// Where the answers are remembered of requests to the parent that are made in this scope; nil if nowhere.
    ///
    /// Invariant: the parent is no scope.
    var homeBelowParent: AnswerTableReference? { node.home }

    /// What the nearest scope that shares its answers was given at a position, if it is there under a key.
    func given(at index: Int, for key: RegistrationKey) -> Given? {
        nearestSharingScope?.node.registry.withLock { $0.given(at: index, for: key) }
    }

    /// Makes those forget it that would dispose of it.
    func leave() {
        if let scopeState, scopeState.isStandIn { return }
        guard node.takeLeave() else { return }
        unretainedParent?.with { $0.node.disown(node) }
        if node.isGuest { scopeState?.directory.dismiss(node) }
    }
}
