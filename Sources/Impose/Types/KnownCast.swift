public import CImposeRuntime

// Casts that the compiler can't see to hold, and whoever calls them can.

/// A value as its own type, which generic code has under another name.
///
/// Invariant: the two types are the same one.
@inline(__always)
func knownCast<Value, Target>(_ value: Value, to type: Target.Type) -> Target {
    assert(Value.self == Target.self, "Cast from \(Value.self) to \(Target.self)")
    return unsafeBitCast(value, to: type)
}

/// A function as a type that says something else to the compiler.
///
/// Invariant: the type says that it is called in the same way, with the same parameters; or nobody calls it before it
/// is cast back.
///
/// - Parameter function: A struct round one where it has a pack for parameters: such a type can't be cast bare.
@inlinable
@_transparent
func knownFunction<Function, Target>(_ function: Function, as type: Target.Type) -> Target {
    unsafeBitCast(function, to: type)
}

/// Whether a type is a class: then an instance is a reference to an object.
@inlinable
@inline(__always)
func isClass(_ type: any Any.Type) -> Bool {
    // Invariant: a metatype is a pointer to metadata.
    impose_is_class(unsafeBitCast(type, to: UnsafeRawPointer.self))
}

/// Whether a type is an optional.
@inline(__always)
func isOptional(_ type: any Any.Type) -> Bool { impose_is_optional(unsafeBitCast(type, to: UnsafeRawPointer.self)) }

/// The value at a place, copied.
///
/// Pass the place as `&variable`. In generic code, `withUnsafePointer` is a call that looks up types.
///
/// Invariant: there is one, of that type.
@inlinable
@inline(__always)
func copied<Value>(_ place: UnsafeRawPointer, as type: Value.Type) -> Value {
    place.assumingMemoryBound(to: Value.self).pointee
}

/// The value at a place, which has none from then on.
@inline(__always)
func moved<Value>(_ place: UnsafeMutableRawPointer, as type: Value.Type) -> Value {
    place.assumingMemoryBound(to: Value.self).move()
}
