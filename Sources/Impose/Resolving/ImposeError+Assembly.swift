extension ImposeError {
    /// Assembles an error. Unless a path is given, it consists of the calling thread's frames and the request.
    ///
    /// - Parameters:
    ///   - attempt: The action that failed, if it has nothing to do with the type that was asked for.
    ///   - action: The action at the location, if it was no request.
    ///   - mentioned: Types that the text names besides the ones in the path and the candidates.
    ///   - conforming: Types that could be imposed.
    ///   - problem: The problem in one sentence, without the type.
    ///   - fixes: The ways to fix it, the most likely first.
    ///   - links: The links of a cycle, with the line of each.
    init(
        _ kind: Kind,
        _ request: Request,
        attempt: String? = nil,
        action: String? = nil,
        path: [Step]? = nil,
        candidates: [Candidate] = [],
        searched: [String] = [],
        underlyingError: (any Error)? = nil,
        mentioning mentioned: [any Any.Type] = [],
        conforming: ConformingTypes = .none,
        problem: (TypeNames) -> String,
        fixes: (TypeNames) -> [String],
        links: (TypeNames) -> [String] = { _ in [] }
    ) {
        let needing = Self.registration(needing: request, isOnPath: path?.count == ResolutionPath.current.count)
        let path = path ?? Self.path(to: Step(request.type, named: request.name, at: request.location))
        let types =
            [request.type] + path.flatMap(\.types) + candidates.map(\.type) + mentioned
            + conforming.types + [needing?.type].compactMap { $0 }
        let names = TypeNames(types)
        self.init(
            Details(
                kind: kind,
                requested: request.type,
                name: request.name,
                path: path,
                candidates: candidates,
                location: request.location,
                underlyingError: underlyingError,
                searched: searched,
                names: names,
                attempt: attempt ?? "\(request.purpose) \(names.key(request.type, request.name))",
                action: action ?? (request.purpose == .store ? "stored" : "requested"),
                needing: needing.map { "\(names.key($0.type, $0.key.name)), registered at \($0.location)" },
                links: links(names),
                conforming: conforming.text(names),
                problem: problem(names),
                fixes: fixes(names)
            )
        )
    }

    /// The registration whose provider has the request as a parameter; nil for other requests.
    ///
    /// - Parameter isOnPath: Whether the thread is building what answers the request already.
    private static func registration(needing request: Request, isOnPath: Bool) -> RegistrationRecord? {
        let path = ResolutionPath.current
        let last = (isOnPath ? path.dropLast() : path[...]).last?.registration
        return last?.location == request.location ? last : nil
    }

    /// The steps that the calling thread is building, and one more.
    static func path(to last: Step) -> [Step] {
        ResolutionPath.current.map(\.step) + [last]
    }
}

extension ImposeError.Step {
    /// A step from a request to the type of the registration that answers it.
    init(_ request: Request, registeredAs registeredType: any Any.Type) {
        self.init(request.type, named: request.name, registeredAs: registeredType, at: request.location)
    }
}

extension InjectionName? {
    /// The name as a further argument: `, named: "sandbox"`, or nothing.
    var argument: String { map { ", named: \($0.spelling)" } ?? "" }
}

extension SearchOrder {
    /// The imposers, each with the number of its registrations.
    var withCounts: [String] {
        map { imposer in
            let count = imposer.registrationCount
            return "\(imposer) (\(count == 1 ? "1 registration" : "\(count) registrations"))"
        }
    }
}

extension Imposer {
    /// The imposer as an expression.
    var expression: String { node.title.expression }

    /// The call that injects something from here, as it would be typed.
    func injectingExpression(_ type: String, _ name: InjectionName?, _ more: String = "") -> String {
        node.title.injectingExpression("inject", type, name, more)
    }
}

extension ImposerTitle {
    /// An imposer of this title as an expression.
    var expression: String {
        switch self {
        case .member(.primary): "Imposer"
        case .member(let type): "Imposer.imposer(for: \(type.spelling))"
        case .named: "imposer"
        case .scope: "scope"
        }
    }

    /// A call that injects something from an imposer of this title.
    ///
    /// - Parameters:
    ///   - function: `inject`, `tryInject` or another one with the same parameters.
    ///   - more: The arguments after the name, beginning with a comma.
    func injectingExpression(_ function: String, _ type: String, _ name: InjectionName?, _ more: String = "") -> String
    {
        let arguments = "of: \(type)\(name.argument)\(more)"
        return switch self {
        case .named, .scope: "\(expression).\(function)(\(arguments))"
        case .member(.primary): "\(function)(\(arguments))"
        case .member(let type): "\(function)(from: \(type.spelling), \(arguments))"
        }
    }

    /// A call that awaits something from an imposer of this title.
    func awaitingExpression(_ type: String, _ name: InjectionName?, _ more: String = "") -> String {
        "try await \(injectingExpression("injectAsync", type, name, more))"
    }

    /// The call that makes, in advance, the instances that are kept there, as it would be typed.
    fileprivate var preparingExpression: String {
        switch self {
        case .member: "try await Imposer.prepare()"
        case .named: "try await imposer.prepare()"
        case .scope: "try await scope.prepare()"
        }
    }
}

extension RegistrationRecord {
    /// The call that makes its instance before it is asked for, as it would be typed; nil if there is none.
    var preparing: String? {
        guard original == nil, expectedArguments.isEmpty else { return nil }
        return switch option.lifetime {
        case .singleInstance: imposer.preparingExpression
        case .scopedInstance: "try await scope.prepare()"
        default: nil
        }
    }
}

extension ImposerType {
    /// The type as it would be typed.
    var spelling: String {
        switch self {
        case .primary: ".primary"
        case .secondary: ".secondary"
        case .custom(let key): ".custom(\(AnySendableKey(key).spelling))"
        }
    }
}
