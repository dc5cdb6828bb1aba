/// A context that is held for later, by what was created in it.
///
/// It may keep the scope and the directory open. It does not if an imposer or a scope of that directory is going to keep
/// what holds it: that must not keep what keeps it. Nor does then what is made for that later, by a request in this context.
struct HeldContext: Sendable {
    private let scope: Node?
    private let root: Node?
    private let tokens: (scope: Imposer?, root: Imposer?)
    private let isHolding: Bool

    /// - Parameter isHolding: Whether it may keep the scope and the directory open.
    init(_ context: Context, isHolding: Bool = true) {
        (scope, root) = (context.scope?.object, context.root?.object)
        self.isHolding = isHolding && (context == Context() || !Build.isForKeeper(of: context, on: .current))
        tokens = self.isHolding ? (scope?.openToken, root?.openToken) : (nil, nil)
    }

    /// Runs a request of what holds this.
    @inline(__always)
    func request<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        if isHolding { return try body() }
        let thread = ThreadRecord.current
        thread.weakRequests += 1
        defer { thread.weakRequests -= 1 }
        return try body()
    }

    /// As long as this is held.
    var context: Context {
        Context(scope: scope.map { UncountedReference($0) }, root: root.map { UncountedReference($0) })
    }
}
