internal import ImposeCore

/// A value that scopes are expected to be given, and that a request did not find.
struct UngivenGift {
    private let expectation: Expectation
    /// The scope that encloses the request, if there is one.
    private let scope: ImposerNode?
    /// The registration that is being built and outlives such scopes, so that none of them is searched for it.
    private let outliving: RegistrationRecord?

    init(_ expectation: Expectation, _ order: SearchOrder) {
        let name = expectation.scopeName
        self.expectation = expectation
        scope = order.first { $0.scopeName == name }
        outliving = scope != nil ? nil : Seam.underway.map(\.registration).last { Seam.outlives($0, scopesNamed: name) }
    }

    /// The reason why it does not answer.
    var note: String {
        "is expected to be given, and "
            + (scope != nil ? "was not" : "none of them encloses the injection")
    }

    /// What went wrong, without the type.
    var problem: String {
        guard let scope else { return "\(expectation.scopeName.scopes) are given it, and none encloses the injection" }
        let place = Seam.opening(of: scope).map { ", opened at \($0)" } ?? ""
        return "it was not given to \(scope)\(place)"
    }

    /// The change that would make it answer.
    func fix(_ names: TypeNames) -> Fix {
        let type = names.expression(expectation.type)
        let value = names.variable(expectation.type)
        let giving = "scope.give(\(value), for: \(type)\(expectation.key.name.argument))"
        if let scope {
            let place = Seam.opening(of: scope).map { "where the scope is opened, at \($0)" } ?? "to the scope"
            return Fix("Give it before it is requested, \(place)", giving)
        }
        let spelling = expectation.scopeName.key.spelling
        guard let outliving else {
            return Fix(
                "Request it inside such a scope",
                "Imposer.withScope(\(spelling)) { scope in \(giving); "
                    + "return scope.inject(of: \(type)\(expectation.key.name.argument)) }"
            )
        }
        return """
            \(names[outliving.type]) outlives such scopes: at \(outliving.location), impose it with option: \
            .scopedInstance(in: \(spelling)), or let it ask each time, with a parameter of type \
            Imposed<\(names.annotation(expectation.type))>.
            """
    }
}
