/// What a request asks of registrations: a type, a name, and the rule for those of other types.
struct Matching: Sendable {
    let requested: any Any.Type
    let name: InjectionName?
    let rules: InjectionRules

    init(_ requested: any Any.Type, named name: InjectionName?, _ rules: InjectionRules = .nearest) {
        (self.requested, self.name, self.rules) = (requested, name, rules)
    }

    /// What is imposed for exactly a key, or answers for it.
    init(_ key: RegistrationKey, _ rules: InjectionRules = .nearest) { self.init(key.type, named: key.name, rules) }

    /// The requested type without the optionals around it: a request for `T?` is a request for `T`.
    var unwrapped: any Any.Type { TypeRelation.unwrapped(requested) }

    /// The types of exact matches: `T?` itself, then `T`.
    var exactTypes: some Sequence<any Any.Type> { sequence(first: requested) { TypeRelation.wrapped(in: $0) } }

    var isOptional: Bool { TypeRelation.wrapped(in: requested) != nil }

    /// Whether it asks for a type alone: then its answer is remembered in the words of `AnswerTable`.
    var usesDefaults: Bool { name == nil && rules == .nearest }

    /// The key of what is exactly as requested.
    var key: RegistrationKey { RegistrationKey(type: requested, name: name) }
}

extension Matching: Hashable {
    static func == (one: Matching, other: Matching) -> Bool {
        one.requested == other.requested && one.rules == other.rules && one.name == other.name
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(requested))
        hasher.combine(name)
    }
}

/// What was asked for, and where.
struct Request {
    let matching: Matching
    let arguments: [Argument]
    let location: Location
    /// Whether it is to store a value, and not to get one.
    let isToStore: Bool

    init(_ matching: Matching, arguments: [Argument] = [], at location: Location, isToStore: Bool = false) {
        (self.matching, self.arguments, self.location, self.isToStore) = (matching, arguments, location, isToStore)
    }
}

/// A request as the functions of an injection hand it on: without references, which each of them would count.
///
/// Invariant: it is handed down only, and what it refers to stays until the call returns that made it.
struct BorrowedRequest {
    let requested: any Any.Type
    let location: Location
    /// The whole of it; nil if a type is all that was asked for.
    private let reference: ValueReference<Request>?

    /// A request for a type alone.
    @inline(__always)
    init(_ requested: any Any.Type, at location: Location) {
        (self.requested, self.location, reference) = (requested, location, nil)
    }

    fileprivate init(_ whole: ValueReference<Request>) {
        (requested, location) = (whole.pointee.matching.requested, whole.pointee.location)
        reference = whole
    }

    /// Whether a type is all that was asked for.
    var isForTypeAlone: Bool {
        @inline(__always) get { reference == nil }
    }

    /// Whether it asks for a type alone, by the default rule. It may have arguments.
    var usesDefaults: Bool {
        @inline(__always) get { reference.map { $0.pointee.matching.usesDefaults } ?? true }
    }

    var matching: Matching { reference?.pointee.matching ?? Matching(requested, named: nil) }

    var arguments: [Argument] { reference?.pointee.arguments ?? [] }

    /// The request, for what outlives the call.
    var whole: Request { reference?.pointee ?? Request(matching, at: location) }
}

extension Request {
    /// A request for the type alone, without the name and the arguments of this one.
    var typeOnly: BorrowedRequest { BorrowedRequest(matching.requested, at: location) }

    /// Runs `body` with the request as it is handed on.
    @inline(__always)
    func withBorrowed<Result, Failure: Error>(_ body: (BorrowedRequest) throws(Failure) -> Result) throws(Failure)
        -> Result
    {
        if matching.usesDefaults, arguments.isEmpty { return try body(typeOnly) }
        var whole = self
        return try ValueReference.with(&whole) { whole throws(Failure) in try body(BorrowedRequest(whole)) }
    }
}
