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
        imposers.contains { $0.recordInForce(for: registration.key) != nil }
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

    var isNone: Bool {
        if case .none = self { return true }
        return false
    }

    init(_ ranking: Ranking<Candidate>) {
        self =
            switch ranking {
            case .none: .none
            case .chosen(let candidate): .chosen(candidate)
            case .tied(let candidates): .tied(candidates)
            }
    }
}
