/// A context that is held for later, by what was created in it.
///
/// It keeps the scope and the directory open, unless an imposer or a scope is going to keep what holds it: that must not
/// keep what keeps it.
struct HeldContext: Sendable {
    private let scope: Node?
    private let root: Node?
    private let tokens: (scope: Imposer?, root: Imposer?)

    init(_ context: Context) {
        (scope, root) = (context.scope?.object, context.root?.object)
        let isKept = context != Context() && Build.isBuildingForKeeper(on: .current)
        tokens = isKept ? (nil, nil) : (scope?.openToken, root?.openToken)
    }

    /// As long as this is held.
    var context: Context {
        Context(scope: scope.map { UncountedReference($0) }, root: root.map { UncountedReference($0) })
    }
}
