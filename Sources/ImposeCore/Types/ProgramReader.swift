internal import CImposeRuntime

/// What reads the program's metadata, where inspecting is linked in. Without it the runtime is asked instead, which takes
/// long for the first search of many types for a protocol.
package struct ProgramReader: Sendable {
    /// Finds the types that the program declares to conform to a protocol: returns whether a class, struct or enum may be
    /// one of them, by itself or by a superclass. Nil where it can't be told whether these are all.
    let declarations: @Sendable (ProtocolDescriptor) -> ((any Any.Type) -> Bool)?

    package init(declarations: @escaping @Sendable (ProtocolDescriptor) -> ((any Any.Type) -> Bool)?) {
        self.declarations = declarations
    }

    /// The reader; nil in a program that is not linked with inspecting.
    static let current: ProgramReader? = impose_offered(ImposeOfferReader).map { make in
        Boxed<ProgramReader>.handedOver(make()).content
    }
}
