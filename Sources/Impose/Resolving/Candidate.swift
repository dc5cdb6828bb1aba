/// A registration that could answer a request, with the distance that ranks it.
struct Candidate {
    let registration: RegistrationRecord
    /// The imposer that holds it.
    let imposer: Imposer
    /// Steps up to the requested type.
    let distance: Int

    /// The registration that the instance comes from, as far as its imposer knows: itself, or the original of an alias.
    var source: RegistrationRecord {
        registration.original == nil ? registration : imposer.source(of: registration) ?? registration
    }

    /// Whether it wins a tie. A preferred registration makes its aliases preferred, too.
    var isPreferred: Bool { registration.isPreferred || source.isPreferred }

    /// Whether it is an alias whose instance another candidate delivers, which then stands for both.
    func isStoodFor(byOneOf others: [Candidate]) -> Bool {
        guard registration.original != nil else { return false }
        let first = others.first { $0.registration === source } ?? others.first { $0.source === source }
        return first.map { $0.registration !== registration } ?? false
    }
}

/// The outcome of asking one imposer for a registration that answers.
enum Choice {
    case none
    case chosen(Candidate)
    case tied([Candidate])
    /// The imposer was disposed of; it would answer if it had not been.
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
