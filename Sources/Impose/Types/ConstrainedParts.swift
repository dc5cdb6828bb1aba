private import CImposeRuntime

/// The parts of a type such as `any Repository<User>`.
struct ConstrainedParts {
    private(set) var protocols: [ProtocolDescriptor] = []
    private(set) var superclasses: [any AnyObject.Type] = []
    private(set) var fixed: [FixedType] = []
    /// What those are called, in the order of the arguments.
    let names: [String]
    let isClassBound: Bool

    /// Takes a type apart. Nil where there is anything to it that is not understood.
    init?(_ type: any Any.Type) {
        let address = Metadata.address(of: type)
        guard let shape = impose_existential_shape(address) else { return nil }
        // What the runtime goes by is wherever it is.
        let everywhere = ImposeRange(start: nil, length: Int(bitPattern: .max))
        var parts = ImposeShape()
        var isUnderstood = false
        let demands = Array<ImposeDemand>(likely: 8) { buffer, capacity in
            isUnderstood = impose_shape_demands(everywhere, shape, &parts, buffer, capacity)
            return isUnderstood ? parts.demandCount : 0
        }
        if !isUnderstood { return nil }
        isClassBound = parts.isClassBound
        names = demands.filter { $0.kind == ImposeDemandAssociatedType }.sorted { $0.argument < $1.argument }
            .map { String(decoding: UnsafeRawBufferPointer(start: $0.name, count: $0.nameLength), as: UTF8.self) }
        for demand in demands where demand.kind == ImposeDemandProtocol {
            guard let address = demand.protocol else { return nil }
            protocols.append(ProtocolDescriptor(address: address))
        }
        for demand in demands {
            if demand.kind == ImposeDemandSuperclass {
                guard let name = demand.typeName, let type = impose_type_named(name, demand.typeNameLength) else {
                    return nil
                }
                superclasses.append(Metadata.classType(Metadata.type(at: type)))
            } else if demand.kind == ImposeDemandAssociatedType {
                guard let associated = AssociatedType(demand, among: protocols) else { return nil }
                let argument = impose_existential_argument(address, demand.argument)
                fixed.append(FixedType(associated: associated, type: Metadata.type(at: argument)))
            }
        }
        // One of the arguments is of something else.
        if fixed.count != parts.argumentCount { return nil }
    }
}
