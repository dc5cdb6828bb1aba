private import CImposeRuntime

/// An existential type, taken apart.
package struct Existential {
    package private(set) var protocols: [ProtocolDescriptor] = []
    /// The class that it demands, if any: at most one. An array, so that it maps like the protocols.
    private(set) var superclasses: [any AnyObject.Type] = []
    /// The associated types that it names, as `any Repository<User>` does, with what they must be.
    private(set) var fixed: [AssociatedTypeConstraint] = []
    /// The names of these associated types, in the order of the arguments.
    let names: [String]
    let isClassBound: Bool

    /// Nil for any other type, and for an existential type that is not understood.
    package init?(_ type: any Any.Type) {
        let metadata = Metadata(of: type)
        switch metadata.kind {
        case ImposeTypeKindExistential: self.init(plain: metadata.address)
        case ImposeTypeKindConstrained: self.init(constrained: metadata.address)
        default: return nil
        }
    }

    /// - Parameter address: The metadata of a type whose kind is `ImposeTypeKindExistential`.
    private init(plain address: UnsafeRawPointer) {
        let parts = impose_existential_parts(address)
        protocols = (0..<parts.protocolCount).map { ProtocolDescriptor(address: parts.protocols[$0]) }
        superclasses = parts.superclass.map { [Metadata(at: $0).classType] } ?? []
        names = []
        isClassBound = parts.isClassBound
    }

    /// Nil if any part of the type is not understood.
    ///
    /// - Parameter address: The metadata of a type whose kind is `ImposeTypeKindConstrained`.
    private init?(constrained address: UnsafeRawPointer) {
        guard let shape = impose_existential_shape(address) else { return nil }
        // No bounds: the shape comes from the runtime, which reads it as well.
        let everywhere = ImposeRange(start: nil, length: Int(bitPattern: .max))
        var parts = ImposeShape()
        var isUnderstood = false
        let demands = Array<ImposeDemand>(likely: 8) { buffer, capacity in
            isUnderstood = impose_shape_demands(everywhere, shape, &parts, buffer, capacity)
            return isUnderstood ? parts.demandCount : 0
        }
        if !isUnderstood { return nil }
        isClassBound = parts.isClassBound
        names = demands.filter { $0.kind == ImposeDemandAssociatedType }.inOrder { Int64($0.argument) }
            .map(\.associatedTypeName)
        for demand in demands where demand.kind == ImposeDemandProtocol {
            guard let address = demand.protocol else { return nil }
            protocols.append(ProtocolDescriptor(address: address))
        }
        for demand in demands {
            if demand.kind == ImposeDemandSuperclass {
                guard let superclass = demand.type else { return nil }
                superclasses.append(Metadata(of: superclass).classType)
            } else if demand.kind == ImposeDemandAssociatedType {
                guard let associated = AssociatedType(demand, among: protocols) else { return nil }
                let argument = impose_existential_argument(address, demand.argument)
                fixed.append(AssociatedTypeConstraint(associated: associated, type: Metadata(at: argument).type))
            }
        }
        // An argument that fixes no associated type is not understood.
        if fixed.count != parts.argumentCount { return nil }
    }

    /// Returns the steps up to a protocol, without the `ownStep` of this type, which `TypeRelation` adds.
    func distance(to goal: ConformanceGoal) -> Int? {
        let refinements = protocols.compactMap { $0.steps(toRefined: goal.descriptor) }
        let inheritances = allSuperclasses.compactMap { superclass in
            Lineage(type: superclass.type).steps(toHighestConformingTo: goal).map { superclass.steps + $0 + 1 }
        }
        return (refinements + inheritances).min()
    }

    /// Returns the steps up to a class, without the `ownStep` of this type, which `TypeRelation` adds.
    func distance(toSuperclass ancestor: any AnyObject.Type) -> Int? {
        allSuperclasses.compactMap { superclass in
            Lineage(type: superclass.type).steps(to: ancestor).map { superclass.steps + $0 }
        }.min()
    }

    /// Whether every type that it admits has an associated type as demanded.
    func meets(_ goal: AssociatedTypeConstraint) -> Bool {
        goal.isIncluded(in: fixed) || protocols.contains { goal.isIncluded(in: $0.fixed) }
            || allSuperclasses.contains { goal.isMet(by: $0.type) }
    }

    /// The class in `any A & P`, and the ones in `protocol P: A`, with the steps up to them.
    private var allSuperclasses: [(type: any AnyObject.Type, steps: Int)] {
        superclasses.map { (type: $0, steps: 0) } + protocols.flatMap(\.superclasses)
    }
}
