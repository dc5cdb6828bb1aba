/// The imposers that are searched for a request, one after the other, each completely.
///
/// The current scope comes first, with its parents, up to the first one that is in a directory; then the imposer that
/// was asked and its parents; and if one of these is in a directory, that directory's others: primary, secondary, customs.
package struct SearchOrder: Sequence {
    let imposers: [ImposerNode]

    init(from origin: Origin) {
        let start = origin.start
        var imposers = Array((start ?? origin.asked).lineage)
        if start == nil, let scope = origin.scope {
            // Up to the first one that is in a directory, or in both lines: from where they meet, they are the same.
            imposers = scope.lineage.filter { node in !node.isMember && !imposers.contains { $0 === node } } + imposers
        }
        // Only the last one has no parent, and so may be in a directory.
        if let last = imposers.last, let directory = last.directory {
            for other in directory.imposers where other.node !== last { imposers.append(other.node) }
        }
        self.imposers = imposers
    }

    package func makeIterator() -> IndexingIterator<[ImposerNode]> { imposers.makeIterator() }

    /// The position of an imposer among the others of its directory: customs stay as they were created.
    static func position(of type: ImposerType, among others: [Imposer]) -> Int {
        switch type {
        case .primary: 0
        case .secondary: others.first?.node.type == .primary ? 1 : 0
        case .custom: others.count
        }
    }
}
