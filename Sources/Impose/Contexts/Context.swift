public import CImposeRuntime
public import Synchronization

/// What an injection is made in: a directory, and a scope if one is running.
///
/// Where there is none, that is the process's directory without a scope.
@usableFromInline
final class Context: Sendable {
    let directory: Directory
    /// Keeps the directory's instances alive.
    private let lease: Lease?
    private let hasScope: Bool
    private let heldScope: Imposer?
    /// That of a scope which the directory holds for this, so as to be able to let go of it when it ends.
    private let numberOfScope: SerialNumber?
    private weak let weakScope: Imposer?

    /// - Parameter isHolding: Whether it keeps the scope and the directory's instances alive. What is created for an
    ///   instance that these keep must not, or none of them would ever be released.
    init(_ directory: Directory, scope: Imposer?, isHolding: Bool = true) {
        self.directory = directory
        lease = isHolding && directory !== Directory.process ? directory.lease : nil
        hasScope = scope != nil
        heldScope = isHolding && !directory.endsWithBody ? scope : nil
        weakScope = isHolding ? nil : scope
        if isHolding, let heldScopes = directory.heldScopes, let scope, let state = scope.scopeState {
            heldScopes.hold(scope, openedAt: state.place)
            numberOfScope = scope.number
        } else {
            numberOfScope = nil
        }
    }

    deinit {
        if let numberOfScope { directory.heldScopes?.letGo(of: numberOfScope) }
    }

    /// The scope. One that is gone is stood in for by one that was disposed of, so that injections say so.
    var scope: Imposer? {
        guard hasScope else { return nil }
        if let numberOfScope { return directory.heldScopes?.scope(numberOfScope, in: directory) }
        return heldScope ?? weakScope ?? ScopeState.gone
    }

    /// That of the calling code, or nil.
    static var current: Context? {
        ContextCount.isZero ? nil : binding?.context
    }

    /// What the calling code's context is to something that is created now: nil for none.
    @usableFromInline
    static func captured() -> Context? {
        guard let current else { return nil }
        let isForKeptInstance = ResolutionPath.isBuildingHeldInstance
        return isForKeptInstance ? Context(current.directory, scope: current.scope, isHolding: false) : current
    }

    @TaskLocal fileprivate static var binding: ContextBinding?

    /// Runs `body` in a context.
    static func run<Result, Failure: Error>(
        in context: Context?,
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        if context == nil, current == nil { return try body() }
        var result: Swift.Result<Result, Failure>?
        perform(in: context) {
            result = Swift.Result { () throws(Failure) -> Result in try body() }
        }
        guard let result else { preconditionFailure("The body runs exactly once") }
        return try result.get()
    }

    /// Knows no types, so that nothing about types must be looked up at run time.
    private static func perform(in context: Context?, _ body: () -> Void) {
        $binding.withValue(context.map { ContextBinding($0) }) { body() }
    }

    /// Runs `body` in a context.
    nonisolated(nonsending) static func run<Result>(
        in context: Context?,
        _ body: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        let binding = context.map { ContextBinding($0) }
        return try await $binding.withValue(binding) { try await body() }
    }
}

extension Context {
    /// What a provider must run in on behalf of whoever will keep what it makes, so that nothing is captured that is not
    /// theirs.
    struct Change {
        fileprivate let context: Context?

        func run<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
            try Context.run(in: context, body)
        }
    }

    /// What a provider must run in, if that is not what the calling code runs in already.
    ///
    /// - Parameters:
    ///   - holder: The imposer that holds the registration.
    ///   - scope: The scope that it makes an instance in.
    ///   - isKept: Whether the instance is kept, and hence belongs to the holder's directory, not to the caller's.
    static func needed(for holder: Imposer, _ scope: Imposer?, isKept: Bool) -> Change? {
        // Somebody may hold an imposer of an isolated directory although no code runs in that.
        if scope == nil, ContextCount.isZero, !isKept { return nil }
        let current = Context.current
        let directory = scope?.homeDirectory ?? (isKept ? holder.homeDirectory : nil) ?? current?.directory ?? .process
        if (current?.directory ?? .process) === directory, current?.scope === scope { return nil }
        let isPlain = scope == nil && directory === Directory.process
        return Change(context: isPlain ? nil : Context(directory, scope: scope))
    }
}

/// A context in use: by code that runs in it, and by tasks that were started there and may run on.
private final class ContextBinding: Sendable {
    let context: Context

    init(_ context: Context) {
        self.context = context
        ContextCount.word.pointee.add(1, ordering: .relaxed)
    }

    deinit {
        ContextCount.word.pointee.subtract(1, ordering: .relaxed)
    }
}

/// How many contexts are in use.
///
/// Relaxed is enough: code that runs in a context was started by somebody who had counted it before.
@usableFromInline
enum ContextCount {
    @inlinable
    static var isZero: Bool {
        @inline(__always) get { word.pointee.load(ordering: .relaxed) == 0 }
    }

    /// Invariant: an `Atomic<UInt>` is laid out as a `UInt`, and the word is a global of the C target.
    @inlinable
    static var word: UnsafeMutablePointer<Atomic<UInt>> {
        @inline(__always) get {
            UnsafeMutableRawPointer(impose_context_count()).assumingMemoryBound(to: Atomic<UInt>.self)
        }
    }
}
