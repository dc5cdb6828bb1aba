// A scope that is open where something is missing, and that nobody gave it to.

internal import ImposeCore

extension SearchOrder {
    /// The scope that keeps what needs it, or else the innermost one; nil if none is searched.
    var ungivenScope: ImposerNode? {
        let named = Seam.underway.reversed().firstResult { step in
            step.registration.option.scopeName.flatMap { name in first { $0.scopeName == name } }
        }
        return named ?? first(where: \.isScope)
    }
}

extension ImposerNode {
    /// The line that gives something to the scope.
    ///
    /// - Parameter text: What it begins with: "Give it".
    func giving(_ text: String, _ type: any Any.Type, _ name: InjectionName?, _ names: TypeNames) -> Fix {
        let which = Seam.opening(of: self).map { "the scope that \($0) opens" } ?? "\(self)"
        return Fix(
            "\(text) to \(which), before anything is injected there. In a block, `scope` is its parameter",
            "scope.give(\(names.variable(type)), for: \(names.expression(type))\(name.argument))"
        )
    }
}
