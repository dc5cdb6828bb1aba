internal import ImposeCore

/// A value that scopes are expected to be given, and that a request did not find.
struct UngivenGift {
    private let expectation: Expectation
    /// The scope that encloses the request, if there is one.
    private let scope: ImposerNode?
    /// The registration that is being built and outlives such scopes, so that none of them is searched for it.
    private let outliving: RegistrationRecord?
    /// The mistake that the scope is opened under another name.
    private let misspelling: MisspeltScope?

    init(_ expectation: Expectation, _ order: SearchOrder, for origin: Origin) {
        let name = expectation.scopeName
        self.expectation = expectation
        scope = order.first { $0.scopeName == name }
        outliving = scope != nil ? nil : Seam.underway.map(\.registration).last { Seam.outlives($0, scopesNamed: name) }
        misspelling = scope == nil ? MisspeltScope(name, for: origin) : nil
    }

    /// Whether all that is known of it is that no scope with its name encloses the injection: nothing that is being built
    /// outlives such scopes, and the name is not misspelt.
    var isOutside: Bool { scope == nil && outliving == nil && misspelling == nil }

    /// The reason why it does not answer.
    var note: String {
        "is expected to be given, and "
            + (scope != nil ? "was not" : "none of them encloses the injection")
    }

    /// What went wrong, without the type.
    var problem: String {
        if let misspelling { return misspelling.problem }
        guard let scope else { return "\(expectation.scopeName.scopes) are given it, and none encloses the injection" }
        return "it was not given to \(scope.withPlace)"
    }

    /// The changes that would make it answer.
    func fixes(_ names: TypeNames) -> [Fix] {
        if let misspelling { return misspelling.fixes }
        let type = names.expression(expectation.type)
        let value = names.variable(expectation.type)
        let giving = "scope.give(\(value), for: \(type)\(expectation.key.name.argument))"
        if let scope {
            let place = Seam.opening(of: scope).map { "where the scope is opened, at \($0)" } ?? "to the scope"
            return [Fix("Give it before it is requested, \(place)", giving)]
        }
        let spelling = expectation.scopeName.key.spelling
        guard let outliving else {
            let outermost = Seam.underway.first?.registration.key ?? expectation.key
            return [
                Fix(
                    "Request it inside such a scope",
                    "Imposer.withScope(\(spelling)) { scope in \(giving); "
                        + "return scope.inject(of: \(names.expression(outermost.type))\(outermost.name.argument)) }"
                )
            ]
        }
        return Fix.captive(outliving, askingFor: expectation.type, in: "(in: \(spelling))", names)
    }
}
