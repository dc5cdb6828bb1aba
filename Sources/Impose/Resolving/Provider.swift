/// The user's code that makes an instance, with its parameters and its actor in view.
///
/// The code that takes a pack apart is inlined into the user's module, where the types are known: there each parameter
/// is an injection like any other, and here it would be a walk through metadata.
@usableFromInline
struct Provider<Instance>: Sendable {
    /// The user's code, called with parameters drawn from a source.
    @usableFromInline
    typealias Function = @Sendable (inout ParameterSource) throws -> Instance

    /// The user's code, called on its own actor with parameters that are awaited.
    typealias AsynchronousFunction = nonisolated(nonsending) @Sendable (AsynchronousSource) async throws -> Instance

    /// The types of the parameters, in order.
    let parameters: [any Any.Type]
    /// The actor that the code belongs to, or nil if it runs anywhere.
    let isolation: (any Actor)?
    /// The user's code. Call it on `isolation` only, and never if `isAsynchronous`.
    let function: Function
    /// The same to be awaited; nil if awaiting the parameters and calling `function` on `isolation` is all that is
    /// needed.
    let asynchronousFunction: AsynchronousFunction?
    /// Whether the user's code is asynchronous, so that it can't be called without being awaited.
    let isAsynchronous: Bool
    /// Whether the instance existed when it was imposed, so that nothing is made.
    private(set) var isInstance = false

    @usableFromInline
    init(parameters: [any Any.Type], isolation: (any Actor)?, function: @escaping Function) {
        self.init(parameters: parameters, isolation: isolation, function: function, asynchronousFunction: nil)
    }

    /// Wraps code that may be called either way.
    ///
    /// - Parameter asynchronousFunction: Does the same as `function`, and awaits what `function` would not find.
    init(
        parameters: [any Any.Type],
        isolation: (any Actor)?,
        function: @escaping Function,
        asynchronousFunction: AsynchronousFunction?
    ) {
        self.parameters = parameters
        self.isolation = isolation
        self.function = function
        self.asynchronousFunction = asynchronousFunction
        isAsynchronous = false
    }

    /// Wraps code that can only be awaited.
    init(parameters: [any Any.Type], isolation: (any Actor)?, asynchronousFunction: @escaping AsynchronousFunction) {
        self.parameters = parameters
        self.isolation = isolation
        function = { _ in preconditionFailure("Nobody calls what is to be awaited") }
        self.asynchronousFunction = asynchronousFunction
        isAsynchronous = true
    }

    /// Wraps an expression.
    @inlinable
    init(expression: @escaping @Sendable () throws -> Instance) {
        self.init(parameters: [], isolation: nil) { _ in try expression() }
    }

    /// Wraps a function, whatever its parameters and its actor.
    @inlinable
    init<each Parameter>(
        function: @escaping @isolated(any) @Sendable (repeat each Parameter) throws -> Instance
    ) {
        var types: [any Any.Type] = []
        repeat types.append((each Parameter).self)
        let plain = PlainFunction(IsolatedFunction(call: function))
        self.init(parameters: types, isolation: function.isolation) { source in
            try plain.call(repeat try source.next((each Parameter).self))
        }
    }

    /// Wraps an instance that exists.
    init(instance: consuming sending Instance) {
        let held = HeldInstance(instance)
        self.init(parameters: [], isolation: nil) { _ in held.value }
        isInstance = true
    }

    /// Wraps a value that a scope was given.
    init(given: Given) {
        self.init(parameters: [], isolation: nil) { _ in given.value(as: Instance.self) }
        isInstance = true
    }
}

/// An instance that the user has handed in.
///
/// `@unchecked Sendable`: the reference never changes, and the user has given up theirs.
private final class HeldInstance<Instance>: @unchecked Sendable {
    let value: Instance

    init(_ value: Instance) {
        self.value = value
    }
}

/// A function that carries its actor with it.
@frozen
@usableFromInline
struct IsolatedFunction<Instance, each Parameter>: Sendable {
    @usableFromInline
    let call: @isolated(any) @Sendable (repeat each Parameter) throws -> Instance

