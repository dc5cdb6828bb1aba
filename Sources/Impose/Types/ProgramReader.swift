internal import CImposeRuntime

/// What reads the program's metadata, where inspecting is linked in. Without it the runtime is asked instead, which
/// takes long for the first search of many types for a protocol.
package enum ProgramReader {
    /// Finds the types that the program declares to conform to a protocol. Returns a function that tells whether a
    /// class, struct or enum may be one of them, by itself or by a superclass; or nil, if it may have missed some
    /// types.
    package typealias Declarations = @Sendable (ProtocolDescriptor) -> ((any Any.Type) -> Bool)?

    /// Nil in a program that is not linked with inspecting.
    static let declarations: Declarations? = impose_offered(ImposeOfferReader).map { make in
        Boxed<Declarations>.takeRetained(make()).content
    }
}
