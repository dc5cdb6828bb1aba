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
