// The walks from an imposer to its parents.

extension Imposer {
    /// This imposer and its parents, the innermost first.
    var lineage: some Sequence<Imposer> { sequence(first: self) { $0.parent } }

    /// The scope that this imposer is or is in, if there is one.
    var nearestScope: Imposer? {
        scopeState == nil ? parent?.nearestScope : self
    }

    /// Whether this imposer is a scope or is in one.
    var isScoped: Bool { scopeState != nil || parent?.isScoped ?? false }

    /// The nearest scope that shares its answers with others: this one or one of its parents.
    var nearestSharingScope: Imposer? { lineage.first { $0.node.shape != nil } }

    /// The directory that this imposer belongs to, by itself or by its parents.
    var homeDirectory: Directory? {
        scopeState?.directory ?? directory ?? parent?.homeDirectory
    }

    /// The directory that this imposer or its last parent is a member of.
    var rootDirectory: Directory? {
        if let parent { parent.rootDirectory } else { directory }
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

    /// Whether it is, or lies in, a scope that was opened for a body which is running.
    var isInRunningBody: Bool { lineage.contains { $0.node.body.isUnderWay } }
}

extension Imposer: InstanceOwner {
    /// The observers of the directory that it belongs to.
    var observers: Observers { (homeDirectory ?? .current).observers }

    var numbers: [SerialNumber] { [number] }

    var numbersUpward: [SerialNumber] { lineage.map(\.number) }
}
