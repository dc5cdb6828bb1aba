internal import CImposeRuntime

/// The filter of types that may conform to a protocol, where inspecting is linked in. Without it the runtime is asked
/// about each type, which takes long for the first search of many types for a protocol.
package enum ConformanceFilter {
    /// Finds the types that the program declares to conform to a protocol. Returns a function that tells whether a
    /// class, struct or enum may be one of them, by itself or by a superclass; or nil, if it may have missed some
    /// types.
    package typealias Make = @Sendable (ProtocolDescriptor) -> ((any Any.Type) -> Bool)?

    /// Nil in a program that is not linked with inspecting.
    static let make: Make? = impose_offered(ImposeOfferConformanceFilter).map { make in
        Boxed<Make>.takeRetained(make()).content
    }
}
