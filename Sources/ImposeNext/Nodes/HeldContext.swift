/// A context that is held for later, by what was created in it.
///
/// It may keep the scope and the directory open. It does not if an imposer or a scope is going to keep what holds it: that
/// must not keep what keeps it.
struct HeldContext: Sendable {
    private let scope: Node?
    private let root: Node?
    private let tokens: (scope: Imposer?, root: Imposer?)

    /// - Parameter isHolding: Whether it may keep the scope and the directory open.
    init(_ context: Context, isHolding: Bool = true) {
        (scope, root) = (context.scope?.object, context.root?.object)
        let isKept = !isHolding || context != Context() && Build.isBuildingForKeeper(on: .current)
        tokens = isKept ? (nil, nil) : (scope?.openToken, root?.openToken)
    }

    /// As long as this is held.
    var context: Context {
        Context(scope: scope.map { UncountedReference($0) }, root: root.map { UncountedReference($0) })
    }
}
