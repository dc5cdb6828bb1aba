/// A protocol that types are to conform to.
struct ConformanceGoal {
    let descriptor: ProtocolDescriptor
    /// Whether a type may conform; nil if the runtime is to be asked about each one.
    private let mayConform: ((any Any.Type) -> Bool)?
    /// From this many types on, it pays to scan all conformances of the program once. One scan takes about as long as
    /// the runtime takes for one type that it has not looked at before.
    private static let fewestTypesForScan = 4

    /// - Parameters:
    ///   - descriptor: The protocol.
    ///   - count: How many types are likely to be asked about.
    init(_ descriptor: ProtocolDescriptor, among count: Int) {
        self.descriptor = descriptor
        mayConform = count < Self.fewestTypesForScan ? nil : ConformanceFilter.make?(descriptor)
    }

    /// Whether a class, struct or enum may conform. If this says no, it certainly does not.
    func mayBeMet(by type: any Any.Type) -> Bool { mayConform?(type) ?? true }
}
