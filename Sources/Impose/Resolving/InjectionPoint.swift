/// The place and the parameters of a property wrapper's injections.
struct InjectionPoint: Sendable {
    let location: Location
    /// What matters besides the type. Nil for the common case: the primary imposer of the process, no name, the default
    /// rule, and no scope. So a point takes little room in the user's objects.
    let parameters: InjectionParameters?
}

/// What a property wrapper was told beside its type, and what it was created in.
final class InjectionParameters: Sendable {
    enum Source: Sendable {
        /// A root of the directory.
        case type(ImposerType)
        case imposer(Imposer)
        /// The holder of a provider's registration, for a handle that is a parameter of this provider. The token keeps
        /// the holder open. It is nil if an imposer is going to keep the provider's instance, since that would be a
        /// cycle.
        case holder(Node, token: Imposer?)
    }

    let source: Source
    let name: InjectionName?
    let rules: InjectionRules
    /// What it was created in, and injects in later.
    let context: HeldContext

    init(_ source: Source, _ name: InjectionName?, _ rules: InjectionRules, in context: HeldContext) {
        (self.source, self.name, self.rules, self.context) = (source, name, rules, context)
    }
}

extension InjectionPoint {
    /// The point of a wrapper that is created here.
    init(_ source: InjectionParameters.Source, _ name: InjectionName?, _ rules: InjectionRules, at location: Location) {
        let running = Context.current
        if case .type(.primary) = source, case nil = name, case .nearest = rules, running == Context() {
            self.init(location: location, parameters: nil)
        } else {
            let parameters = InjectionParameters(source, name, rules, in: HeldContext(running))
            self.init(location: location, parameters: parameters)
        }
    }

    /// The point of a provider's parameter.
    ///
    /// - Parameter resolver: Where the provider's other parameters are searched from.
    init(parameterOf resolver: Resolver, at location: Location) {
        let holder = resolver.asked.object
        let token = holder.openToken
        let keepsOpen = token == nil || !BuildFrame.mustNotRetain(resolver.context, on: .current)
        let source = InjectionParameters.Source.holder(holder, token: keepsOpen ? token : nil)
        let context = HeldContext(resolver.context, keepsOpen: keepsOpen)
        self.init(location: location, parameters: InjectionParameters(source, nil, .nearest, in: context))
    }

    var name: InjectionName? { parameters?.name }

    private var rules: InjectionRules { parameters?.rules ?? .nearest }

    private var source: InjectionParameters.Source { parameters?.source ?? .type(.primary) }

    private var context: Context { parameters?.context.context ?? Context() }

    /// The instance of a type.
    func injected<T>(_ type: T.Type) throws(ImposeError) -> T {
        if parameters == nil {
            let node = Directory.processPrimary
            return try Injection.run(asking: node, in: Context()) { thread throws(ImposeError) in
                let request = BorrowedRequest(type, at: location)
                return try Resolver(to: node, in: Context()).instance(for: request, as: type, on: thread)
            }
        }
        return try withResolver { resolver, thread throws(ImposeError) in
            try resolver.instance(for: request(type), as: type, on: thread)
        }
    }

    /// The instance of a type from an owner's imposer. The owner is an argument that a provider may take.
    func injected<T>(_ type: T.Type, for owner: AnyObject) throws(ImposeError) -> T {
        let context = context
        let isElsewhere = context != Context.current
        if isElsewhere { Context.enter(context) }
        defer { if isElsewhere { Context.leave() } }
        let request = request(type, arguments: [Argument(owner: owner)])
        return try runRequest { () throws(ImposeError) in
            try Imposer.imposer(forOwner: owner).withResolver { resolver, thread throws(ImposeError) in
                try resolver.instance(for: request, as: type, on: thread)
            }
        }
    }

    /// The instances of all that match a type.
    func injectedAll<T>(_ type: T.Type) throws(ImposeError) -> [T] {
        try withResolver { resolver, thread throws(ImposeError) in
            try resolver.allInstances(for: request(type), as: type, on: thread)
        }
    }

    /// The instance of a type, and all that has to be awaited for it.
    nonisolated(nonsending) func awaited<T>(_ type: T.Type) async throws(ImposeError) -> T {
        try await withResolverAwaiting { resolver async throws(ImposeError) in
            try await resolver.awaitedInstance(for: request(type), as: type, for: #isolation)
        }
    }

    /// The same from an owner's imposer.
    nonisolated(nonsending) func awaited<T>(_ type: T.Type, for owner: AnyObject) async throws(ImposeError) -> T {
        let request = request(type, arguments: [Argument(owner: owner)])
        return try await context.runBindingIfNeeded { () async throws(ImposeError) in
            try await Imposer.imposer(forOwner: owner).awaited(request, as: type)
        }
    }

    nonisolated(nonsending) func awaitedAll<T>(_ type: T.Type) async throws(ImposeError) -> [T] {
        try await withResolverAwaiting { resolver async throws(ImposeError) in
            try await resolver.awaitedInstances(for: request(type), as: type, for: #isolation)
        }
    }

    /// The same as `withResolver`, for code that awaits. `body` runs in no section.
    nonisolated(nonsending) private func withResolverAwaiting<Result>(
        _ body: nonisolated(nonsending) (Resolver) async throws(ImposeError) -> Result
    ) async throws(ImposeError) -> Result {
        let (resolver, held) = withResolver { resolver, _ in (resolver, resolver.held) }
        defer { withExtendedLifetime((held, self)) {} }
        return try await body(resolver)
    }

    private func request(_ type: any Any.Type, arguments: [Argument] = []) -> Request {
        Request(Query(type, named: name, rules), arguments: arguments, at: location)
    }

    /// Runs `body` with the start of the search, in a section.
    func withResolver<Result, Failure: Error>(
        _ body: (Resolver, ThreadRecord) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let context = context
        func asking(_ node: Node, _ resolver: @autoclosure () -> Resolver) throws(Failure) -> Result {
            try runRequest { () throws(Failure) in
                try Injection.run(asking: node, in: context) { thread throws(Failure) in
                    try body(resolver(), thread)
                }
            }
        }
        switch source {
        case .type(let type):
            let root = Node.root(type, in: context)
            return try asking(root, Resolver(to: root, in: context))
        case .imposer(let imposer) where imposer.isParameter: return try imposer.withResolver(body)
        case .imposer(let imposer): return try asking(imposer.node, Resolver(to: imposer.node, in: context))
        case .holder(let holder, _): return try asking(holder, Resolver(to: holder, fromScopeOf: context))
        }
    }

    /// Runs a request in the context that is held.
    private func runRequest<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        guard let parameters else { return try body() }
        return try parameters.context.runRequest(body)
    }

    /// Makes an error of a wrapper of a type.
    func error(_ failure: Failure, _ type: any Any.Type) -> ImposeError { ImposeError(failure, request(type)) }

    /// The same point, moved to the running context. This needs a running scope in the same directory that lies inside
    /// the scope of the point, if the point has one. Otherwise the point itself.
    var inRunningScope: InjectionPoint {
        let (own, running) = (context, Context.current)
        guard running != own, let scope = running.scope, running.root == own.root,
            own.scope.map({ own in scope.with { $0.isInside(own) } }) ?? true
        else { return self }
        return InjectionPoint(source, name, rules, at: location)
    }
}
