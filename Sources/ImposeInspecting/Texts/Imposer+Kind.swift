// The kinds of imposers, as their titles tell them.

internal import ImposeCore

extension ImposerNode {
    /// Whether it is a scope.
    var isScope: Bool {
        if case .scope = Seam.title(of: self) { true } else { false }
    }

    /// The name that it was opened under, if it is a scope and has one.
    var scopeName: InjectionName? {
        if case .scope(let title) = Seam.title(of: self) { title.name } else { nil }
    }

    /// The names of the scopes that this imposer is or is in, innermost first.
    var enclosingScopeNames: [InjectionName] { Seam.lineage(of: self).compactMap(\.scopeName) }

    /// The nearest scope that was opened under a name: this one, or one of its parents.
    func enclosingScope(named name: InjectionName) -> ImposerNode? {
        Seam.lineage(of: self).first { $0.scopeName == name }
    }
}
