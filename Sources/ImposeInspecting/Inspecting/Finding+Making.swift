internal import ImposeCore

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
    init(_ record: RegistrationRecord, _ names: TypeNames) {
        self.init("\(names.key(record.type, record.key.name)), imposed", record.location)
    }

    /// The line of an expectation.
    init(_ expectation: Expectation, _ names: TypeNames) {
        self.init("\(names.key(expectation.type, expectation.key.name)), expected", expectation.location)
    }
}

extension [RegistrationRecord] {
    /// The names of registrations that have one: `the name "spare"`, `the names "blue" and "green"`.
    var namesInText: String {
        var names: [String] = []
        for name in compactMap(\.key.name?.spelling) where !names.contains(name) { names.append(name) }
        let most = 3
        let rest = names.count > most ? ["\(names.count - most) more"] : []
        let listed = names.prefix(most) + rest
        if listed.count == 1 { return "the name \(listed[0])" }
        return "the names \(listed.dropLast().joined(separator: ", ")) and \(listed[listed.count - 1])"
    }
}

extension Imposer.Validation.Finding {
    @inline(never)
    init(
        kind: Imposer.Validation.Kind,
        severity: Imposer.Validation.Severity,
        _ record: RegistrationRecord,
        _ names: TypeNames,
        type: any Any.Type,
        message: String,
        places: [FindingPlace] = [],
        fixes: [Fix],
        path: [any Any.Type] = []
    ) {
        self.kind = kind
        self.severity = severity
        registration = Seam.info(on: record)
        (property, call) = (nil, nil)
        self.type = type
        self.message = message
        lines = [FindingPlace(record, names)] + places
        fix = fixes.numbered(indent: 0)
        self.path = path
    }

    /// Creates a finding about stored wrappers or calls.
    @inline(never)
    init(
        kind: Imposer.Validation.Kind,
        severity: Imposer.Validation.Severity,
        property: Imposer.Validation.StoredProperty? = nil,
        call: Imposer.Validation.Call? = nil,
        type: any Any.Type = Any.self,
        message: String,
        places: [FindingPlace] = [],
        fixes: [Fix]
    ) {
        self.kind = kind
        self.severity = severity
        registration = nil
        (self.property, self.call) = (property, call)
        self.type = type
        self.message = message
        lines = places
        fix = fixes.numbered(indent: 0)
        path = []
    }
}
