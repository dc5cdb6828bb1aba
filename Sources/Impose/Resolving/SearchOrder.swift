/// The imposers that are searched for a request, one after the other, each whole.
///
/// First the imposer that was asked, then its parents; and if one of these is in a directory, that directory's others.
struct SearchOrder: Sequence {
    private let imposers: [Imposer]

    init(from imposer: Imposer) {
        var imposers = [imposer]
        while let parent = imposers[imposers.count - 1].parent { imposers.append(parent) }
        if let directory = imposers.lazy.compactMap(\.directory).first {
            imposers += directory.imposers.filter { member in !imposers.contains { $0 === member } }
        }
        self.imposers = imposers
    }

    func makeIterator() -> IndexingIterator<[Imposer]> {
        imposers.makeIterator()
    }

    func contains(_ imposer: Imposer) -> Bool {
        imposers.contains { $0 === imposer }
    }
}
