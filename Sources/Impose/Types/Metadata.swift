internal import CImposeRuntime

/// The metadata of a type, which lives as long as the process: all that Swift code asks about types as such.
struct Metadata {
    let address: UnsafeRawPointer

    init(of type: any Any.Type) {
        // Invariant: a metatype is a pointer to metadata.
        address = unsafeBitCast(type, to: UnsafeRawPointer.self)
    }

    /// - Parameter address: Comes from the C target, or is named by other metadata.
    init(at address: UnsafeRawPointer) {
        self.address = address
    }

    /// The type itself.
    var type: any Any.Type {
        // Invariant: as above.
        unsafeBitCast(address, to: Any.Type.self)
    }

    /// The type as a class.
    ///
    /// Invariant: it is one. The metatypes of classes and of all types are the same pointer.
    var classType: any AnyObject.Type { unsafeBitCast(type, to: (any AnyObject.Type).self) }

    var kind: ImposeTypeKind { impose_type_kind(address) }

    /// Whether the type is a struct.
    var isStruct: Bool { kind == ImposeTypeKindValue && impose_is_struct(address) }

    /// The type inside an optional type; nil if it is none.
    var wrapped: Metadata? { impose_wrapped_type(address).map { Metadata(at: $0) } }

    /// Whether a class or a value type conforms to a protocol.
    func conforms(to protocol: ProtocolDescriptor) -> Bool { impose_conforms(address, `protocol`.address) }

    /// Whether it does so on a global actor only.
    func conformsOnActor(to protocol: ProtocolDescriptor) -> Bool {
        impose_conforms_on_actor(address, `protocol`.address)
    }

    /// What an existential type consists of.
    struct Parts {
        let protocols: [ProtocolDescriptor]
        let superclass: (any AnyObject.Type)?
        /// Whether only classes are subtypes.
        let isClassBound: Bool
    }

    /// The parts of a type whose kind is `ImposeTypeKindExistential`.
    var existentialParts: Parts {
        let parts = impose_existential_parts(address)
        return Parts(
            protocols: (0..<parts.protocolCount).map { ProtocolDescriptor(address: parts.protocols[$0]) },
            superclass: parts.superclass.map { Metadata(at: $0).classType },
            isClassBound: parts.isClassBound
        )
    }
}

/// A protocol, by the address of its descriptor.
struct ProtocolDescriptor: Hashable {
    let address: UnsafeRawPointer

    /// The class that conforming types must inherit from, if there is one.
    var superclass: (any AnyObject.Type)? { impose_protocol_superclass(address).map { Metadata(at: $0).classType } }

    /// The protocols that it refines directly.
    var refined: [ProtocolDescriptor] {
        // Protocols refine few others; where one refines more than fit, ask again with room for all.
        var capacity = 8
        while true {
            let found = withUnsafeTemporaryAllocation(of: UnsafeRawPointer?.self, capacity: capacity) { buffer in
                buffer.initialize(repeating: nil)
                let count = impose_refined_protocols(address, buffer.baseAddress!, capacity)
                return (count, buffer.prefix(count).compactMap { $0.map(ProtocolDescriptor.init) })
            }
            if found.0 <= capacity { return found.1 }
            capacity = found.0
        }
    }
}
