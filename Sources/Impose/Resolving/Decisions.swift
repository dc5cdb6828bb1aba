/// The decisions of the imposers that are searched for a request, one after the other, up to the first one that ends
/// the search.
///
/// This is the one search. Injecting, explaining, validating, drawing and observing take their decisions from here,
/// and so can't disagree about them. Storing, which wants exactly a type and a name, asks the same imposers.
///
/// Not generic, and without stored iterators: to look up such a type, the runtime searches all conformances of the
/// process.
struct Decisions: Sequence, IteratorProtocol {
    private let matching: Matching
    /// Whether imposers choose as if nothing had been disposed of.
    private let isAsWired: Bool
    private let imposers: [ImposerNode]
    /// The position of the next imposer.
    private var position = 0

    fileprivate init(_ imposers: [ImposerNode], _ matching: Matching, isAsWired: Bool) {
        (self.imposers, self.matching, self.isAsWired) = (imposers, matching, isAsWired)
    }

    /// The next imposer with its decision; nil when an imposer has ended the search, or all were asked.
    @inline(never)
    mutating func next() -> Decision? {
        guard position < imposers.count else { return nil }
        let imposer = imposers[position]
        let choice = isAsWired ? matching.rank(in: imposer) : matching.choose(in: imposer)
        if case .none = choice { position += 1 } else { position = imposers.count }
        return Decision(imposer: imposer, choice: choice)
    }
}

/// The choice of one imposer.
package struct Decision {
    package let imposer: ImposerNode
    package let choice: Choice

    /// The registration that answers, or nil if the search goes on.
    ///
    /// - Throws: If several tie, or the imposer that would answer was disposed of.
    func candidate(for request: Request) throws(ImposeError) -> Candidate? {
        switch choice {
        case .chosen(let candidate): return candidate
        case .tied(let candidates): throw ImposeError(.ambiguous(candidates), request)
        case .disposed: throw ImposeError(.disposed(imposer), request)
        case .none: return nil
        }
    }
}

extension SearchOrder {
    /// The imposers that are asked. One that was disposed of and lets no search pass is asked alone, and says so.
    var asked: [ImposerNode] { barred.map { [$0] } ?? imposers }

    /// The decisions for a request.
    func decisions(for matching: Matching) -> Decisions { Decisions(asked, matching, isAsWired: false) }

    /// The decisions for a request, as if nothing had been disposed of. A survey looks at the registrations of copies,
    /// whose instances may have been built and disposed of already.
    func decisions(asWiredFor matching: Matching) -> Decisions { Decisions(imposers, matching, isAsWired: true) }
}
