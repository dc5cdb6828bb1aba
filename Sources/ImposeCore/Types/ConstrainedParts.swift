private import CImposeRuntime

/// The parts of a type such as `any Repository<User>`.
struct ConstrainedParts {
    private(set) var protocols: [ProtocolDescriptor] = []
    private(set) var superclasses: [any AnyObject.Type] = []
    private(set) var fixed: [FixedType] = []
    /// The names of the fixed associated types, in the order of the arguments.
    let names: [String]
    let isClassBound: Bool

    /// Takes a type apart; nil if any part of it is not understood.
    init?(_ type: any Any.Type) {
        let address = Metadata(of: type).address
        guard let shape = impose_existential_shape(address) else { return nil }
        // The runtime relies on it, so it may be anywhere in memory.
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
                fixed.append(FixedType(associated: associated, type: Metadata(at: argument).type))
            }
        }
        // One of the arguments is of something else.
        if fixed.count != parts.argumentCount { return nil }
    }
}
