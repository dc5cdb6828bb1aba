internal import Impose

/// A line that a finding is about.
struct FindingPlace: Sendable {
    /// A note on the line: "Invoice, imposed"; empty for the first one of a finding about a property or a call, in front of
    /// the text.
    let note: String
    let location: Location

    init(_ note: String, _ location: Location) {
        (self.note, self.location) = (note, location)
    }

    /// The line of a registration.
    @inline(never)
    init(_ record: RegistrationFacts, _ names: TypeNames) {
        self.init("\(names.key(record.type, record.key.name)), imposed", record.location)
    }

    /// The line of an expectation.
    init(_ expectation: Expectation, _ names: TypeNames) {
        self.init("\(names.key(expectation.type, expectation.key.name)), expected", expectation.location)
    }
}

extension Imposer.Validation.Finding {
    /// - Parameters:
    ///   - about: The registration that it is about, unless it is about stored wrappers or calls, and the names of the
    ///     types in texts.
    ///   - type: The type; nil for the registration's own, or none.
    @inline(never)
    init(
        kind: Imposer.Validation.Kind,
        severity: Imposer.Validation.Severity,
        _ about: (record: RegistrationFacts, names: TypeNames)? = nil,
        property: Imposer.Validation.StoredProperty? = nil,
        call: Imposer.Validation.Call? = nil,
        type: (any Any.Type)? = nil,
        message: String,
        places: [FindingPlace] = [],
        fixes: [Fix],
        path: [any Any.Type] = []
    ) {
        self.kind = kind
        self.severity = severity
        registration = about.map { Imposer.RegistrationInfo($0.record) }
        (self.property, self.call) = (property, call)
        self.type = type ?? about?.record.type ?? Any.self
        self.message = message
        lines = (about.map { [FindingPlace($0.record, $0.names)] } ?? []) + places
        fix = fixes.numbered(indent: 0)
        self.path = path
    }
}
