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
}

/// A registration that could not be asked whether its instance can be cast, since making it failed.
package struct CastingFailure {
    package let registration: RegistrationRecord
    package let imposer: ImposerNode
    package let error: ImposeError
}
