extension Imposer.Validation.Finding {
    init(
        kind: Imposer.Validation.Kind,
        severity: Imposer.Validation.Severity,
        _ record: RegistrationRecord,
        type: any Any.Type,
        message: String,
        places: [Location] = [],
        fix: String,
        path: [any Any.Type] = []
    ) {
        self.kind = kind
        self.severity = severity
        registration = Imposer.RegistrationInfo(record)
        property = nil
        self.type = type
        self.message = message
        self.places = [record.location] + places
        self.fix = fix
        self.path = path
    }

    /// Creates a finding about stored wrappers.
    init(
        kind: Imposer.Validation.Kind,
        severity: Imposer.Validation.Severity,
        property: Imposer.Validation.StoredProperty? = nil,
        type: any Any.Type = Any.self,
        message: String,
        fix: String
    ) {
        self.kind = kind
        self.severity = severity
        registration = nil
        self.property = property
        self.type = type
        self.message = message
        places = []
        self.fix = fix
        path = []
    }
}
