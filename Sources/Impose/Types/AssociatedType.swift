internal import CImposeRuntime

/// An associated type of a protocol.
struct AssociatedType: Equatable {
    /// The protocol that declares it, and not one that refines that and declares it again.
    private let owner: ProtocolDescriptor
    /// The address of the declaration.
    private let requirement: UnsafeRawPointer

    /// Finds the associated type that a demand names; nil if not exactly one protocol declares it.
    ///
    /// - Parameters:
    ///   - demand: A demand on an associated type.
    ///   - protocols: The protocols to look in, if the demand does not say which one declares it.
    init?(_ demand: ImposeDemand, among protocols: [ProtocolDescriptor]) {
        guard demand.kind == ImposeDemandAssociatedType else { return nil }
        let candidates =
            demand.protocol.map { Set([ProtocolDescriptor(address: $0)]) } ?? Set(protocols.flatMap(\.withAllRefined))
        let declarations = candidates.compactMap { owner in owner.requirement(for: demand).map { (owner, $0) } }
        guard declarations.count == 1 else { return nil }
        (owner, requirement) = declarations[0]
    }

    /// The type that a class, struct or enum has for this associated type; nil if it does not conform to the protocol.
    func witness(in type: any Any.Type) -> (any Any.Type)? {
        impose_associated_type(Metadata(of: type).address, owner.address, requirement).map { Metadata(at: $0).type }
    }
}

/// A type that an associated type must be: the `User` of `any Repository<User>`.
struct AssociatedTypeConstraint {
    let associated: AssociatedType
    let type: any Any.Type

    /// Whether other constraints include this one.
    func isIncluded(in others: [AssociatedTypeConstraint]) -> Bool {
        others.contains { $0.type == type && $0.associated == associated }
    }

    /// Whether a class, struct or enum fulfils this constraint.
    func isMet(by type: any Any.Type) -> Bool { associated.witness(in: type).map { $0 == self.type } ?? false }
}

extension ProtocolDescriptor {
    /// The associated types that the protocol or any protocol above it fixes, as in
    /// `protocol Users: Repository where Item == User`. A type that depends on other associated types is left out.
    var fixed: [AssociatedTypeConstraint] {
        withAllRefined.flatMap { descriptor in
            descriptor.demands.compactMap { demand in
                guard let associated = AssociatedType(demand, among: [descriptor]) else { return nil }
                return demand.type.map { AssociatedTypeConstraint(associated: associated, type: $0) }
            }
        }
    }
}
