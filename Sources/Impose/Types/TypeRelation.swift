private import CImposeRuntime

/// A requested type, taken apart once so that many registered types can be measured against it.
///
/// This file and the C target beside it are all that touches the metadata of types.
struct TypeRelation {
    /// What a registered type must be a subtype of: all of these.
    private enum Part {
        case superclass(any AnyObject.Type)
        case conformance(ProtocolDescriptor)
    }

    /// The requested type.
    let requested: any Any.Type
    private let parts: [Part]
    private let mustBeClassBound: Bool

    /// Prepares to measure distances to a type.
    init(to requested: any Any.Type) {
        self.requested = requested
        switch impose_type_kind(pointer(to: requested)) {
        case ImposeTypeKindClass:
            parts = [.superclass(classType(requested))]
            mustBeClassBound = false
        case ImposeTypeKindExistential:
            let existential = Existential(requested)
            parts = existential.protocols.map(Part.conformance) + existential.superclasses.map(Part.superclass)
            mustBeClassBound = existential.isClassBound
        default:
            parts = []
            mustBeClassBound = false
        }
    }

    /// The type inside an optional type, or nil if it is none.
    static func wrapped(in type: any Any.Type) -> (any Any.Type)? {
        // Invariant: an optional type's metadata names the metadata of the type inside.
        impose_wrapped_type(pointer(to: type)).map { unsafeBitCast($0, to: Any.Type.self) }
    }

    /// The type inside all optionals.
    static func unwrapped(_ type: any Any.Type) -> any Any.Type {
        var type = type
        while let wrapped = wrapped(in: type) { type = wrapped }
        return type
    }

    /// Whether a type is a struct or an enum, an optional or a collection among them.
    static func isValueType(_ type: any Any.Type) -> Bool {
        impose_type_kind(pointer(to: type)) == ImposeTypeKindValue
    }

    /// Whether a type is that of a protocol, or of a composition.
    static func isExistential(_ type: any Any.Type) -> Bool {
        impose_type_kind(pointer(to: type)) == ImposeTypeKindExistential
    }

    /// Whether a type is a class, an actor or a struct, and so may have initializers that make it.
    static func hasInitializers(_ type: any Any.Type) -> Bool {
        switch impose_type_kind(pointer(to: type)) {
        case ImposeTypeKindClass: true
        case ImposeTypeKindValue: impose_is_struct(pointer(to: type))
        default: false
        }
    }

    /// Whether any other type than the requested one itself can have a distance to it.
    var admitsOthers: Bool { !parts.isEmpty }

    /// The number of steps from a registered type up to the requested one, or nil if it is no subtype.
    ///
    /// For several parts, the largest of their distances.
    func distance(from registered: any Any.Type) -> Int? {
        if registered == requested { return 0 }
        if parts.isEmpty { return nil }
        switch impose_type_kind(pointer(to: registered)) {
        case ImposeTypeKindClass:
            let lineage = Lineage(type: classType(registered))
            return largest { part in
                switch part {
                case .superclass(let ancestor): lineage.hops(to: ancestor)
                case .conformance(let descriptor): lineage.hops(toFirstConformingTo: descriptor).map { $0 + 1 }
                }
            }
        case ImposeTypeKindValue:
            if mustBeClassBound { return nil }
            return largest { part in
                guard case .conformance(let descriptor) = part else { return nil }
                return impose_conforms(pointer(to: registered), descriptor.address) ? 1 : nil
            }
        case ImposeTypeKindExistential:
            let existential = Existential(registered)
            if mustBeClassBound, !existential.isClassBound { return nil }
            return largest { part in
                switch part {
                case .superclass(let ancestor): existential.distance(toSuperclass: ancestor)
                case .conformance(let descriptor): existential.distance(toRefined: descriptor)
                }
                // Two spellings of one set of parts differ in being class-bound at most, which counts as a step.
            }.map { max($0, 1) }
        default:
            return nil
        }
    }

    /// Whether a class or value that is a subtype is so on a global actor only: elsewhere it can't be cast.
    func isBoundToActor(_ type: any Any.Type) -> Bool {
        parts.contains { part in
            guard case .conformance(let descriptor) = part else { return false }
            return impose_conforms_on_actor(pointer(to: type), descriptor.address)
        }
    }

    private func largest(_ distance: (Part) -> Int?) -> Int? {
        var largest = 0
        for part in parts {
            guard let steps = distance(part) else { return nil }
            largest = max(largest, steps)
        }
        return largest
    }
}

