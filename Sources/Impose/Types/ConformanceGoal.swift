/// A protocol that types are to conform to.
struct ConformanceGoal {
    let descriptor: ProtocolDescriptor
    /// The types that may conform; nil if the runtime is to be asked about each one.
    private let declarations: ConformingDeclarations?
    /// From so many types on, one look through all conformances pays: as long as the runtime takes for one type that is
    /// new to it.
    private static let fewestForLook = 4

    /// - Parameters:
    ///   - descriptor: The protocol.
    ///   - count: How many types are likely to be asked about.
    init(_ descriptor: ProtocolDescriptor, among count: Int) {
        self.descriptor = descriptor
        declarations = count < Self.fewestForLook ? nil : ConformingDeclarations(to: descriptor)
    }

    /// Whether a class, struct or enum has to be asked about; if not, it does not conform.
    func mayBeMet(by type: any Any.Type) -> Bool {
        declarations?.mayInclude(type) ?? true
    }

    /// Whether a class, struct or enum conforms.
    func isMet(by type: any Any.Type) -> Bool {
        mayBeMet(by: type) && Metadata(of: type).conforms(to: descriptor)
    }
}
