// Advice on an instance that a scope of some name has to keep. The sentence on the problem is in the core's
// `FailureSentences.swift`.

internal import Impose

extension Advice {
    /// - Parameter isAsked: Whether somebody asks for an explanation, so that it is not a property that injects.
    static func noScope(
        _ request: Request,
        _ registration: RegistrationFacts,
        for origin: Origin,
        isAsked: Bool = false
    ) -> Advice {
        let scopeName = registration.option.scopeName
        let name = scopeName.map(\.key.spelling) ?? ""
        let outliving = Seam.outlivingScope(of: registration)
        let misspelling = scopeName.flatMap { MisspeltScope($0, for: origin) }
        let open =
            outliving == nil && misspelling == nil
            ? scopeName.flatMap { name in
                OpenScope(elsewhereThan: origin, failing: isAsked ? nil : request) { $0.name == name }
            } : nil
        return Advice { names in
            if let misspelling { return misspelling.fixes }
            if let outliving {
                return Fix.captive(outliving, askingFor: request.type, in: "(in: \(name))", names)
            }
            if let open { return open.fixes(for: request, isAsked: isAsked, names) }
            let outermost = origin.asked.lineage.last ?? origin.asked
            let asking = request.asking(names)
            let injecting = ImposerTitle.scope(.none).injecting(request.type, request.name, names)
            return [
                Fix(
                    "Inject it inside one, and use it there (in an async function, with await in front)",
                    "\(outermost.expression).withScope(\(name)) { scope in _ = \(injecting) }"
                ),
                Fix(OpenScope.letAsk, asking),
            ]
        } problem: { names in
            if let misspelling { return misspelling.problem }
            guard let open else { return nil }
            let subject = registration.type == request.type ? "it" : names.key(registration.type, registration.key.name)
            return "\(subject) is imposed as .\(registration.option) at \(registration.location), and the injection "
                + "runs in no such scope. \(open.state)"
        }
    }
}

/// A scope that is open, but not around the injection, as where a detached task or a thread asks.
struct OpenScope {
    let node: NodeFacts
    private let opening: Location
    /// The property that most likely asks, which injects where its owner was made; nil if several could.
    private let keeper: StoredWrapper?
    /// Whether a task asks, which may be a detached one.
    private let isInTask = withUnsafeCurrentTask { $0 != nil }
    /// What to do where the injection can't be moved into a scope.
    fileprivate static let letAsk = "Or, if what needs it was made before the scope, let it ask each time it is read"

    /// Nil if there is none; otherwise one inside the scope that asks, if there is one.
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
        let top = (origin.scope ?? origin.asked).lineage.suffix(1)
        // Each is asked once, and not by a lazy collection: others open and end scopes meanwhile.
        let open = (top + members).flatMap { $0.family }.filter { $0.isOfScope && !$0.isEnded }
            .prefix(most).filter(isMeant)
        guard let node = open.first(where: { $0.isInside(origin.scope) }) ?? open.first,
            let opening = node.opening
        else { return nil }
        (self.node, self.opening) = (node, opening)
        keeper = request.flatMap { request in
            StoredWrapper.only(in: request.location.module) { wrapper in
                wrapper.wrapper.map { $0.isHolding && $0.dependency == request.type } ?? false
            }
        }
    }

    /// A sentence without its end.
    var state: String {
        guard node.hasBody else { return "One is open, by \(opening), but this code does not run in it" }
        return "One is open, by \(opening), but "
            + (keeper.map { "\($0.ownerName), which has the property \($0.property), was probably made before" }
                ?? "Task.detached and threads leave it")
    }

    /// - Parameters:
    ///   - request: The request that fails.
    ///   - isAsked: Whether somebody asks for an explanation, so that it is not a property that injects.
    func fixes(for request: Request, isAsked: Bool, _ names: TypeNames) -> [Fix] {
        let asking = request.asking(names, by: keeper)
        guard node.hasBody else {
            return [
                "Behind \(opening), put the call that leads here into run { } of the scope.",
                Fix("\(Self.letAsk), inside run { }", asking),
            ]
        }
        let staying = "let it stay in the scope"
        if let keeper {
            return [
                Fix(
                    "If \(keeper.ownerName) was made before the scope, let \(keeper.property) inject each time it is read, "
                        + "at \(request.location)",
                    asking
                )
            ] + (isInTask ? [.staying("Or, if a detached task made it, \(staying)")] : [])
        }
        return [
            .staying("If a detached task asks at \(request.location), \(staying)"),
            isAsked ? .takingAlong("the scope") : Fix(Self.letAsk, asking),
        ]
    }
}

extension Request {
    /// A property that asks each time it is read, as it would be typed.
    ///
    /// - Parameter property: The property that most likely asks; nil if several could.
    fileprivate func asking(_ names: TypeNames, by property: StoredWrapper? = nil) -> String {
        "@Imposed var \(property?.property ?? names.variable(type)): \(names.annotation(type))"
    }
}

extension NodeFacts {
    /// The names of the scopes that this imposer is or is in, innermost first.
    var enclosingScopeNames: [InjectionName] { self.lineage.compactMap(\.name) }

    /// The nearest scope that was opened under a name: this one, or one of its parents.
    func enclosingScope(named name: InjectionName) -> NodeFacts? {
        self.lineage.first { $0.name == name }
    }

    /// Whether it is another node or below it; of no node, it is not.
    func isInside(_ other: NodeFacts?) -> Bool { self.lineage.contains { $0 === other } }
}
