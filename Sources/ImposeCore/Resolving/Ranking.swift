/// The outcome of ranking candidates.
enum Ranking<Ranked> {
    case none
    case chosen(Ranked)
    case tied([Ranked])
}

extension InjectionRules {
    /// Ranks candidates: the nearest or the furthest, and among several at that distance the preferred one.
    ///
    /// Nothing but distance and preference decides. In particular the order of the candidates does not.
    ///
    /// - Parameter candidate: Returns the candidate of an element.
    /// - Complexity: O(n)
    func rank<Ranked>(_ all: [Ranked], by candidate: (Ranked) -> Candidate) -> Ranking<Ranked> {
        let distances = all.map { candidate($0).distance }
        guard let best = prefersNear ? distances.min() : distances.max() else { return .none }
        let nearest = all.filter { candidate($0).distance == best }
        // An alias and its original are one instance, and no tie.
        let candidates = nearest.map(candidate)
        let tied = nearest.filter { !candidate($0).isStoodFor(byOneOf: candidates) }
        if tied.count == 1 { return .chosen(tied[0]) }
        let preferred = tied.filter { candidate($0).isPreferred }
        return preferred.count == 1 ? .chosen(preferred[0]) : .tied(tied)
    }
}