    @inlinable
    init(call: @escaping @isolated(any) @Sendable (repeat each Parameter) throws -> Instance) {
        self.call = call
    }
}

/// The same function as it is called on its own actor, where there is nothing to wait for.
@frozen
@usableFromInline
struct PlainFunction<Instance, each Parameter>: Sendable {
    @usableFromInline
    let call: @Sendable (repeat each Parameter) throws -> Instance

    /// Drops the isolation from the type, the way `assumeIsolated` of the standard library does.
    ///
    /// Invariant: each caller here has made sure that it is on the actor.
    @inlinable
    init(_ function: IsolatedFunction<Instance, repeat each Parameter>) {
        self = knownFunction(function, as: PlainFunction<Instance, repeat each Parameter>.self)
    }
}

/// The source of the parameters of one call of a provider.
@frozen
@usableFromInline
struct ParameterSource {
    /// The imposer that holds the registration: parameters are injected from there.
    ///
    /// Invariant of this, `scope` and `arguments`: the provider's caller holds them for longer than the source is
    /// there.
    @usableFromInline
    let holder: UncountedReference<Imposer>
    /// The scope that parameters are injected in.
    @usableFromInline
    let scope: UncountedReference<Imposer>?
    /// The table of remembered answers.
    @usableFromInline
    let home: AnswerTableReference
    /// The line that counts as the line of a parameter's injection: the registration's.
    @usableFromInline
    let location: Location
    /// The arguments of the injection by the position of the parameter that they fill, if there are any.
    @usableFromInline
    let arguments: UncountedReference<FilledParameters>?
    /// The position of the next parameter.
    @usableFromInline
    var position = 0

    /// Outside any scope and without arguments.
    @inlinable
    init(holder: UncountedReference<Imposer>, location: Location) {
        let home = holder.with { $0.home }
        self.init(holder: holder, scope: nil, home: home, location: location, arguments: nil)
    }

    @inlinable
    init(
        holder: UncountedReference<Imposer>,
        scope: UncountedReference<Imposer>?,
        home: AnswerTableReference,
        location: Location,
        arguments: UncountedReference<FilledParameters>?
    ) {
        self.holder = holder
        self.scope = scope
        self.home = home
        self.location = location
        self.arguments = arguments
    }
}

/// The arguments of an injection by the position of the parameter that they fill.
@usableFromInline
final class FilledParameters {
    private let arguments: [Int: Argument]
    /// The arguments of an injection of an alias, for its original.
    let passedOn: [Argument]
    /// The owner in an injection of an alias, for its original.
    let owner: AnyObject?
    /// Whether an alias is to convert an existing instance, and have none made.
    let areForExisting: Bool
    /// Whether some were injected and not given; each of these is an `AwaitedValue`.
    private let wereAwaited: Bool

    init(
        _ arguments: [Int: Argument],
        passingOn passedOn: [Argument] = [],
        for owner: AnyObject? = nil,
        areForExisting: Bool = false,
        wereAwaited: Bool = false
    ) {
        self.arguments = arguments
        self.passedOn = passedOn
        self.owner = owner
        self.areForExisting = areForExisting
        self.wereAwaited = wereAwaited
    }

    /// Whether there is an argument for a position.
    @usableFromInline
    func hasValue(at position: Int) -> Bool {
        arguments[position] != nil
    }

    /// No arguments.
    static var none: FilledParameters { FilledParameters([:]) }

    /// The argument for a position, with the type that it was given as; nil if there is none.
    func argument(at position: Int) -> Argument? { arguments[position] }

    /// The argument for a position that has one.
    @usableFromInline
    func value<Parameter>(at position: Int, as type: Parameter.Type) -> Parameter {
        let argument = arguments[position]?.value
        if wereAwaited, let awaited = argument as? AwaitedValue<Parameter> { return awaited.value }
        guard let value = argument as? Parameter else {
            preconditionFailure("The plan put an argument where it does not fit")
        }
        return value
    }
}

/// An instance that was injected for a parameter before the provider is called.
///
/// Some would not come back from an `Any` as they were: a nil inside an optional, or an instance whose type conforms on
/// some actor only.
struct AwaitedValue<Parameter> {
    let value: Parameter
}
