// The imposer or scope that keeps an instance, and the scope in which its provider's parameters are asked for.

/// The imposer or scope that keeps the instance of a registration.
enum Keeping {
    /// The imposer that holds the registration.
    case holder
    case scope(ImposerNode)
    /// A scope of some name would have to keep it, and none encloses the request.
    case missing
}

extension RegistrationRecord {
    /// The imposer or scope that keeps its instance.
    ///
    /// - Parameters:
    ///   - holder: The imposer that holds the registration.
    ///   - scope: The current scope of the request.
    func keepingScope(heldBy holder: ImposerNode, for scope: ImposerNode?) -> Keeping {
        guard original == nil, option.lifetime == .scopedInstance else { return .holder }
        guard let name = option.scopeName else { return scope.map { .scope($0) } ?? .holder }
        guard let named = scope?.enclosingScope(named: name) else { return .missing }
        // An instance of a registration made inside the named scope must not outlive the registration's imposer.
        guard let inner = holder.nearestScope, inner !== named, inner.isSelfOrDescendant(of: named) else {
            return .scope(named)
        }
        return .scope(inner)
    }

    /// The scope in which the parameters of its provider are asked for.
    ///
    /// - Parameters:
    ///   - holder: The imposer that holds it.
    ///   - scope: The scope in which its instance is asked for.
    func scopeOfParameters(heldBy holder: ImposerNode, askedIn scope: ImposerNode?) -> ImposerNode? {
        switch keepingScope(heldBy: holder, for: scope) {
        case .scope(let keeping): keeping
        case .holder: isKept ? holder.nearestScope : scope
        case .missing: scope
        }
    }
}

extension Candidate {
    /// The imposer or scope that keeps its instance.
    func keepingScope(for scope: ImposerNode?) -> Keeping { registration.keepingScope(heldBy: imposer, for: scope) }
}

extension ImposerNode {
    /// The nearest scope that was opened under a name: this one, or one of its parents.
    func enclosingScope(named name: InjectionName) -> ImposerNode? {
        lineage.first { $0.name == name }
    }
}
