/// A registration that may answer a request, with what ranks it.
struct Candidate {
    let registration: RegistrationRecord
    /// The imposer that holds it.
    let imposer: Imposer
    /// Steps up to the requested type.
    let distance: Int

    /// The registration whose instance it is, as far as its imposer knows: its own, or the one that it is an alias of.
    var source: RegistrationRecord {
        registration.original == nil ? registration : imposer.source(of: registration) ?? registration
    }

    /// Whether it wins a tie. What is said to a registration counts for its aliases.
    var isPreferred: Bool { registration.isPreferred || source.isPreferred }

    /// Whether one of several imposers has a registration with the same type and name.
    func isHidden(by imposers: [Imposer]) -> Bool {
        imposers.contains { $0.record(for: registration.key).map($0.isInForce) ?? false }
    }

    /// Whether its instance is that of another candidate, which stands for both.
    func isStoodFor(byOneOf others: [Candidate]) -> Bool {
        guard registration.original != nil else { return false }
        let first = others.first { $0.registration === source } ?? others.first { $0.source === source }
        return first.map { $0.registration !== registration } ?? false
    }
}

/// What one imposer has for a request.
enum Choice {
    case none
    case chosen(Candidate)
    case tied([Candidate])
    /// It was disposed of, and would answer otherwise.
    case disposed

    init(_ ranking: Ranking<Candidate>) {
        self =
            switch ranking {
            case .none: .none
            case .chosen(let candidate): .chosen(candidate)
            case .tied(let candidates): .tied(candidates)
            }
    }
}

/// What comes of ranking candidates.
enum Ranking<Ranked> {
    case none
    case chosen(Ranked)
    case tied([Ranked])
}

extension InjectionRules {
    /// Ranks candidates: the nearest or the furthest, and among several at that distance the one that is preferred.
    ///
    /// Nothing but distance and preference decides. In particular the order of the candidates does not.
    ///
    /// - Parameter candidate: The candidate in what is ranked.
    /// - Complexity: O(n)
    func rank<Ranked>(_ all: [Ranked], by candidate: (Ranked) -> Candidate) -> Ranking<Ranked> {
        let distances = all.map { candidate($0).distance }
        guard let best = prefersNear ? distances.min() : distances.max() else { return .none }
        let nearest = all.filter { candidate($0).distance == best }
        // An alias and what it stands for are one instance, and no tie.
        let candidates = nearest.map(candidate)
        let tied = nearest.filter { !candidate($0).isStoodFor(byOneOf: candidates) }
        if tied.count == 1 { return .chosen(tied[0]) }
        let preferred = tied.filter { candidate($0).isPreferred }
        return preferred.count == 1 ? .chosen(preferred[0]) : .tied(tied)
    }
}
