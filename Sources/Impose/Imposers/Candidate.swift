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

/// A registration that could not be asked whether its instance can be cast, since making it failed.
struct CastingFailure {
    let registration: RegistrationRecord
    let imposer: Imposer
    let error: ImposeError
}
