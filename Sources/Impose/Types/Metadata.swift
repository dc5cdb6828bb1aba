internal import CImposeRuntime

/// The metadata of a type: its kind, its superclass, its conformances. It lives as long as the process.
package struct Metadata {
    package let address: UnsafeRawPointer

    package init(of type: any Any.Type) {
        // Invariant: a metatype is a pointer to metadata.
        address = unsafeBitCast(type, to: UnsafeRawPointer.self)
    }

    /// - Parameter address: Comes from the C target, or is named by other metadata.
    package init(at address: UnsafeRawPointer) { self.address = address }

    /// - Parameter type: Identifies a type.
    package init(of type: ObjectIdentifier) {
        // Invariant: as above.
        address = unsafeBitCast(type, to: UnsafeRawPointer.self)
    }

    /// The type itself.
    package var type: any Any.Type {
        // Invariant: as above.
        unsafeBitCast(address, to: Any.Type.self)
    }

    /// The type as a class.
    ///
    /// Invariant: it is one. The metatypes of classes and of all types are the same pointer.
    var classType: any AnyObject.Type { unsafeBitCast(type, to: (any AnyObject.Type).self) }

    var kind: ImposeTypeKind { impose_type_kind(address) }

    /// The superclass of a class that has one; nil for other types.
    package var superclass: (any AnyObject.Type)? { kind == ImposeTypeKindClass ? _getSuperclass(classType) : nil }

    /// Whether the type is a struct.
    var isStruct: Bool { kind == ImposeTypeKindValue && impose_is_struct(address) }

    /// The type inside an optional type; nil if it is none.
    var wrapped: Metadata? { impose_wrapped_type(address).map { Metadata(at: $0) } }

    /// Whether a class or a value type conforms to a protocol.
    func conforms(to protocol: ProtocolDescriptor) -> Bool { impose_conforms(address, `protocol`.address) }

    /// Whether a type that conforms to a protocol does so on a global actor only.
    func conformsOnActor(to protocol: ProtocolDescriptor) -> Bool {
        impose_conforms_on_actor(address, `protocol`.address)
    }

    /// Whether it is the type of metatypes that a constrained protocol admits, `any Repository<User>.Type`.
    var isConstrainedMetatype: Bool { impose_existential_shape(address).map(impose_shape_is_of_metatypes) ?? false }
}

/// A protocol, by the address of its descriptor.
package struct ProtocolDescriptor: Hashable {
    package let address: UnsafeRawPointer

    /// What the protocol demands of the types that conform: protocols that it refines, a superclass, and types for
    /// associated types. What the refined protocols demand is not among these.
    var demands: [ImposeDemand] { Array(likely: 8) { impose_protocol_demands(address, $0, $1) } }

    /// The class that conforming types must inherit from, if there is one.
    var superclass: (any AnyObject.Type)? {
        demands.first { $0.kind == ImposeDemandSuperclass }?.type.map { Metadata(of: $0).classType }
    }

    /// The protocols that it refines directly.
    var refined: [ProtocolDescriptor] {
        demands.filter { $0.kind == ImposeDemandProtocol }.compactMap { $0.protocol.map(ProtocolDescriptor.init) }
    }

    /// The address of this protocol's declaration of the associated type that a demand names; nil if there is none.
    func requirement(for demand: ImposeDemand) -> UnsafeRawPointer? {
        demand.name.flatMap { impose_associated_type_requirement(address, $0, demand.nameLength) }
    }
}

extension ImposeDemand {
    /// The name of the associated type that it is about.
    var associatedTypeName: String {
        String(decoding: UnsafeRawBufferPointer(start: name, count: nameLength), as: UTF8.self)
    }

    /// The type that is demanded; nil if its name can't be resolved.
    var type: (any Any.Type)? {
        typeName.flatMap { impose_type_of_mangled_name($0, typeNameLength) }.map { Metadata(at: $0).type }
    }
}

extension Array {
    /// Makes an array of all that a C function writes. Calls it again with more room if the first was too little.
    ///
    /// - Parameters:
    ///   - capacity: A number of elements that is likely to suffice.
    ///   - fill: Returns how many there are, and writes as many as there is room for.
    package init(likely capacity: Int, filledBy fill: (UnsafeMutablePointer<Element>, Int) -> Int) {
        var capacity = capacity
        while true {
            var count = 0
            self = Array(unsafeUninitializedCapacity: capacity) { buffer, initialized in
                count = buffer.baseAddress.map { fill($0, capacity) } ?? 0
                initialized = Swift.min(count, capacity)
            }
            if count <= capacity { return }
            capacity = count
        }
    }
}
