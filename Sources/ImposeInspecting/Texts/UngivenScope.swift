internal import ImposeCore

/// A scope that is open where something is missing, and that nobody gave it to.
struct UngivenScope {
    private let scope: ImposerNode

    init(_ scope: ImposerNode) { self.scope = scope }

    /// The scope that keeps what needs it, or else the innermost one; nil if none is searched.
    init?(_ order: SearchOrder) {
        let named = Seam.underway.reversed().firstResult { step in
            step.registration.option.scopeName.flatMap { name in order.first { $0.scopeName == name } }
        }
        guard let scope = named ?? order.first(where: \.isScope) else { return nil }
        self.scope = scope
    }

    /// What went wrong, without the type.
    var problem: String { "it was neither imposed, nor given to \(scope)\(opened)" }

    private var opened: String { Seam.opening(of: scope).map { ", opened at \($0)" } ?? "" }

    /// The line that gives it.
    ///
    /// - Parameter text: What it begins with: "Give it".
    func fix(_ text: String, _ type: any Any.Type, _ name: InjectionName?, _ names: TypeNames) -> Fix {
        let which = Seam.opening(of: scope).map { "the scope that \($0) opens" } ?? "\(scope)"
        return Fix(
            "\(text) to \(which), before anything is injected there. In a block, `scope` is its parameter",
            "scope.give(\(names.variable(type)), for: \(names.expression(type))\(name.argument))"
        )
    }
}
