/// The decisions of the imposers that are searched for a request, one after the other, up to the first one that ends
/// the search.
///
/// This is the one search. Injecting, storing, explaining, validating, drawing and observing take their decisions from
/// here, and so can't disagree about them.
///
/// Not generic, and without stored iterators: to look up such a type, the runtime searches all conformances of the
/// process.
struct Decisions: Sequence, IteratorProtocol {
    private let rule: DecisionRule
    private let imposers: [ImposerNode]
    /// The position of the next imposer.
    private var position = 0

    /// - Parameter barred: The first of the imposers that was disposed of and lets no search pass. It alone is asked, and
    ///   says so.
    fileprivate init(_ order: SearchOrder, _ rule: DecisionRule, barredBy barred: ImposerNode?) {
        self.rule = rule
        imposers = barred.map { [$0] } ?? order.imposers
    }

    /// The next imposer with its decision; nil when an imposer has ended the search, or all were asked.
    @inline(never)
    mutating func next() -> Decision? {
        guard position < imposers.count else { return nil }
        let imposer = imposers[position]
        let choice = rule.choose(in: imposer)
        position = choice.isNone ? position + 1 : imposers.count
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

/// A rule by which one imposer decides which of its registrations answers.
private enum DecisionRule {
    /// The rule of a request.
    case matching(Matching)
    /// Only a registration for exactly a type and a name answers.
    case exact(RegistrationKey)
    /// The rule of a request, as if nothing had been disposed of.
    case wiring(Matching)

    func choose(in imposer: ImposerNode) -> Choice {
        switch self {
        case .matching(let matching): matching.choose(in: imposer)
        case .exact(let key): imposer.chooseExactly(key)
        case .wiring(let matching): matching.rank(in: imposer)
        }
    }
}

extension SearchOrder {
    /// The decisions for a request.
    func decisions(for matching: Matching) -> Decisions {
        Decisions(self, .matching(matching), barredBy: barred)
    }

    /// The decisions for a registration of exactly one type and name.
    func decisions(for key: RegistrationKey) -> Decisions {
        Decisions(self, .exact(key), barredBy: barred)
    }

    /// The decisions for a request, as if nothing had been disposed of. A survey looks at the registrations of copies,
    /// whose instances may have been built and disposed of already.
    func decisions(asWiredFor matching: Matching) -> Decisions {
        Decisions(self, .wiring(matching), barredBy: nil)
    }
}
