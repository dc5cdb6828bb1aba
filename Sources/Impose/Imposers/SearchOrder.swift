/// The imposers that are searched for a request, one after the other, each completely.
///
/// The current scope comes first, with its parents, up to the first one that is in a directory; then the imposer that
/// was asked and its parents; and if one of these is in a directory, that directory's others.
struct SearchOrder: Sequence {
    let imposers: [Imposer]

    init(from origin: Origin) {
        var imposers = Array((origin.start ?? origin.asked).lineage)
        if origin.start == nil, let scope = origin.scope {
            imposers = Self.withoutDirectory(scope).filter { member in !imposers.contains { $0 === member } } + imposers
        }
        if let directory = imposers.lazy.compactMap(\.directory).first {
            imposers += directory.imposers.filter { member in !imposers.contains { $0 === member } }
        }
        self.imposers = imposers
    }

    private static func withoutDirectory(_ scope: Imposer) -> [Imposer] {
        Array(scope.lineage.prefix { $0.type == nil })
    }

    func makeIterator() -> IndexingIterator<[Imposer]> {
        imposers.makeIterator()
    }

    func contains(_ imposer: Imposer) -> Bool {
        imposers.contains { $0 === imposer }
    }

    /// The first imposer that was disposed of and stops searches.
    var barred: Imposer? {
        imposers.first { $0.node.isBarred }
    }
}
