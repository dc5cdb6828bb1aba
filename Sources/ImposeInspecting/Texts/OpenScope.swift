internal import Impose

/// A scope that is open, but not around the injection, as where a detached task or a thread asks.
struct OpenScope {
    let node: NodeFacts
    private let opening: Location
    /// The property that most likely asks, which injects where its owner was made; nil if several could.
    private let keeper: StoredWrapper?
    /// What to do where the injection can't be moved into a scope.
    static let letAsk = "Or, if what needs it was made before the scope, let it ask each time it is read"

    /// Finds an open scope that is meant, preferably one inside the scope that asks; nil if there is none.
    ///
    /// - Parameters:
    ///   - request: The injection that fails; nil where somebody asks for an explanation.
    ///   - most: The number of open scopes to look at.
    init?(
        elsewhereThan origin: Origin,
        failing request: Request? = nil,
        amongFirst most: Int = .max,
        where isMeant: (NodeFacts) -> Bool
    ) {
        let members = Seam.imposers(of: Seam.currentDirectory)
        let top = (origin.scope ?? origin.imposer).lineage.suffix(1)
        // Each is asked once, and not by a lazy collection: others open and end scopes meanwhile.
        let open = (top + members).flatMap { $0.livingSubtree }.filter { $0.isOfScope && !$0.isEnded }
            .prefix(most).filter(isMeant)
        guard let node = open.first(where: { $0.isInside(origin.scope) }) ?? open.first,
            let opening = node.openingLocation
        else { return nil }
        (self.node, self.opening) = (node, opening)
        keeper = request.flatMap { request in
            StoredWrapper.only(in: request.location.module) { wrapper in
                wrapper.wrapper.map { $0.keeping != .notAtAll && $0.dependency == request.type } ?? false
            }
        }
    }

    /// A sentence without its end.
    var state: String {
        let reason =
            !node.hasBody
            ? "this code does not run in it"
            : keeper.map { "\($0.ownerName), which has the property \($0.property), was probably made before" }
                ?? "Task.detached and threads leave it"
        return "One is open, by \(opening), but \(reason)"
    }

    /// - Parameters:
    ///   - request: The request that fails.
    ///   - isExplaining: Whether somebody asks for an explanation, so that it is not a property that injects.
    func fixes(for request: Request, isExplaining: Bool, _ names: TypeNames) -> [Fix] {
        let asking = request.asking(names, by: keeper)
        guard node.hasBody else {
            return [
                "Behind \(opening), put the call that leads here into run { } of the scope.",
                Fix("\(Self.letAsk), inside run { }", asking),
            ]
        }
        if let keeper {
            return [
                Fix(
                    "If \(keeper.ownerName) was made before the scope, let \(keeper.property) inject each time it is read, "
                        + "at \(request.location)",
                    asking
                ),
                .staying("Or, if a detached task made it, let it stay in the scope"),
            ]
        }
        return [
            .staying("If a detached task asks at \(request.location), let it stay in the scope"),
            isExplaining ? .takingAlong("the scope") : Fix(Self.letAsk, asking),
        ]
    }
}

extension Request {
    /// A property that asks each time it is read, as it would be typed.
    ///
    /// - Parameter property: The property that most likely asks; nil if several could.
    func asking(_ names: TypeNames, by property: StoredWrapper? = nil) -> String {
        "@Imposed var \(property?.property ?? names.variable(type)): \(names.annotation(type))"
    }
}

extension NodeFacts {
    /// The names of the scopes that this imposer is or is in, innermost first.
    var enclosingScopeNames: [InjectionName] { lineage.compactMap(\.name) }

    /// The nearest scope that was opened under a name: this one, or one of its parents.
    func enclosingScope(named name: InjectionName) -> NodeFacts? { lineage.first { $0.name == name } }

    /// Whether it is another node or below it; of no node, it is not.
    func isInside(_ other: NodeFacts?) -> Bool { lineage.contains { $0 == other } }
}
