// The choice among candidates.

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
