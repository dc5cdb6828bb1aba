/// How an object that injects names the imposer: by its type, to be found when it is needed, or itself.
@usableFromInline
enum ImposerReference: Sendable {
    case type(ImposerType)
    case imposer(Imposer)
    /// The same for an instance that the imposer keeps, which must not keep the imposer.
    case kept(WeakImposer)

    /// The imposer, or what stands in for one that is gone.
    var imposer: Imposer {
        switch self {
        case .type(let type): Imposer.imposer(for: type)
        case .imposer(let imposer): imposer
        case .kept(let reference): reference.imposer ?? ScopeState.gone
        }
    }
}

extension ImposerReference {
    /// How what a running provider is given refers to an imposer.
    init(of asked: Imposer) {
        self.init(holdingNothing: asked)
        if case .kept = self, !ResolutionPath.isBuildingHeldInstance { self = .imposer(asked) }
    }

    /// The same, whoever will keep what the provider makes.
    init(holdingNothing asked: Imposer) {
        if let type = asked.type, asked.directory === Directory.current {
            self = .type(type)
        } else {
            self = .kept(WeakImposer(asked))
        }
    }
}

/// An imposer that does not stay alive for this reference.
@usableFromInline
final class WeakImposer: Sendable {
    private weak let reference: Imposer?
    private let scope: WeakScope?

    init(_ imposer: Imposer) {
        reference = imposer
        scope = WeakScope(imposer)
    }

    /// The imposer, or what stands in for a scope that is gone; nil for another one that is gone.
    var imposer: Imposer? { reference ?? scope?.imposer }
}
