/// A directory, with a scope or without one, in which code runs.
///
/// Code outside any context uses the process's directory without a scope.
@usableFromInline
final class Context: Sendable {
    var directory: Directory { heldDirectory ?? .process }
    /// Nil for the process's directory, which stays: threads that count references to one object wait for each other.
    private let heldDirectory: Directory?
    /// Keeps the directory's instances alive.
    private let lease: DirectoryLease?
    /// The scope, which may have ended.
    let scope: ImposerNode?
    /// Keeps the scope from ending.
    private let heldScope: Imposer?
    /// Whether the directory holds the scope for this, so that the directory can let go of it at its end.
    private let isScopeHeldByDirectory: Bool
    /// The count of this context while it is in use: by code that runs in it, and by tasks that were started there and
    /// may still run. Only such a context is bound. Nil for the others.
    private let use: ContextCount.Use?
    /// The context that is captured in place of one in use. Holding it does not count as use.
    private let captive = OnceReference<Context>()
    /// The scope, if its parent is the directory's primary imposer, as nearly always. Invariant: it is held.
    private let scopeOfPrimary: UncountedReference<ImposerNode>?

    /// - Parameters:
    ///   - isHolding: Whether it keeps the scope and the directory's instances alive. A context that is captured for an
    ///     instance which these keep must not, or none of them would ever be released.
    ///   - isRunning: Whether it is made only to run some code in.
    init(_ directory: Directory, scope: ImposerNode?, isHolding: Bool = true, isRunning: Bool = false) {
        heldDirectory = directory === Directory.process ? nil : directory
        lease = isHolding && directory !== Directory.process ? directory.lease : nil
        self.scope = scope
        let held = isHolding ? scope?.imposer : nil
        if let held, let heldScopes = directory.heldScopes {
            heldScopes.hold(held)
            (heldScope, isScopeHeldByDirectory) = (nil, true)
        } else {
            (heldScope, isScopeHeldByDirectory) = (held, false)
        }
        scopeOfPrimary = isRunning ? directory.uncounted(scope) : nil
        use = isRunning ? ContextCount.begin() : nil
    }

    /// Makes a context to run code in a scope of the process's directory.
    init(runningIn scope: Imposer) {
        (heldDirectory, lease, isScopeHeldByDirectory) = (nil, nil, false)
        (self.scope, heldScope) = (scope.node, scope)
        scopeOfPrimary = scope.node.isBelowPrimaryOfProcess ? UncountedReference(scope.node) : nil
        use = ContextCount.begin()
    }

    /// Makes a context to run code in. Objects that are created there capture the original.
    private init(running original: Context) {
        heldDirectory = original.heldDirectory
        lease = original.lease
        (scope, heldScope) = (original.scope, original.heldScope)
        // The original still holds it, and is held below.
        isScopeHeldByDirectory = false
        scopeOfPrimary = original.directory.uncounted(scope)
        use = ContextCount.begin()
        _ = captive.storeIfNil(original)
    }

    deinit {
        use?.end()
        if isScopeHeldByDirectory, let scope { directory.heldScopes?.letGo(of: scope.number) }
    }

    private var isRunning: Bool { use != nil }

    /// The calling code's context, or nil.
    static var current: Context? { unretained?.object }

    /// The context without a reference to it: the calling code runs in it, so it stays until that is over.
    private static var unretained: UncountedReference<Context>? {
        // Invariant: the value there is the one that `binding` is bound to, and stays bound as long as the caller runs.
        guard !ContextCount.isZero else { return nil }
        guard let bound = ValueReference<UncountedReference<Context>?>(boundTo: property) else {
            ContextCount.noteMissedLookup()
            return nil
        }
        return bound.pointee
    }

    /// Whether the calling code runs in no context.
    static var isNone: Bool { unretained == nil }

    /// Whether a captured context is the calling code's.
    static func isCurrent(_ context: Context?) -> Bool {
        guard let current else { return context == nil }
        return current === context || context != nil && current.captive.load() === context
    }

    /// The context that an object created now should capture, or nil.
    static func captured() -> Context? {
        guard let current else { return nil }
        let isForKeptInstance = ResolutionPath.isBuildingHeldInstance
        return isForKeptInstance ? Context(current.directory, scope: current.scope, isHolding: false) : current.atRest
    }

    /// The same context, in use by nobody.
    private var atRest: Context {
        isRunning ? captive.load() ?? captive.storeIfNil(Context(directory, scope: scope)) : self
    }

    /// The same context, to run code in.
    private var running: Context { isRunning ? self : Context(running: self) }

    @TaskLocal private static var binding: Context?
    /// The key by which the runtime finds the binding: the address of the property. It stays as long as the process.
    private static let property = UncountedReference($binding)

    /// Runs `body` in a context.
    ///
    /// Inlined, since the compiler knows the types there, which would have to be looked up at run time otherwise.
    @inlinable
    static func run<Result, Failure: Error>(
        in context: Context?,
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        if context == nil, ContextCount.isZero { return try body() }
        let bindings = enter(context)
        defer { leave(bindings) }
        return try body()
    }

