/// A protocol that types are to conform to.
struct ConformanceGoal {
    let descriptor: ProtocolDescriptor
    /// Whether a type may conform; nil if the runtime is to be asked about each one.
    private let mayConform: ((any Any.Type) -> Bool)?
    /// From so many types on, one look through all conformances pays: as long as the runtime takes for one type that is
    /// new to it.
    private static let fewestForLook = 4

    /// - Parameters:
    ///   - descriptor: The protocol.
    ///   - count: How many types are likely to be asked about.
    init(_ descriptor: ProtocolDescriptor, among count: Int) {
        self.descriptor = descriptor
        mayConform = count < Self.fewestForLook ? nil : ProgramReader.declarations?(descriptor)
    }

    /// Whether a class, struct or enum has to be asked about; if not, it does not conform.
    func mayBeMet(by type: any Any.Type) -> Bool {
        mayConform?(type) ?? true
    }
}
