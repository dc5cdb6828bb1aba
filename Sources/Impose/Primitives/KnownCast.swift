internal import CImposeRuntime

// Casts that the compiler can't see to hold, and whoever calls them can. Those that are checked cost more than all that
// is done with what comes out of them.

/// A value as its own type, which generic code has under another name.
///
/// Invariant: the two types are the same one.
@inline(__always)
func knownCast<Value, Target>(_ value: Value, to type: Target.Type) -> Target {
    assert(Value.self == Target.self, "Cast from \(Value.self) to \(Target.self)")
    return unsafeBitCast(value, to: type)
}

/// An object as an instance of a class below its static type.
///
/// Invariant: it is one.
@inline(__always)
func knownDowncast<Target: AnyObject>(_ object: AnyObject, to type: Target.Type) -> Target {
    unsafeDowncast(object, to: type)
}

/// A value as the object that it is a reference to; nil if its type is no class.
@inline(__always)
func objectOfClass<Value>(_ value: Value) -> AnyObject? {
    // Invariant: a metatype is a pointer to metadata, and an instance of a class is a reference to it. A cast would
    // look up more than all of this.
    let metadata = unsafeBitCast(Value.self as any Any.Type, to: UnsafeRawPointer.self)
    return impose_type_kind(metadata) == ImposeTypeKindClass ? unsafeBitCast(value, to: AnyObject.self) : nil
}

/// The value that an object was got from.
///
/// Invariant: `objectOfClass` has returned the object for a value of the same type.
@inline(__always)
func knownInstance<Value>(_ object: AnyObject?, as type: Value.Type) -> Value {
    unsafeBitCast(object, to: type)
}

/// A function as a type that says something else to the compiler: `@Sendable`, `sending`, or no actor.
///
/// Invariant: the type says that it is called in the same way, with the same parameters, and what it says besides is
/// true; or nobody calls it before it is cast back. An `@isolated(any)` function differs from a plain one in what its
/// context begins with, not in how it is called.
///
/// - Parameter function: A struct round one where it has a pack for parameters: such a type can't be cast bare. Or a
///   struct of several, as one that has as many.
@inlinable
@_transparent
func knownFunction<Function, Target>(_ function: Function, as type: Target.Type) -> Target {
    unsafeBitCast(function, to: type)
}
