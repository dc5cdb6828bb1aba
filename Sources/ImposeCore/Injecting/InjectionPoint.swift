/// The place and the parameters of a property wrapper's injections.
struct InjectionPoint: Sendable {
    let location: Location
    /// The context that it was created in, and injects in later; nil for the process's directory without a scope.
    let context: Context?
    /// What else was asked for; nil if nothing but the type matters: from the primary imposer, without a name, by the
    /// default rule. Most points have none, and each is stored in an object of the user's.
    let parameters: InjectionParameters?

    @inline(__always)
    init(source: ImposerReference, name: InjectionName?, rules: InjectionRules, location: Location) {
        self.location = location
        context = ContextCount.isZero ? nil : Context.captured()
        if case .type(.primary) = source, case nil = name, case .nearest = rules {
            parameters = nil
        } else {
            parameters = InjectionParameters(source, name, rules)
        }
    }

    init(location: Location, context: Context?, parameters: InjectionParameters?) {
        self.location = location
        self.context = context
        self.parameters = parameters
    }

    var source: ImposerReference { parameters?.source ?? .type(.primary) }

    var name: InjectionName? { parameters?.name }

    var rules: InjectionRules { parameters?.rules ?? .nearest }

    /// Whether nothing but the type matters, not even a context.
    var isPlain: Bool {
        @inline(__always) get { parameters == nil && context == nil }
    }

    /// The point of a wrapper that has a value from the start, so that nothing is injected.
    static var nowhere: InjectionPoint {
        InjectionPoint(source: .type(.primary), name: nil, rules: .nearest, location: Location())
    }

    /// Returns nil if the injection fails.
    func unforceInject<T>(_ type: T.Type) -> T? {
        inContext { imposer in
            imposer.unforceInject(
                of: type,
                named: name,
                ifNoMatchUse: rules,
                fileID: location.file,
                line: location.line
            )
        }
    }

    func tryInject<T>(_ type: T.Type) throws(ImposeError) -> T {
        try inContext { imposer throws(ImposeError) in
            try imposer.tryInject(
                of: type,
                named: name,
                ifNoMatchUse: rules,
                fileID: location.file,
                line: location.line
            )
        }
    }

    /// Injects from an owner's imposer. The owner is an argument of the injection.
    func tryInject<T>(_ type: T.Type, for owner: AnyObject) throws(ImposeError) -> T {
        try Context.run(in: context) { () throws(ImposeError) -> T in
            let origin = Origin(asked: Imposer.imposer(forOwner: owner))
            let request = Request(type, named: name, rules: rules, for: owner, at: location)
            return try Resolver.resolve(request, as: type, from: origin)
        }
    }

    /// Traps with the error's text if the injection fails.
    func injectOutOfLine<T>(_ type: T.Type) -> T {
        inContext { imposer in
            imposer.inject(of: type, named: name, ifNoMatchUse: rules, fileID: location.file, line: location.line)
        }
    }

    /// Traps with the error's text if an instance can't be made.
    func injectAll<T>(_ type: T.Type) -> [T] {
        do {
            return try tryInjectAll(type)
        } catch {
            trap(error)
        }
    }

    func tryInjectAll<T>(_ type: T.Type) throws(ImposeError) -> [T] {
        try inContext { imposer throws(ImposeError) in
            try imposer.injectAll(of: type, named: name, fileID: location.file, line: location.line)
        }
    }

    /// Stops the program with an error's text.
    func trap(_ error: ImposeError) -> Never {
        inContext { imposer in error.trap(askedOf: imposer) }
    }

    /// Runs `body` with the imposer, in the captured context.
    func inContext<Result, Failure: Error>(
        _ body: (Imposer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        if Context.isCurrent(context) { return try body(imposer) }
        return try Context.run(in: context) { () throws(Failure) -> Result in try body(imposer) }
    }

    /// Runs `body` with the start of the search: in the running scope, or in the context that this was created in.
    ///
    /// - Parameter isParameter: Whether this is the parameter of a provider, created in a scope inside the imposer's.
    func followingScope<Result, Failure: Error>(
        isParameter: Bool,
        _ body: (Origin) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let context = followed
        func search() throws(Failure) -> Result {
            let asked = imposer
            if isParameter { return try body(Origin(asked: asked, scope: context?.scope)) }
            return try asked.searching(body)
        }
        return try Context.isCurrent(context) ? search() : Context.run(in: context, search)
    }

    /// The running context, if it has a scope that lies inside the one that was captured; otherwise the captured one.
    var followed: Context? {
        guard !Context.isCurrent(context), let running = Context.current, let scope = running.scope else {
            return context
        }
        guard running.directory === (context?.directory ?? .process) else { return context }
        if let own = context?.scope, !scope.isSelfOrDescendant(of: own) { return context }
        return running
    }

    var imposer: Imposer {
        source.imposer
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

extension ImposeError {
    /// Stops the program with the error's text, after telling the witness, if there is one.
    ///
    /// - Parameter imposer: The imposer that was asked, if known.
    func trap(askedOf imposer: Imposer? = nil) -> Never {
        Witnesses.tell(self, asked: imposer)
        fatalError(description, file: location.staticFileID, line: location.line)
    }

    /// Makes the error of a wrapper that injects a type at a point.
    init(_ failure: Failure, _ point: InjectionPoint, _ type: any Any.Type) {
        self.init(failure, type, named: point.name, at: point.location)
    }
}