    /// Binds a context for the calling code, until `leave` is called.
    @usableFromInline
    static func enter(_ context: Context?) -> TaskLocalBindings {
        var bindings = TaskLocalBindings()
        WaitsForCaller.stay(&bindings, entering: context)
        bindings.bind(property, to: context?.running)
        return bindings
    }

    @usableFromInline
    static func leave(_ bindings: TaskLocalBindings) { bindings.end() }

    /// Runs `body` in a context.
    ///
    /// - Parameter actor: The caller's actor. A closure that is isolated to it stays there; any other closure
    ///   would run on no actor.
    static func run<Result>(
        in context: Context?,
        on actor: isolated (any Actor)? = #isolation,
        _ body: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        guard WaitsForCaller.areLeft(for: context) else {
            return try await $binding.withValue(context?.running) {
                _ = actor
                return try await body()
            }
        }
        // They are bound then, and so not left any more.
        return try await WaitsForCaller.staying { try await run(in: context, body) }
    }

    /// Runs `body`, an injection, in a context. Its type of error is known.
    nonisolated(nonsending) static func runAwaiting<Result>(
        in context: Context?,
        _ body: nonisolated(nonsending) () async throws(ImposeError) -> Result
    ) async throws(ImposeError) -> Result {
        do {
            return try await run(in: context) { try await body() }
        } catch {
            throw .known(error)
        }
    }

    /// The surroundings that `Origin` would find for a request to the primary imposer: as nearly always, no context, or
    /// a scope of that imposer; and the table in which the answers are remembered. Nil where it is not that simple.
    ///
    /// Invariant: the context that the calling code runs in holds the scope.
    static var runningPlace: (scope: UncountedReference<ImposerNode>?, home: AnswerTableReference)? {
        // Step by step, without a reference to anything: counting references would cost more than the look-up.
        guard let running = unretained else { return (scope: nil, home: .processPrimary) }
        guard let scope = running.with({ $0.scopeOfPrimary }),
            let home = scope.with({ $0.homeBelowParent })
        else { return nil }
        return (scope: scope, home: home)
    }

    /// Whether it is certain that the calling code runs in a scope.
    static func isRunning(_ scope: ImposerNode) -> Bool {
        unretained?.with { $0.scope === scope } ?? false
    }

    /// A change of context for a provider, on behalf of the keeper of its instance, so that nothing is captured that
    /// does not belong to the keeper.
    struct Change {
        /// The context to run the provider in.
        let context: Context?
    }

    /// The context for a task that makes an instance for others: nil for the process's directory without a scope.
    ///
    /// - Parameters:
    ///   - holder: The imposer that holds the registration.
    ///   - scope: The scope that it makes an instance in.
    ///   - isKept: Whether the instance is kept, and hence belongs to the holder's directory, not to the caller's.
    static func ofTask(for holder: ImposerNode, _ scope: ImposerNode?, isKept: Bool) -> Context? {
        context(in: directory(for: holder, scope, isKept: isKept), scope)
    }

    private static func directory(for holder: ImposerNode, _ scope: ImposerNode?, isKept: Bool) -> Directory {
        scope?.homeDirectory ?? (isKept ? holder.homeDirectory : nil) ?? .current
    }

    /// Returns a new context; nil for the process's directory without a scope, where code needs none.
    static func context(
        in directory: Directory,
        _ scope: ImposerNode?,
        isHolding: Bool = true,
        isRunning: Bool = false
    ) -> Context? {
        let isPlain = scope == nil && directory === Directory.process
        return isPlain ? nil : Context(directory, scope: scope, isHolding: isHolding, isRunning: isRunning)
    }

    /// Whether the calling code runs in a directory and a scope, or in none.
    static func isCurrent(_ directory: Directory, _ scope: ImposerNode?) -> Bool {
        let current = current
        return (current?.directory ?? .process) === directory && current?.scope === scope
    }

    /// The change of context that a provider needs, or nil if the calling code's context is right.
    ///
    /// - Parameters:
    ///   - holder: The imposer that holds the registration.
    ///   - scope: The scope that it makes an instance in.
    ///   - isKept: Whether the instance is kept, and hence belongs to the holder's directory, not to the caller's.
    static func needed(for holder: ImposerNode, _ scope: ImposerNode?, isKept: Bool) -> Change? {
        if let scope, isRunning(scope) { return nil }
        // The usual case, without a reference to the directory.
        if let scope, scope.isScopeOfProcess, let imposer = scope.imposer {
            return Change(context: Context(runningIn: imposer))
        }
        // An imposer of an isolated directory may be held although no code runs in that directory.
        if scope == nil, ContextCount.isZero, !isKept { return nil }
        let directory = directory(for: holder, scope, isKept: isKept)
        return isCurrent(directory, scope) ? nil : Change(context: context(in: directory, scope, isRunning: true))
    }
}

extension Directory {
    /// The scope of a context, without a reference to it, if its parent is the primary imposer; nil otherwise.
    fileprivate func uncounted(_ scope: ImposerNode?) -> UncountedReference<ImposerNode>? {
        guard let scope, let parent = scope.parent, parent === primary.load()?.node else { return nil }
        return UncountedReference(scope)
    }
}
