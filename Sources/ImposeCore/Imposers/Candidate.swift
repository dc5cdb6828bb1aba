/// A registration that could answer a request, with the distance that ranks it.
package struct Candidate {
    package let registration: RegistrationRecord
    /// The imposer that holds it.
    package let imposer: ImposerNode
    /// Steps up to the requested type; 0 also if no search has found it.
    package let distance: Int

    package init(registration: RegistrationRecord, imposer: ImposerNode, distance: Int = 0) {
        (self.registration, self.imposer, self.distance) = (registration, imposer, distance)
    }

    /// The registration that the instance comes from, as far as its imposer knows: itself, or the original of an alias.
    var source: RegistrationRecord {
        registration.original == nil ? registration : imposer.source(of: registration) ?? registration
    }

    /// Whether it wins a tie. A preferred registration makes its aliases preferred, too.
    package var isPreferred: Bool { registration.isPreferred || source.isPreferred }

    /// Whether it is an alias whose instance another candidate delivers, which then stands for both.
    func isStoodFor(byOneOf others: [Candidate]) -> Bool {
        guard registration.original != nil else { return false }
        let first = others.first { $0.registration === source } ?? others.first { $0.source === source }
        return first.map { $0.registration !== registration } ?? false
    }
}

/// A registration that could not be asked whether its instance can be cast, since making it failed.
package struct CastingFailure {
    package let registration: RegistrationRecord
    package let imposer: ImposerNode
    package let error: ImposeError
}
