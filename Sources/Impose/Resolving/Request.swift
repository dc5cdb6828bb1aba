/// What a request asks of registrations: a type, a name, and the rule for those of other types.
struct Query: Sendable {
    let requested: any Any.Type
    let name: InjectionName?
    let rules: InjectionRules

    init(_ requested: any Any.Type, named name: InjectionName?, _ rules: InjectionRules = .nearest) {
        (self.requested, self.name, self.rules) = (requested, name, rules)
    }

    /// A query for the type and the name of a key.
    init(_ key: RegistrationKey, _ rules: InjectionRules = .nearest) { self.init(key.type, named: key.name, rules) }

    /// The requested type without the optionals around it: a request for `T?` is a request for `T`.
    var unwrapped: any Any.Type { TypeRelation.unwrapped(requested) }

    /// The types of exact matches: `T?` itself, then `T`.
    var exactTypes: some Sequence<any Any.Type> { sequence(first: requested) { TypeRelation.wrapped(in: $0) } }

    var isOptional: Bool { TypeRelation.wrapped(in: requested) != nil }

    /// Whether it has no name and no rule: then its answer is remembered in the words of `AnswerTable`.
    var usesDefaults: Bool { name == nil && rules == .nearest }

    /// The key of the requested type itself, under the requested name.
    var key: RegistrationKey { RegistrationKey(type: requested, name: name) }
}

extension Query: Hashable {
    static func == (one: Query, other: Query) -> Bool {
        one.requested == other.requested && one.rules == other.rules && one.name == other.name
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(requested))
        hasher.combine(name)
    }
}

/// What was asked for, and where.
struct Request {
    let query: Query
    let arguments: [Argument]
    let location: Location
    /// Whether it is to store a value, and not to get one.
    let isToStore: Bool

    init(_ query: Query, arguments: [Argument] = [], at location: Location, isToStore: Bool = false) {
        (self.query, self.arguments, self.location, self.isToStore) = (query, arguments, location, isToStore)
    }

    /// For the errors of an imposer as a whole: no type was asked for.
    init(ofImposerAt location: Location) { self.init(Query(Imposer.self, named: nil), at: location) }
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
        (requested, location) = (whole.pointee.query.requested, whole.pointee.location)
        reference = whole
    }

    /// Whether it has no name, no rule and no arguments.
    var isForTypeAlone: Bool {
        @inline(__always) get { reference == nil }
    }

    /// Whether it has no name and no rule. It may have arguments.
    var usesDefaults: Bool {
        @inline(__always) get { reference.map { $0.pointee.query.usesDefaults } ?? true }
    }

    var query: Query { reference?.pointee.query ?? Query(requested, named: nil) }

    var arguments: [Argument] { reference?.pointee.arguments ?? [] }

    /// The request, for what outlives the call.
    var whole: Request { reference?.pointee ?? Request(query, at: location) }
}

extension Request {
    /// A request for the type alone, without the name and the arguments of this one.
    var typeOnly: BorrowedRequest { BorrowedRequest(query.requested, at: location) }

    /// Runs `body` with the request as it is handed on.
    @inline(__always)
    func withBorrowed<Result, Failure: Error>(_ body: (BorrowedRequest) throws(Failure) -> Result) throws(Failure)
        -> Result
    {
        if query.usesDefaults, arguments.isEmpty { return try body(typeOnly) }
        var whole = self
        return try ValueReference.with(&whole) { whole throws(Failure) in try body(BorrowedRequest(whole)) }
    }
}
