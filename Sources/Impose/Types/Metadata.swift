/// Types as the addresses of their metadata, which lives as long as the process.
///
/// Invariant: a metatype is a pointer to metadata, whether or not its type says that it is a class's.
enum Metadata {
    static func address(of type: any Any.Type) -> UnsafeRawPointer {
        unsafeBitCast(type, to: UnsafeRawPointer.self)
    }

    /// The type at an address, which comes from a type, or from the metadata of another one.
    static func type(at address: UnsafeRawPointer) -> any Any.Type {
        unsafeBitCast(address, to: Any.Type.self)
    }

    /// A type that is known to be a class.
    static func classType(_ type: any Any.Type) -> any AnyObject.Type {
        unsafeBitCast(type, to: (any AnyObject.Type).self)
    }
}
