/// A reference from an object that injects to its imposer.
enum ImposerReference: Sendable {
    /// A type, for a later look-up.
    case type(ImposerType)
    case imposer(Imposer)
    /// The node alone, for an instance that the imposer keeps, which must not keep the imposer.
    case node(ImposerNode)

    /// Makes the reference to an imposer in an object that a running provider is given.
    init(of asked: ImposerNode) {
        if let type = asked.type, asked.directory === Directory.current {
            self = .type(type)
        } else if let imposer = ResolutionPath.isBuildingHeldInstance ? nil : asked.imposer {
            self = .imposer(imposer)
        } else {
            self = .node(asked)
        }
    }

    /// The node that is asked.
    var node: ImposerNode {
        switch self {
        case .type(let type): Imposer.imposer(for: type).node
        case .imposer(let imposer): imposer.node
        case .node(let node): node
        }
    }
}
