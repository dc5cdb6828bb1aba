/// The imposers that are searched for a request, one after the other, each completely.
///
/// The current scope comes first, with its parents, up to the first one that is in a directory; then the imposer that
/// was asked and its parents; and if one of these is in a directory, that directory's others: primary, secondary, customs.
package struct SearchOrder: Sequence {
    let imposers: [ImposerNode]

    init(from origin: Origin) {
        let start = origin.start
        var imposers = Array((start ?? origin.asked).lineage)
        if start == nil, let scope = origin.scope { imposers = Self.line(of: scope, besides: imposers) + imposers }
        // Only the last one has no parent, and so may be in a directory.
        if let last = imposers.last, let directory = last.directory {
            for other in directory.imposers where other.node !== last { imposers.append(other.node) }
        }
        self.imposers = imposers
    }

    /// A scope and its parents, up to the first one that is in a directory, or in another line.
    private static func line(of scope: ImposerNode, besides other: [ImposerNode]) -> [ImposerNode] {
        let line = Array(scope.lineage)
        // From where two lines meet, they are the same.
        var (own, others) = (line.count, other.count)
        while own > 0, others > 0, line[own - 1] === other[others - 1] { (own, others) = (own - 1, others - 1) }
        return line.prefix(own).filter { !$0.isMember }
    }

    package func makeIterator() -> IndexingIterator<[ImposerNode]> {
        imposers.makeIterator()
    }

    /// The position of an imposer among the others of its directory: customs stay as they were created.
    static func position(of type: ImposerType, among others: [Imposer]) -> Int {
        switch type {
        case .primary: 0
        case .secondary: others.first?.node.type == .primary ? 1 : 0
        case .custom: others.count
        }
    }

    /// The first imposer that was disposed of and stops searches.
    var barred: ImposerNode? {
        imposers.first { $0.blocksSearch }
    }
}
