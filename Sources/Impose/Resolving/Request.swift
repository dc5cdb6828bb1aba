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
