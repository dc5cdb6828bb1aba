/// The user's code that makes an instance, with its parameters and its actor in view.
///
/// It knows the type of the instances at run time alone, like the registration that keeps it: the runtime would make a
/// generic class once more for each type, which takes longer than all the rest of imposing one. It is moved on its way
/// there, so that nothing of it is counted again.
struct Provider: ~Copyable, Sendable {
    /// What the user has handed in.
    enum Kind {
        /// A function that may be called either way.
        case code
        /// An expression.
        case expression
        /// Code that can only be awaited.
        case asynchronousCode
        /// The instance.
        case instance
    }

    let kind: Kind
    /// The type of the instances, as the compiler knew it.
    let instanceType: any Any.Type
    /// The types of the parameters, in order.
    let parameters: [any Any.Type]
    /// The user's code. Call it on `isolation` only, and as a function that makes instances of `instanceType`; if
    /// `isAsynchronous`, an `AwaitedCall` that makes them.
    let function: UntypedFunction
    /// The actor that the code belongs to, or nil if it runs anywhere.
    let isolation: (any Actor)?

    /// Makes the provider of a registration that has its value by itself.
    static func given(_ type: any Any.Type) -> Provider {
        Provider(kind: .instance, instanceType: type, parameters: [], function: .none, isolation: nil)
    }

    /// Whether the user's code is asynchronous, so that it can't be called without being awaited.
    var isAsynchronous: Bool { kind == .asynchronousCode }

    /// Whether the instance existed when it was imposed, so that nothing is made.
    var isInstance: Bool { kind == .instance }

    /// Whether the user has handed in a function, so that its parameters are all that it takes from outside.
    var isFunction: Bool { kind == .code || kind == .asynchronousCode }
}

/// A function of parameters that are drawn from a source, without the type of the instances that it makes.
struct UntypedFunction: Sendable {
    private let function: UserFunction
    /// The adapter, whose type is gone as well.
    private let adapter: UserFunction

    /// Where there is none.
    fileprivate static let none = UntypedFunction(.none, calledBy: .none)

    init(_ function: consuming UserFunction, calledBy adapter: consuming UserFunction) {
        (self.function, self.adapter) = (function, adapter)
    }
}

/// A function without its type.
@frozen
@usableFromInline
struct UserFunction: Sendable {
    private let call: @Sendable () -> Void

    /// Where there is none.
    static var none: UserFunction { UserFunction {} }

    /// The actor that it belongs to, or nil if it runs anywhere.
    ///
    /// Invariant: this is made of a function that carries its actor with it.
    var isolation: (any Actor)? { knownFunction(self, as: IsolatedUserFunction.self).call.isolation }
}

/// A function without its type that carries its actor with it.
private struct IsolatedUserFunction {
    let call: @isolated(any) @Sendable () -> Void
}
