internal import CImposeRuntime

/// An associated type of a protocol.
struct AssociatedType: Equatable {
    /// The protocol that declares it, and not one that refines that and declares it again.
    private let owner: ProtocolDescriptor
    /// What it is declared by there.
    private let requirement: UnsafeRawPointer

    /// The one that a demand names.
    ///
    /// - Parameters:
    ///   - demand: Something that is asked of an associated type.
    ///   - protocols: What is conformed to besides, for those that don't say which protocol declares it.
    init?(_ demand: ImposeDemand, among protocols: [ProtocolDescriptor]) {
        guard demand.kind == ImposeDemandAssociatedType, let name = demand.name else { return nil }
        let candidates: Set<ProtocolDescriptor>
        if let owner = demand.protocol {
            candidates = [ProtocolDescriptor(address: owner)]
        } else {
            candidates = Set(protocols.flatMap(\.withAllRefined))
        }
        let declarations = candidates.compactMap { owner in
            impose_associated_type_requirement(owner.address, name, demand.nameLength).map { (owner, $0) }
        }
        guard declarations.count == 1 else { return nil }
        (owner, requirement) = declarations[0]
    }

    /// What it is in a class, struct or enum; nil if that does not conform.
    func witness(in type: any Any.Type) -> (any Any.Type)? {
        impose_associated_type(Metadata.address(of: type), owner.address, requirement).map(Metadata.type)
    }
}

/// What an associated type must be: the `User` of `any Repository<User>`.
struct FixedType {
    let associated: AssociatedType
    let type: any Any.Type

    /// Whether the same is said among others.
    func isIncluded(in others: [FixedType]) -> Bool {
        others.contains { $0.type == type && $0.associated == associated }
    }

    /// Whether it is that in a class, struct or enum.
    func isMet(by type: any Any.Type) -> Bool {
        associated.witness(in: type).map { $0 == self.type } ?? false
    }
}

extension ProtocolDescriptor {
    /// What it says itself that associated types are, `protocol Users: Repository where Item == User`, and what those say
    /// that it refines. What depends on other associated types is left out.
    var fixed: [FixedType] {
        withAllRefined.flatMap { descriptor in
            Array<ImposeDemand>(likely: 4) { impose_fixed_associated_types(descriptor.address, $0, $1) }
                .compactMap { demand in
                    guard let associated = AssociatedType(demand, among: [descriptor]), let name = demand.typeName
                    else {
                        return nil
                    }
                    return impose_type_named(name, demand.typeNameLength).map {
                        FixedType(associated: associated, type: Metadata.type(at: $0))
                    }
                }
        }
    }
}
