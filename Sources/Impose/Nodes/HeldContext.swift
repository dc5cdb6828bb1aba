/// A context that is held for later, by what was created in it.
///
/// A held context keeps its scope and its directory open, unless an imposer or a scope of that directory is going to
/// keep the object that holds the context: that would be a cycle. Then the context keeps nothing open, and neither does
/// what its requests make later: `runRequest` counts these requests in `ThreadRecord.weakRequests`.
///
/// Whether there would be a cycle, `Node.formsRetainCycle` says of one keeper, `BuildFrame.formsRetainCycle` of all
/// that the calling code builds, and `BuildFrame.mustNotRetain` also of the counted requests. `Node.tokenToHold` asks
/// `BuildFrame.formsRetainCycle` for an imposer that a provider opens in an isolated directory.
struct HeldContext: Sendable {
    private let scope: Node?
    private let root: Node?
    private let tokens: (scope: Imposer?, root: Imposer?)
    private let keepsOpen: Bool

    /// - Parameter keepsOpen: Whether it may keep the scope and the directory open.
    init(_ context: Context, keepsOpen: Bool = true) {
        (scope, root) = (context.scope?.object, context.root?.object)
        self.keepsOpen = keepsOpen && (context == Context() || !BuildFrame.mustNotRetain(context, on: .current))
        tokens = self.keepsOpen ? (scope?.openToken, root?.openToken) : (nil, nil)
    }

    /// Runs a request of what holds this.
    @inline(__always)
    func runRequest<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        if keepsOpen { return try body() }
        let thread = ThreadRecord.current
        thread.weakRequests += 1
        defer { thread.weakRequests -= 1 }
        return try body()
    }

    /// The context, which is valid as long as this is held.
    var context: Context {
        Context(scope: scope.map { UncountedReference($0) }, root: root.map { UncountedReference($0) })
    }
}