/// The address of a type's metadata, which lives as long as the process.
private func pointer(to type: any Any.Type) -> UnsafeRawPointer {
    unsafeBitCast(type, to: UnsafeRawPointer.self)
}

/// A class among its superclasses.
private struct Lineage {
    let type: any AnyObject.Type

    /// Hops up to an ancestor.
    func hops(to ancestor: any AnyObject.Type) -> Int? {
        var hops = 0
        var next: (any AnyObject.Type)? = type
        while let current = next {
            if current == ancestor { return hops }
            hops += 1
            next = _getSuperclass(current)
        }
        return nil
    }

    /// Hops up to the highest ancestor that conforms. From the root, since a class inherits its conformances: most
    /// often the first answer is yes, or they are all no and the runtime remembers the first for the others.
    func hops(toFirstConformingTo descriptor: ProtocolDescriptor) -> Int? {
        if let superclass = _getSuperclass(type),
            let hops = Lineage(type: superclass).hops(toFirstConformingTo: descriptor)
        {
            return hops + 1
        }
        return impose_conforms(pointer(to: type), descriptor.address) ? 0 : nil
    }
}

/// An existential type, taken apart.
private struct Existential {
    let protocols: [ProtocolDescriptor]
    /// None or one.
    let superclasses: [any AnyObject.Type]
    let isClassBound: Bool

    init(_ type: any Any.Type) {
        let parts = impose_existential_parts(pointer(to: type))
        protocols = (0..<parts.protocolCount).map { ProtocolDescriptor(address: parts.protocols[$0]) }
        superclasses = parts.superclass.map { [classType(at: $0)] } ?? []
        isClassBound = parts.isClassBound
    }

    /// A composition is one step further than its parts, as a protocol that refines them would be.
    private var ownStep: Int { protocols.count + superclasses.count > 1 ? 1 : 0 }

    func distance(toRefined descriptor: ProtocolDescriptor) -> Int? {
        let refinements = protocols.compactMap { $0.steps(toRefined: descriptor) }
        let inheritances = allSuperclasses.compactMap { superclass in
            Lineage(type: superclass.type).hops(toFirstConformingTo: descriptor).map { superclass.steps + $0 + 1 }
        }
        return (refinements + inheritances).min().map { $0 + ownStep }
    }

    func distance(toSuperclass ancestor: any AnyObject.Type) -> Int? {
        allSuperclasses.compactMap { superclass in
            Lineage(type: superclass.type).hops(to: ancestor).map { superclass.steps + $0 }
        }.min().map { $0 + ownStep }
    }

    /// The class in `any A & P`, and the ones in `protocol P: A`, with the steps up to them.
    private var allSuperclasses: [(type: any AnyObject.Type, steps: Int)] {
        superclasses.map { (type: $0, steps: 0) } + protocols.flatMap(\.superclasses)
    }
}

/// A type that is known to be a class.
///
/// Invariant: the metatypes of classes and of all types are the same pointer to metadata.
private func classType(_ type: any Any.Type) -> any AnyObject.Type {
    unsafeBitCast(type, to: (any AnyObject.Type).self)
}

/// The class at an address.
///
/// Invariant: the address comes from metadata, where it names the metadata of a class.
private func classType(at address: UnsafeRawPointer) -> any AnyObject.Type {
    classType(unsafeBitCast(address, to: Any.Type.self))
}

/// A protocol, by the address of its descriptor.
private struct ProtocolDescriptor: Hashable {
    let address: UnsafeRawPointer

    /// The fewest refinement steps up to another protocol.
    func steps(toRefined goal: ProtocolDescriptor) -> Int? {
        levels.firstIndex { $0.contains(goal) }
    }

    /// The classes that conforming types must inherit from, each with the steps up to it.
    var superclasses: [(type: any AnyObject.Type, steps: Int)] {
        levels.enumerated().flatMap { steps, level in
            level.compactMap { descriptor in
                impose_protocol_superclass(descriptor.address).map { (type: classType(at: $0), steps: steps + 1) }
            }
        }
    }

    /// This protocol, those that it refines, those that they refine and so on, each in the first level it is met in.
    private var levels: [[ProtocolDescriptor]] {
        var seen: Set = [self]
        var levels = [[self]]
        while let last = levels.last, !last.isEmpty {
            levels.append(last.flatMap(\.refined).filter { seen.insert($0).inserted })
        }
        return levels
    }

    private var refined: [ProtocolDescriptor] {
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
