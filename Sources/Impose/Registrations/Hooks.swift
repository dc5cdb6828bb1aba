/// What the user has said of one registration besides its provider: closures for its instances, and the types of its
/// arguments.
///
/// The closures don't know the type of the instances: each gets the object of an `AnyInstance`.
struct Hooks: Sendable {
    /// Closures that wrap the provider's instance, the first one innermost.
    var decorators: [@Sendable (AnyObject) throws -> AnyObject] = []
    /// Closures that are told of each instance that was made.
    var creationObservers: [@Sendable (AnyObject) -> Void] = []
    /// Closures that are told of each instance that was made and is let go.
    var disposers: [Disposer] = []
    /// Closures that are told of each value that is stored.
    var storeObservers: [@Sendable (AnyObject) -> Void] = []
    /// The types of parameters that are always given as arguments.
    var expectedArguments: [any Any.Type] = []

    /// Wraps an instance that a provider has made, and tells of it.
    ///
    /// - Parameter wasMade: False for an instance that the user handed in.
    func decorate<Value>(_ value: Value, wasMade: Bool) throws -> Value {
        if decorators.isEmpty, !wasMade || creationObservers.isEmpty { return value }
        var object = AnyInstance(of: value).takeObject()
        for decorator in decorators { object = try decorator(object) }
        if wasMade { for observer in creationObservers { observer(object) } }
        return AnyInstance(retaining: object).take(as: Value.self)
    }
}

/// A closure of the user's that runs when an instance is let go.
struct Disposer: Sendable {
    /// It gets the object of an `AnyInstance`.
    enum Body: Sendable {
        case synchronous(@Sendable (AnyObject) throws -> Void)
        case asynchronous(@Sendable (UncheckedTransfer<AnyObject>) async throws -> Void)
    }

    let body: Body
    /// The key of the registration, and where that was imposed, for errors.
    let key: RegistrationKey
    let location: Location

    init(_ body: Body, of registration: RegistrationRecord) {
        (self.body, key, location) = (body, registration.key, registration.location)
    }

    /// Runs the closure, which need not be awaited.
    func run(_ object: UncheckedTransfer<AnyObject>) async throws {
        switch body {
        case .synchronous(let run): try run(object.value)
        case .asynchronous(let run): try await run(object)
        }
    }
}

extension Disposer.Body {
    /// - Parameter body: Receives the instance, which must be of its type.
    init<Value>(_ body: @escaping @isolated(any) @Sendable (Value) throws -> Void) {
        if body.isolation == nil {
            // Invariant: it belongs to no actor.
            let plain = knownFunction(IsolatedBody(run: body), as: PlainBody<Value>.self)
            self = .synchronous { try plain.run(AnyInstance(retaining: $0).take(as: Value.self)) }
        } else {
            self = .asynchronous { kept in
                // Unchecked: the instance is let go, and it was imposed with a closure that uses it on this actor.
                nonisolated(unsafe) let instance = AnyInstance(retaining: kept.value).take(as: Value.self)
                try await body(instance)
            }
        }
    }

    /// - Parameter body: Receives the instance, which must be of its type.
    init<Value>(awaiting body: @escaping @Sendable (Value) async throws -> Void) {
        self = .asynchronous { try await body(AnyInstance(retaining: $0.value).take(as: Value.self)) }
    }
}

// The functions are in structs, since older systems have no metadata for the types of `@isolated(any)` functions.

private struct IsolatedBody<Value> {
    let run: @isolated(any) @Sendable (Value) throws -> Void
}

private struct PlainBody<Value> {
    let run: @Sendable (Value) throws -> Void
}
