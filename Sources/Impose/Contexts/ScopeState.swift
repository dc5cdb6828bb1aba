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

    init(named name: InjectionName?, in directory: Directory, at place: SourcePlace, isOfDirectory: Bool = true) {
        self.name = name
        self.place = place
        tenancy = Tenancy(in: directory)
        isGuest = !isOfDirectory && directory.endsWithBody
    }

    var directory: Directory { tenancy.directory }

    /// Stands for scopes that went with their last reference, and were disposed of by that.
    static let gone: Imposer = {
        let scope = Directory.process.imposer(for: .primary).openScope()
        scope.dispose()
        return scope
    }()
}

extension Imposer {
    /// The scope that this imposer is or is in, if there is one.
    var nearestScope: Imposer? {
        scopeState == nil ? parent?.nearestScope : self
    }

    /// Makes those forget it that would dispose of it.
    func leave() {
        parent?.branch.disown(branch)
        if let scopeState, scopeState.isGuest { scopeState.directory.dismiss(branch) }
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
