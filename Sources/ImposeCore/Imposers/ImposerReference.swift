/// A reference from an object that injects to its imposer: a type, for a later look-up, or the imposer itself.
enum ImposerReference: Sendable {
    case type(ImposerType)
    case imposer(Imposer)
    /// A weak reference, for an instance that the imposer keeps, which must not keep the imposer.
    case kept(WeakImposer)

    /// The imposer, or a disposed one in place of one that is gone.
    var imposer: Imposer {
        switch self {
        case .type(let type): Imposer.imposer(for: type)
        case .imposer(let imposer): imposer
        case .kept(let reference): reference.imposer ?? ScopeState.gone
        }
    }
}

extension ImposerReference {
    /// Makes the reference to an imposer in an object that a running provider is given.
    init(of asked: Imposer) {
        self.init(holdingNothing: asked)
        if case .kept = self, !ResolutionPath.isBuildingHeldInstance { self = .imposer(asked) }
    }

    /// Makes a reference that does not hold the imposer, no matter who will keep the provider's instance.
    init(holdingNothing asked: Imposer) {
        if let type = asked.type, asked.directory === Directory.current {
            self = .type(type)
        } else {
            self = .kept(WeakImposer(asked))
        }
    }
}

/// A reference that does not keep an imposer alive.
final class WeakImposer: Sendable {
    private weak let reference: Imposer?
    private let scope: WeakScope?

    init(_ imposer: Imposer) {
        reference = imposer
        scope = WeakScope(imposer)
    }

    /// The imposer, or a disposed one in place of a scope that is gone; nil for another imposer that is gone.
    var imposer: Imposer? { reference ?? scope?.imposer }
}
