/// What an injection is made in: a directory, and a scope if one is running.
///
/// Where there is none, that is the process's directory without a scope.
@usableFromInline
final class Context: Sendable {
    var directory: Directory { heldDirectory ?? .process }
    /// Nil for the process's, which stays: threads that count references to one object wait for each other.
    private let heldDirectory: Directory?
    /// Keeps the directory's instances alive.
    private let lease: Lease?
    private let hasScope: Bool
    private let heldScope: Imposer?
    /// That of a scope which the directory holds for this, so as to be able to let go of it when it ends.
    private let numberOfScope: SerialNumber?
    private let weakScope: WeakScope?
    /// Where it is counted while it is in use: by code that runs in it, and by tasks that were started there and may run on.
    /// Only such a context is bound. Nil for the others.
    private let use: ContextCount.Use?
    /// What is captured of one that is in use. To hold that is no use.
    private let captive = OnceReference<Context>()
    /// The scope, if it is one of the directory's primary imposer, as nearly every one is. Invariant: it is held.
    private let scopeOfPrimary: UncountedReference<Imposer>?

    /// - Parameters:
    ///   - isHolding: Whether it keeps the scope and the directory's instances alive. What is created for an instance
    ///     that these keep must not, or none of them would ever be released.
    ///   - isRunning: Whether it is made to run some code in, and for nothing else.
    init(_ directory: Directory, scope: Imposer?, isHolding: Bool = true, isRunning: Bool = false) {
        heldDirectory = directory === Directory.process ? nil : directory
        lease = isHolding && directory !== Directory.process ? directory.lease : nil
        hasScope = scope != nil
        heldScope = isHolding && !directory.endsWithBody ? scope : nil
        weakScope = isHolding ? nil : scope.flatMap { WeakScope($0) }
        if isHolding, let heldScopes = directory.heldScopes, let scope, let location = scope.scopeState?.location {
            heldScopes.hold(scope, openedAt: location)
            numberOfScope = scope.number
        } else {
            numberOfScope = nil
        }
        scopeOfPrimary = isRunning ? directory.uncounted(heldScope) : nil
        use = isRunning ? ContextCount.begin() : nil
    }

    /// Makes one to run code in a scope of the process's directory.
    init(runningIn scope: Imposer) {
        (heldDirectory, lease, numberOfScope, weakScope) = (nil, nil, nil, nil)
        (hasScope, heldScope) = (true, scope)
        scopeOfPrimary = scope.isBelowPrimaryOfProcess ? UncountedReference(scope) : nil
        use = ContextCount.begin()
    }

    /// Makes one to run some code in, for which another one stands where something is created there.
    private init(running original: Context) {
        heldDirectory = original.heldDirectory
        lease = original.lease
        hasScope = original.hasScope
        heldScope = original.heldScope
        // The original goes on holding it, and is held below.
        numberOfScope = nil
        weakScope = original.weakScope
        scopeOfPrimary = original.directory.uncounted(heldScope)
        use = ContextCount.begin()
        _ = captive.storeIfNil(original)
    }

    deinit {
        use?.end()
        if let numberOfScope { directory.heldScopes?.letGo(of: numberOfScope) }
    }

    /// The scope. One that is gone is stood in for by one that was disposed of: see `WeakScope` and `HeldScopes`.
    var scope: Imposer? {
        guard hasScope else { return nil }
        if let heldScope { return heldScope }
        if isRunning, let original = captive.load(), original.numberOfScope != nil { return original.scope }
        if let numberOfScope { return directory.heldScopes?.scope(numberOfScope, in: directory) }
        return weakScope?.imposer ?? ScopeState.gone
    }

    private var isRunning: Bool { use != nil }

    /// That of the calling code, or nil.
    static var current: Context? { unretained?.object }

    /// The same without a reference to it: the calling code runs in it, and it stays until that is over.
    private static var unretained: UncountedReference<Context>? {
        // Invariant: what is found there is what `binding` is bound to, and stays bound as long as the caller runs.
        guard !ContextCount.isZero else { return nil }
        guard let bound = ValueReference<UncountedReference<Context>?>(boundTo: property) else {
            ContextCount.noteLookInVain()
            return nil
        }
        return bound.pointee
    }

    /// Whether the calling code runs in none.
    static var isNone: Bool { unretained == nil }

    /// Whether a context that was captured is that of the calling code.
    static func isCurrent(_ context: Context?) -> Bool {
        guard let current else { return context == nil }
        return current === context || context != nil && current.captive.load() === context
    }

    /// The context that an object created now should capture, or nil.
    @usableFromInline
    static func captured() -> Context? {
        guard let current else { return nil }
        let isForKeptInstance = ResolutionPath.isBuildingHeldInstance
        return isForKeptInstance ? Context(current.directory, scope: current.scope, isHolding: false) : current.atRest
    }

    /// The same, in use by nobody.
    private var atRest: Context {
        isRunning ? captive.load() ?? captive.storeIfNil(Context(directory, scope: scope)) : self
    }

    /// The same, to run some code in.
    private var running: Context { isRunning ? self : Context(running: self) }

    @TaskLocal private static var binding: Context?
    /// What the runtime finds the binding by. It stays as long as the process.
    private static let property = UncountedReference($binding)

