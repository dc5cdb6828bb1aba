/// The place and the parameters of a property wrapper's injections.
struct InjectionPoint: Sendable {
    let location: Location
    /// The context that it was created in, and injects in later; nil for the process's directory without a scope.
    var context: Context?
    /// What else was asked for; nil if nothing but the type matters: from the primary imposer, without a name, by the
    /// default rule. Most points have none, and each is stored in an object of the user's.
    let parameters: InjectionParameters?
    /// Whether it is that of a provider's parameter which finds its scope at each read. Then it stays with the scope
    /// that it was created in, which lies inside the scope of the imposer that it names.
    var isParameter = false
}

extension InjectionPoint {
    @inline(__always)
    init(_ source: ImposerReference, _ name: InjectionName?, _ rules: InjectionRules, at location: Location) {
        self.location = location
        context = ContextCount.isZero ? nil : Context.captured()
        if case .type(.primary) = source, case nil = name, case .nearest = rules {
            parameters = nil
        } else {
            parameters = InjectionParameters(source, name, rules)
        }
    }

    var source: ImposerReference { parameters?.source ?? .type(.primary) }

    var name: InjectionName? { parameters?.name }

    var rules: InjectionRules { parameters?.rules ?? .nearest }

    /// Whether nothing but the type matters, not even a context.
    var isPlain: Bool {
        @inline(__always) get { parameters == nil && context == nil }
    }

    /// Injects in the captured context.
    func resolved<T>(_ type: T.Type, wantsReasons: Bool = true) throws(ImposeError) -> T {
        try searching { origin throws(ImposeError) in
            try origin.resolved(type, named: name, rules, wantsReasons: wantsReasons, at: location)
        }
    }

    /// Injects from an owner's imposer. The owner is an argument of the injection.
    func resolved<T>(_ type: T.Type, for owner: AnyObject) throws(ImposeError) -> T {
        try Context.run(in: context) { () throws(ImposeError) -> T in
            let origin = Origin(askedBy: .imposer(forOwner: owner))
            return try Resolver.resolve(request(for: type, owner), as: type, from: origin)
        }
    }

    func resolvedAll<T>(_ type: T.Type) throws(ImposeError) -> [T] {
        try searching { origin throws(ImposeError) in
            try Resolver.resolveAll(request(for: type), as: type, from: origin)
        }
    }

    func request(for type: any Any.Type, _ owner: AnyObject? = nil) -> Request {
        Request(type, named: name, rules: rules, for: owner, at: location)
    }

    /// Returns the result of an injection, or stops the program with the error's text.
    @inline(__always)
    func orTrap<Result>(_ injection: @autoclosure () throws(ImposeError) -> Result) -> Result {
        do {
            return try injection()
        } catch {
            Context.run(in: context) { error.trap(askedOf: source.node) }
        }
    }

    /// Runs `body` with the start of the search.
    func searching<Result, Failure: Error>(_ body: (Origin) throws(Failure) -> Result) throws(Failure) -> Result {
        func search() throws(Failure) -> Result {
            if isParameter { return try body(Origin(asked: source.node, scope: context?.scope)) }
            guard case .imposer(let imposer) = source else { return try body(Origin(asked: source.node)) }
            return try imposer.searching(body)
        }
        return try Context.isCurrent(context) ? search() : Context.run(in: context, search)
    }

    /// The same point in the running context, if that has a scope that lies inside the one that was captured; otherwise
    /// in the captured one.
    var followed: InjectionPoint {
        guard !Context.isCurrent(context), let running = Context.current, let scope = running.scope else { return self }
        guard running.directory === (context?.directory ?? .process) else { return self }
        if let own = context?.scope, !scope.isSelfOrDescendant(of: own) { return self }
        var point = self
        point.context = running
        return point
    }
}

/// What a property wrapper was told beside its type.
@usableFromInline
final class InjectionParameters: Sendable {
    let source: ImposerReference
    let name: InjectionName?
    let rules: InjectionRules

    init(_ source: ImposerReference, _ name: InjectionName?, _ rules: InjectionRules) {
        self.source = source
        self.name = name
        self.rules = rules
    }
}

/// Returns the result of an injection, or stops the program with the error's text.
///
/// - Parameter imposer: The imposer that was asked, if known.
@inline(__always)
func orTrap<T>(askedOf imposer: ImposerNode? = nil, _ injection: @autoclosure () throws(ImposeError) -> T) -> T {
    do {
        return try injection()
    } catch {
        error.trap(askedOf: imposer)
    }
}

extension ImposeError {
    /// Stops the program with the error's text, after telling the trap handler, if there is one: of the calling code, or
    /// else of the directory that it injects in, since the code may run on a thread that knows nothing of the code it
    /// works for.
    ///
    /// - Parameter imposer: The imposer that was asked, if known.
    func trap(askedOf imposer: ImposerNode?) -> Never {
        let trapHandler =
            TrapHandlers.current ?? Directory.current.trapHandler ?? imposer?.homeDirectory?.trapHandler
        trapHandler?(self)
        fatalError(description, file: location.file, line: location.line)
    }

    /// Makes the error of a wrapper that injects a type at a point.
    init(_ failure: Failure, _ point: InjectionPoint, _ type: any Any.Type) {
        self.init(failure, type, named: point.name, at: point.location)
    }
}
