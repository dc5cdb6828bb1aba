/// What the user has asked to be run when an instance is let go.
///
/// It does not know the type of the instance, so that all instances of a registration share it as it is.
enum Disposer: Sendable {
    case synchronous(@Sendable (StronglyKept) throws -> Void)
    case asynchronous(@Sendable (StronglyKept) async throws -> Void)

    /// - Parameter body: Gets the instance, which must be of its type.
    init<Instance>(_ body: @escaping @Sendable (Instance) throws -> Void) {
        self = .synchronous { try body($0.instance(as: Instance.self)) }
    }

    /// - Parameter body: Gets the instance, which must be of its type.
    init<Instance>(awaiting body: @escaping @Sendable (Instance) async throws -> Void) {
        self = .asynchronous { try await body($0.instance(as: Instance.self)) }
    }
}