    /// Runs `body` in a context.
    ///
    /// Inlined, since there the compiler knows the types, which otherwise would have to be looked up at run time.
    @inlinable
    static func run<Result, Failure: Error>(
        in context: Context?,
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        if context == nil, ContextCount.isZero { return try body() }
        var result: Swift.Result<Result, Failure>?
        perform(in: context) {
            result = Swift.Result { () throws(Failure) -> Result in try body() }
        }
        guard let result else { preconditionFailure("The body runs exactly once") }
        return try result.get()
    }

    @usableFromInline
    static func perform(in context: Context?, _ body: () -> Void) {
        guard Shutdown.exist else { return $binding.withValue(context?.running) { body() } }
        RunningBody.$isLeft.withValue(RunningBody.isCurrent) {
            $binding.withValue(context?.running) { body() }
        }
    }

    /// Runs `body` in a context.
    nonisolated(nonsending) static func run<Result>(
        in context: Context?,
        _ body: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        try await run(in: context, on: #isolation, body)
    }

    /// - Parameter actor: The caller's. A closure that is isolated to it stays there; any other one would run nowhere.
    private static func run<Result>(
        in context: Context?,
        on actor: isolated (any Actor)?,
        _ body: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        try await $binding.withValue(context?.running) {
            _ = actor
            return try await body()
        }
    }

    /// The same for an injection, whose kind of error is known.
    nonisolated(nonsending) static func runAwaiting<Result>(
        in context: Context?,
        _ body: nonisolated(nonsending) () async throws(ImposeError) -> Result
    ) async throws(ImposeError) -> Result {
        let outcome = await run(in: context) { () async -> Swift.Result<Result, ImposeError> in
            do throws(ImposeError) {
                return .success(try await body())
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }
}

extension Directory {
    /// A scope that a context holds, if it is one of the primary imposer.
    fileprivate func uncounted(_ scope: Imposer?) -> UncountedReference<Imposer>? {
        guard let scope, let parent = scope.parent, parent === primaryImposer else { return nil }
        return UncountedReference(scope)
    }
}

extension Context {
    /// What nearly every request to the primary imposer is made in: in no context, or in a scope of that imposer.
    struct RunningPlace {
        /// Invariant: it is held by the context that the calling code runs in.
        let scope: UncountedReference<Imposer>?
        /// Where the answers are remembered.
        let home: AnswerTableReference
    }

    /// The same that `Origin` finds out for a request to the primary imposer. Nil where it is not that simple.
    static var runningPlace: RunningPlace? {
        // One step after the other without a reference to anything: all of them together cost more than the look-up.
        guard let running = unretained else { return RunningPlace(scope: nil, home: .processPrimary) }
        guard let scope = running.with({ $0.scopeOfPrimary }),
            let home = scope.with({ $0.homeBelowParent })
        else { return nil }
        return RunningPlace(scope: scope, home: home)
    }

    /// Whether the calling code runs in a scope, for certain.
    static func isRunning(_ scope: Imposer) -> Bool {
        unretained?.with { $0.heldScope === scope } ?? false
    }

    /// What a provider must run in on behalf of whoever will keep what it makes, so that nothing is captured that is not
    /// theirs.
    struct Change {
        fileprivate let context: Context?

        func run<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
            try Context.run(in: context, body)
        }

        nonisolated(nonsending) func runAwaiting<Result>(
            _ body: nonisolated(nonsending) () async throws(ImposeError) -> Result
        ) async throws(ImposeError) -> Result {
            try await Context.runAwaiting(in: context, body)
        }
    }

    /// What a task must run in that makes an instance for others: nil for the process's directory without a scope.
    ///
    /// - Parameters:
    ///   - holder: The imposer that holds the registration.
    ///   - scope: The scope that it makes an instance in.
    ///   - isKept: Whether the instance is kept, and hence belongs to the holder's directory, not to the caller's.
    static func ofTask(for holder: Imposer, _ scope: Imposer?, isKept: Bool) -> Context? {
        context(in: directory(for: holder, scope, isKept: isKept), scope, isRunning: false)
    }

    private static func directory(for holder: Imposer, _ scope: Imposer?, isKept: Bool) -> Directory {
        scope?.homeDirectory ?? (isKept ? holder.homeDirectory : nil) ?? .current
    }

    private static func context(in directory: Directory, _ scope: Imposer?, isRunning: Bool) -> Context? {
        let isPlain = scope == nil && directory === Directory.process
        return isPlain ? nil : Context(directory, scope: scope, isRunning: isRunning)
    }

    /// What a provider must run in, if that is not what the calling code runs in already.
    ///
    /// - Parameters:
    ///   - holder: The imposer that holds the registration.
    ///   - scope: The scope that it makes an instance in.
    ///   - isKept: Whether the instance is kept, and hence belongs to the holder's directory, not to the caller's.
    static func needed(for holder: Imposer, _ scope: Imposer?, isKept: Bool) -> Change? {
        if let scope, isRunning(scope) { return nil }
        // Somebody may hold an imposer of an isolated directory although no code runs in that.
        if scope == nil, ContextCount.isZero, !isKept { return nil }
        let current = Context.current
        let directory = directory(for: holder, scope, isKept: isKept)
        if (current?.directory ?? .process) === directory, current?.scope === scope { return nil }
        return Change(context: context(in: directory, scope, isRunning: true))
    }
}
