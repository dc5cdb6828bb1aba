// The choice among candidates: the exact key, then distance, then which of several that tie is preferred.

extension Matching {
    /// The choice among the registrations of one imposer, whether or not it was disposed of: the exact key goes first.
    func rank(in imposer: ImposerNode) -> Choice {
        exact(in: imposer).map(Choice.chosen) ?? rules.rank(compatible(in: imposer))
    }
}

extension InjectionRules {
    /// Ranks candidates: the nearest or the furthest, and among several at that distance the preferred one.
    ///
    /// Nothing but distance and preference decides. In particular the order of the candidates does not.
    ///
    /// - Complexity: O(n)
    func rank(_ candidates: [Candidate]) -> Choice {
        let distances = candidates.map(\.distance)
        guard let best = prefersNear ? distances.min() : distances.max() else { return .none }
        let nearest = candidates.filter { $0.distance == best }
        // An alias and its original are one instance, and no tie.
        let tied = nearest.filter { !$0.isStoodFor(byOneOf: nearest) }
        if tied.count == 1 { return .chosen(tied[0]) }
        let preferred = tied.filter(\.isPreferred)
        return preferred.count == 1 ? .chosen(preferred[0]) : .tied(tied)
    }
}

extension Candidate {
    /// Whether it wins a tie. A preferred registration makes its aliases preferred, too.
    package var isPreferred: Bool { registration.isPreferred || source.isPreferred }

    /// Whether it is an alias whose instance another candidate delivers, which then stands for both.
    func isStoodFor(byOneOf others: [Candidate]) -> Bool {
        guard registration.original != nil else { return false }
        let first = others.first { $0.registration === source } ?? others.first { $0.source === source }
        return first.map { $0.registration !== registration } ?? false
    }
}

/// The outcome of asking one imposer for a registration that answers.
package enum Choice {
    case none
    case chosen(Candidate)
    case tied([Candidate])
    /// The imposer was disposed of; it would answer if it had not been.
    case disposed
}
