public import CImposeRuntime

// Casts that hold, though the compiler can't see it. Whoever calls them says why.

/// Returns a value as `Target`, where generic code does not know that `Value` is the same type.
///
/// Invariant: `Value` and `Target` are the same type.
@inline(__always)
func knownCast<Value, Target>(_ value: Value, to type: Target.Type) -> Target {
    assert(Value.self == Target.self, "Cast from \(Value.self) to \(Target.self)")
    return unsafeBitCast(value, to: type)
}

/// Reinterprets a function as another type of function.
///
/// Invariant: functions of both types are called in the same way, with the same parameters. Or nobody calls the
/// function before it is cast back.
///
/// - Parameter function: The function, or a struct that holds it. A function whose parameters are a pack needs the
///   struct, since its type can't be cast alone.
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

/// Copies the value at a place.
///
/// Pass the place as `&variable`. In generic code, `withUnsafePointer` is a call that looks up types.
///
/// Invariant: there is a `Value` at the place.
@inlinable
@inline(__always)
func copied<Value>(_ place: UnsafeRawPointer, as type: Value.Type) -> Value {
    place.assumingMemoryBound(to: Value.self).pointee
}

/// Moves the value out of a place, which is uninitialized from then on.
@inline(__always)
func moved<Value>(_ place: UnsafeMutableRawPointer, as type: Value.Type) -> Value {
    place.assumingMemoryBound(to: Value.self).move()
}
