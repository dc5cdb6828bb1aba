// The ranking of what could answer a request: candidates, and the choice among them.

/// What was found for a request, as it is remembered: a registration of the node that was asked or of another root of
/// its directory, or nothing.
struct RememberedMatch: Sendable {
    let registration: RegistrationRecord?
    let holder: Node?
}

/// A registration, or a value that a scope was given, that could answer a request.
struct Candidate {
    /// Nil for a given value, and for what is gone.
    let registration: RegistrationRecord?
    let key: RegistrationKey
    let holder: Node
    /// Steps up to the requested type.
    var distance: Int
    /// What the instance comes from: the candidate itself, or the original of an alias.
    let source: Source

    enum Source {
        case registration(RegistrationRecord)
        case given(GivenValue)
        /// What an ended scope had, or got too late.
        case gone

        /// As `Candidate.number`.
        var number: Int {
            switch self {
            case .registration(let registration): registration.number
            case .given(let value): value.number
            case .gone: .max
            }
        }
    }

    /// The place in the order of all registrations and given values.
    var number: Int { registration?.number ?? source.number }

    /// The value, if it is one itself.
    var given: GivenValue? {
        if registration == nil, case .given(let value) = source { value } else { nil }
    }

    var isPreferred: Bool {
        if registration?.isPreferred.isSet ?? false { return true }
        return if case .registration(let source) = source { source.isPreferred.isSet } else { false }
    }
}

/// The decision of one node on a request.
enum Decision {
    case none
    case chosen(Candidate)
    case tied([Candidate])
    /// The node has ended, and would have answered.
    case disposed
}

extension InjectionRules {
    /// The choice among candidates: by distance, and among several at the best one the only one that is preferred. An
    /// alias and its original are one instance, and no tie.
    func choice(among candidates: [Candidate]) -> Decision {
        let distances = candidates.map(\.distance)
        guard let distance = prefersNear ? distances.min() : distances.max() else { return .none }
        let best = candidates.filter { $0.distance == distance }
        let tied = best.filter { !$0.isDuplicate(among: best) }
        if tied.count == 1 { return .chosen(tied[0]) }
        let preferred = tied.filter(\.isPreferred)
        return preferred.count == 1 ? .chosen(preferred[0]) : .tied(tied)
    }
}

extension Candidate {
    private var isAlias: Bool { registration?.original != nil }

    /// Whether this is an alias, and another candidate stands for the same instance: the original, or else the first of
    /// several aliases.
    func isDuplicate(among others: [Candidate]) -> Bool {
        guard isAlias else { return false }
        let same = others.filter { $0.source.number == source.number }
        return same.contains { !$0.isAlias } || number != same.map(\.number).min()
    }
}
