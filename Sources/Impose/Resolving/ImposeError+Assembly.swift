extension ImposeError {
    /// Assembles an error. Unless a path is given, it consists of the calling thread's frames and the request.
    ///
    /// - Parameters:
    ///   - attempt: The action that failed, if it has nothing to do with the type that was asked for.
    ///   - mentioned: Types that the text names besides the ones in the path and the candidates.
    ///   - conforming: Types that could be imposed.
    ///   - problem: One sentence on what is wrong, without the type.
    ///   - fixes: The ways to fix it, the most likely first.
    init(
        _ kind: Kind,
        _ request: Request,
        attempt: String? = nil,
        path: [Step]? = nil,
        candidates: [Candidate] = [],
        searched: [String] = [],
        underlyingError: (any Error)? = nil,
        mentioning mentioned: [any Any.Type] = [],
        conforming: ConformingTypes = .none,
        problem: (TypeNames) -> String,
        fixes: (TypeNames) -> [String]
    ) {
        let path = path ?? Self.path(to: Step(request.type, named: request.name, at: request.location))
        let types =
            [request.type] + path.flatMap(\.types) + candidates.map(\.type) + mentioned
            + conforming.types
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
                action: request.purpose == .store ? "stored" : "requested",
                conforming: conforming.text(names),
                problem: problem(names),
                fixes: fixes(names)
            )
        )
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
    /// The imposer as it would be typed to impose something here.
    var imposingExpression: String {
        switch type {
        case nil: "imposer"
        case .primary: "Imposer"
        case let type?: "Imposer.imposer(for: \(type.spelling))"
        }
    }

    /// The call that injects something from here, as it would be typed.
    func injectingExpression(_ type: String, _ name: InjectionName?) -> String {
        switch self.type {
        case nil: "imposer.inject(of: \(type)\(name.argument))"
        case .primary: "inject(of: \(type)\(name.argument))"
        case let imposerType?: "inject(from: \(imposerType.spelling), of: \(type)\(name.argument))"
        }
    }
}

extension ImposerTitle {
    /// The call that awaits something from an imposer of this title, as it would be typed.
    func awaitingExpression(_ type: String, _ name: InjectionName?, isWithArguments: Bool = false) -> String {
        let arguments = "of: \(type)\(name.argument)\(isWithArguments ? ", arguments: …" : "")"
        return switch self {
        case .named: "try await imposer.injectAsync(\(arguments))"
        case .scope: "try await scope.injectAsync(\(arguments))"
        case .member(.primary): "try await injectAsync(\(arguments))"
        case .member(let type): "try await injectAsync(from: \(type.spelling), \(arguments))"
        }
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
