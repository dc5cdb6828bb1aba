// The walks from a node to its parents.

extension ImposerNode {
    /// This imposer and its parents, the innermost first.
    var lineage: some Sequence<ImposerNode> { sequence(first: self) { $0.parent } }

    /// The scope that this imposer is or is in, if there is one.
    var nearestScope: ImposerNode? {
        isOfScope ? self : parent?.nearestScope
    }

    /// Whether this imposer is a scope or is in one.
    var isScoped: Bool { isOfScope || parent?.isScoped ?? false }

    /// The nearest scope that shares its answers with others: this one or one of its parents.
    var nearestSharingScope: ImposerNode? { lineage.first { $0.layout != nil } }

    /// The directory that this imposer belongs to, by itself or by its parents.
    var homeDirectory: Directory? {
        scopeDirectory ?? directory ?? parent?.homeDirectory
    }

    /// Whether an imposer is this one or one of its parents.
    func isSelfOrDescendant(of other: ImposerNode) -> Bool {
        // A loop, since injections in scopes ask it.
        var next: UncountedReference? = UncountedReference(self)
        while let node = next {
            if node == UncountedReference(other) { return true }
            next = node.with { $0.unretainedParent }
        }
        return false
    }

    /// Whether it is, or lies in, a scope that was opened for a body which is running.
    var isInRunningBody: Bool { lineage.contains { $0.body.isUnderWay } }
}

extension ImposerNode: InstanceOwner {
    /// The observers of the directory that it belongs to.
    var observers: Observers { (homeDirectory ?? .current).observers }

    var members: [ImposerNode] { [self] }

    /// Its number, and those of its parents.
    var numbersUpward: [SerialNumber] { lineage.map(\.number) }
}
