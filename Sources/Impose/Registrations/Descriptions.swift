// Descriptions of registrations for texts, events and graphs.

extension Imposer.RegistrationInfo {
    @inline(never)
    init(_ record: RegistrationRecord) {
        self.init(
            type: record.type,
            name: record.key.name,
            imposer: record.imposer.description,
            option: record.option,
            isAsynchronous: record.isAsynchronous,
            location: record.location
        )
    }
}

extension Imposer.ExpectationInfo {
    init(_ expectation: Expectation) {
        self.init(
            type: expectation.type,
            name: expectation.key.name,
            scopeName: expectation.scopeName,
            location: expectation.location
        )
    }
}

extension ImposeError.Candidate {
    /// - Parameters:
    ///   - imposer: The imposer that holds the registration, as texts call it.
    ///   - note: The reason that it is listed, if that is not its distance.
    @inline(never)
    package init(_ registration: RegistrationRecord, in imposer: String, distance: Int?, note: String? = nil) {
        self.init(
            type: registration.type,
            name: registration.key.name,
            distance: distance,
            imposer: imposer,
            option: registration.option,
            location: registration.location,
            note: note,
            isExpected: false
        )
    }

    /// Describes a value that scopes are expected to be given.
    package init(_ expectation: Expectation, note: String) {
        self.init(
            type: expectation.type,
            name: expectation.key.name,
            distance: nil,
            imposer: expectation.scopeName.scopes,
            option: .singleInstance,
            location: expectation.location,
            note: note,
            isExpected: true
        )
    }
}
