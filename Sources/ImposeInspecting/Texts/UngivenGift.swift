internal import ImposeCore

/// A value that scopes are expected to be given, and that a request did not find.
struct UngivenGift {
    private let expectation: Expectation
    /// Whether such a scope encloses the request.
    private let isInside: Bool
    /// The registration that is being built and outlives such scopes, so that none of them is searched for it.
    private let outliving: RegistrationRecord?

    init(_ expectation: Expectation, _ order: SearchOrder) {
        let name = expectation.scopeName
        self.expectation = expectation
        isInside = order.contains { $0.scopeName == name }
        outliving = isInside ? nil : Seam.underway.map(\.registration).last { Seam.outlives($0, scopesNamed: name) }
    }

    /// The reason why it does not answer.
    var note: String {
        "is expected to be given, and "
            + (isInside ? "was not" : "none of them encloses the injection")
    }

    /// The change that would make it answer.
    func fix(_ names: TypeNames) -> String {
        let type = names.expression(expectation.type)
        let value = names.variable(expectation.type)
        let giving = "scope.give(\(value), for: \(type)\(expectation.key.name.argument))"
        if isInside { return "Give it to the scope before it is requested: \(giving)" }
        let spelling = expectation.scopeName.key.spelling
        guard let outliving else {
            return "Request it inside such a scope: Imposer.withScope(\(spelling)) { scope in \(giving); "
                + "return scope.inject(of: \(type)\(expectation.key.name.argument)) }"
        }
        return
            "\(names[outliving.type]) outlives such scopes: impose it with option: .scopedInstance(in: \(spelling)), or let "
            + "it ask each time, with a parameter of type Imposed<\(names.annotation(expectation.type))>."
    }
}
