/// What the user wrote to make an instance, with its parameters and its actor in view.
///
/// What takes a pack apart is inlined into the user's module, where the types are known: there each parameter is an
/// injection like any other, and here it would be a walk through metadata.
@usableFromInline
struct Provider<Instance>: Sendable {
    /// The user's code, called with parameters drawn from a source.
    @usableFromInline
    typealias Function = @Sendable (inout ParameterSource) throws -> Instance

    /// The types of the parameters, in order.
    let parameters: [any Any.Type]
    /// The actor that the code belongs to, or nil if it runs anywhere.
    let isolation: (any Actor)?
    /// The user's code. To be called on `isolation` only.
    let function: Function
    /// Whether the instance existed when it was imposed, so that nothing is made.
    private(set) var isInstance = false

    @usableFromInline
    init(parameters: [any Any.Type], isolation: (any Actor)?, function: @escaping Function) {
        self.parameters = parameters
        self.isolation = isolation
        self.function = function
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

/// The same function as one calls it on its own actor, where there is nothing to wait for.
@frozen
@usableFromInline
struct PlainFunction<Instance, each Parameter>: Sendable {
    @usableFromInline
    let call: @Sendable (repeat each Parameter) throws -> Instance

    /// Drops the isolation from the type, the way `assumeIsolated` of the standard library does.
    ///
    /// Invariant: an `@isolated(any)` function differs from a plain one in what its context begins with, not in how
    /// it is called, and whoever calls it here has made sure that the caller is on the actor. A function type with a
    /// pack can't be cast bare, hence the two structs.
    @inlinable
    init(_ function: IsolatedFunction<Instance, repeat each Parameter>) {
        self = unsafeBitCast(function, to: PlainFunction<Instance, repeat each Parameter>.self)
    }
}

/// Where one call of a provider gets its parameters from. `next` is part of resolving.
@frozen
@usableFromInline
struct ParameterSource {
    /// The imposer that holds the registration: parameters are injected from there.
    ///
    /// Invariant of this, `scope` and `arguments`: whoever calls the provider holds them, and the source is gone before.
    @usableFromInline
    unowned(unsafe) let holder: Imposer
    /// The scope that parameters are injected in.
    @usableFromInline
    unowned(unsafe) let scope: Imposer?
    /// Where the answers are found.
    @usableFromInline
    let home: Home
    /// The line that a parameter's injection is put down to: that of the registration.
    @usableFromInline
    let place: SourcePlace
    /// The arguments of the injection by the position of the parameter that they fill, if there are any.
    @usableFromInline
    unowned(unsafe) let arguments: FilledParameters?
    /// The position of the next parameter.
    @usableFromInline
    var position = 0

    /// Outside any scope and without arguments.
    @inlinable
    init(holder: Imposer, place: SourcePlace) {
        self.init(holder: holder, scope: nil, home: holder.answers.home, place: place, arguments: nil)
    }

    @inlinable
    init(holder: Imposer, scope: Imposer?, home: Home, place: SourcePlace, arguments: FilledParameters?) {
        self.holder = holder
        self.scope = scope
        self.home = home
        self.place = place
        self.arguments = arguments
    }
}

/// The arguments of an injection by the position of the parameter that they fill.
@usableFromInline
final class FilledParameters {
    private let arguments: [Int: Argument]
    /// The arguments of an injection by an alias, for the registration that it stands for.
    let passedOn: [Argument]
    /// And its owner.
    let owner: AnyObject?

    init(_ arguments: [Int: Argument], passingOn passedOn: [Argument] = [], for owner: AnyObject? = nil) {
        self.arguments = arguments
        self.passedOn = passedOn
        self.owner = owner
    }

    /// Whether there is an argument for a position.
    @usableFromInline
    func hasValue(at position: Int) -> Bool {
        arguments[position] != nil
    }

    /// The argument for a position, where there is one.
    @usableFromInline
    func value<Parameter>(at position: Int, as type: Parameter.Type) -> Parameter {
        guard let value = arguments[position]?.value as? Parameter else {
            preconditionFailure("The plan put an argument where it does not fit")
        }
        return value
    }
}
