/// A context that is held for later, by what was created in it: its nodes, and not the scope's token. So an instance that
/// a scope keeps may hold one, and the scope ends all the same.
final class HeldContext: Sendable {
    let scope: Node?
    let root: Node?

    init(_ context: Context) { (scope, root) = (context.scope?.object, context.root?.object) }

    /// Whether it is the process's directory, without a scope.
    var isOfProcess: Bool { scope == nil && root == nil }

    /// As long as this is held.
    var context: Context {
        Context(scope: scope.map { UncountedReference($0) }, root: root.map { UncountedReference($0) })
    }
}
