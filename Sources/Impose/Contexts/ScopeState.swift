/// What makes an imposer a scope.
struct ScopeState: Sendable {
    /// What it was opened under.
    let name: InjectionName?
    /// Where it was opened.
    let place: SourcePlace
    /// What it was opened in.
    private let tenancy: Tenancy
    /// Whether the directory, which will end, would not find it by way of its own imposers.
    let isGuest: Bool
    /// Whether it is disposed of when a body ends.
    let hasBody: Bool
    /// Whether it stands in for a scope that is going, which takes its leave itself.
    var isStandIn = false

    init(
        named name: InjectionName?,
        in directory: Directory,
        at place: SourcePlace,
        isOfDirectory: Bool = true,
        hasBody: Bool = false
    ) {
        self.hasBody = hasBody
        self.name = name
        self.place = place
        tenancy = Tenancy(in: directory)
        isGuest = !isOfDirectory && directory.endsWithBody
    }

    var directory: Directory { tenancy.directory }

    /// Stands for scopes that went with their last reference, and were disposed of by that.
    static let gone: Imposer = {
        let scope = Directory.process.imposer(for: .primary).openScope()
        scope.branch.disposeOfNothing(Disposal(at: nil))
        return scope
    }()
}

extension Imposer {
    /// The scope that this imposer is or is in, if there is one.
    var nearestScope: Imposer? {
        scopeState == nil ? parent?.nearestScope : self
    }

    /// Whether another imposer is the parent.
    func isRightBelow(_ other: Unmanaged<Imposer>) -> Bool {
        branch.upper?.toOpaque() == other._withUnsafeGuaranteedRef { Unmanaged.passUnretained($0.branch).toOpaque() }
    }

    /// Whether this imposer is a scope or is in one.
    var isScoped: Bool { scopeState != nil || parent?.isScoped ?? false }

    /// Where the answers are remembered of requests to the parent that are made in this scope; nil if nowhere.
    ///
    /// Invariant: the parent is no scope.
    var homeBelowParent: Home? { branch.home }

    /// The nearest scope that shares its answers with others: this one or one of its parents.
    var nearestSharingScope: Imposer? {
        var next: Imposer? = self
        while let imposer = next, imposer.branch.shape == nil { next = imposer.parent }
        return next
    }

    /// What the nearest scope that shares its answers was given at a position, if it is there under a key.
    func given(at index: Int, for key: RegistrationKey) -> Given? {
        nearestSharingScope?.branch.registry.withLock { $0.given(at: index, for: key) }
    }

    /// Makes those forget it that would dispose of it.
    func leave() {
        if let scopeState, scopeState.isStandIn { return }
        guard branch.takeLeave() else { return }
        parent?.branch.disown(branch)
        if branch.isGuest { scopeState?.directory.dismiss(branch) }
    }

    /// The directory that this imposer belongs to, by itself or by its parents.
    var homeDirectory: Directory? {
        scopeState?.directory ?? directory ?? parent?.homeDirectory
    }

    /// Whether an imposer is this one or one of its parents.
    func isSelfOrDescendant(of other: Imposer) -> Bool {
        var next: Imposer? = self
        while let imposer = next {
            if imposer === other { return true }
            next = imposer.parent
        }
        return false
    }
}
