/// A closure of the user that runs when an instance is let go.
///
/// It does not know the type of the instance, so all instances of a registration share it as it is.
enum Disposer: Sendable {
    case synchronous(@Sendable (StrongInstance) throws -> Void)
    case asynchronous(@Sendable (StrongInstance) async throws -> Void)

    /// - Parameter body: Receives the instance, which must be of its type.
    init<Instance>(_ body: @escaping @isolated(any) @Sendable (Instance) throws -> Void) {
        if body.isolation == nil {
            // Invariant: it belongs to no actor.
            let plain = knownFunction(IsolatedBody(run: body), as: PlainBody<Instance>.self)
            self = .synchronous { try plain.run($0.instance(as: Instance.self)) }
        } else {
            self = .asynchronous { kept in
                // Unchecked: the instance is let go, and it was imposed with a closure that uses it on this actor.
                nonisolated(unsafe) let instance = kept.instance(as: Instance.self)
                try await body(instance)
            }
        }
    }

    /// - Parameter body: Receives the instance, which must be of its type.
    init<Instance>(awaiting body: @escaping @Sendable (Instance) async throws -> Void) {
        self = .asynchronous { try await body($0.instance(as: Instance.self)) }
    }
}

// In structs: older systems don't know the types of functions that may be isolated.

private struct IsolatedBody<Instance> {
    let run: @isolated(any) @Sendable (Instance) throws -> Void
}

private struct PlainBody<Instance> {
    let run: @Sendable (Instance) throws -> Void
}
