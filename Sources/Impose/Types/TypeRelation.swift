private import CImposeRuntime

/// A requested type, taken apart once so that many registered types can be measured against it.
struct TypeRelation {
    /// A requirement that a registered type must fulfil to be a subtype; it must fulfil all of them.
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
        switch Metadata(of: requested).kind {
        case ImposeTypeKindClass:
            parts = [.superclass(Metadata(of: requested).classType)]
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
        Metadata(of: type).wrapped?.type
    }

    /// The type inside all optionals.
    static func unwrapped(_ type: any Any.Type) -> any Any.Type {
        var type = type
        while let wrapped = wrapped(in: type) { type = wrapped }
        return type
    }

    /// Whether a type is a struct or an enum, including optionals and collections.
    static func isValueType(_ type: any Any.Type) -> Bool {
        Metadata(of: type).kind == ImposeTypeKindValue
    }

    /// Whether a type is that of a protocol, or of a composition.
    static func isExistential(_ type: any Any.Type) -> Bool {
        Metadata(of: type).kind == ImposeTypeKindExistential
    }

    /// Whether a type is a class, an actor or a struct, and so may have initializers that make it.
    static func hasInitializers(_ type: any Any.Type) -> Bool {
        let metadata = Metadata(of: type)
        return metadata.kind == ImposeTypeKindClass || metadata.isStruct
    }

    /// Whether any type other than the requested one can have a distance to it.
    var admitsOthers: Bool { !parts.isEmpty }

    /// The number of steps from a registered type up to the requested one, or nil if it is no subtype.
    ///
    /// For several parts, the largest of their distances.
    func distance(from registered: any Any.Type) -> Int? {
        if registered == requested { return 0 }
        if parts.isEmpty { return nil }
        switch Metadata(of: registered).kind {
        case ImposeTypeKindClass:
            let lineage = Lineage(type: Metadata(of: registered).classType)
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
                return Metadata(of: registered).conforms(to: descriptor) ? 1 : nil
            }
        case ImposeTypeKindExistential:
            let existential = Existential(registered)
            if mustBeClassBound, !existential.isClassBound { return nil }
            return largest { part in
                switch part {
                case .superclass(let ancestor): existential.distance(toSuperclass: ancestor)
                case .conformance(let descriptor): existential.distance(toRefined: descriptor)
                }
                // Two spellings of one set of parts differ at most in being class-bound, which counts as a step.
            }.map { max($0, 1) }
        default:
            return nil
        }
    }

    /// Whether a compatible class or value type conforms on a global actor only, so that it can't be cast elsewhere.
    func isBoundToActor(_ type: any Any.Type) -> Bool {
        parts.contains { part in
            guard case .conformance(let descriptor) = part else { return false }
            return Metadata(of: type).conformsOnActor(to: descriptor)
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
    /// often the first answer is yes, or all are no and the runtime remembers the first for the others.
    func hops(toFirstConformingTo descriptor: ProtocolDescriptor) -> Int? {
        if let superclass = _getSuperclass(type),
            let hops = Lineage(type: superclass).hops(toFirstConformingTo: descriptor)
        {
            return hops + 1
        }
        return Metadata(of: type).conforms(to: descriptor) ? 0 : nil
    }
}

/// An existential type, taken apart.
private struct Existential {
    let protocols: [ProtocolDescriptor]
    /// None or one.
    let superclasses: [any AnyObject.Type]
    let isClassBound: Bool

    init(_ type: any Any.Type) {
        let parts = Metadata(of: type).existentialParts
        protocols = parts.protocols
        superclasses = parts.superclass.map { [$0] } ?? []
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

extension ProtocolDescriptor {
    /// The fewest refinement steps up to another protocol.
    fileprivate func steps(toRefined goal: ProtocolDescriptor) -> Int? {
        levels.firstIndex { $0.contains(goal) }
    }

    /// The classes that conforming types must inherit from, each with the steps up to it.
    fileprivate var superclasses: [(type: any AnyObject.Type, steps: Int)] {
        levels.enumerated().flatMap { steps, level in
            level.compactMap { descriptor in
                descriptor.superclass.map { (type: $0, steps: steps + 1) }
            }
        }
    }

    /// This protocol, the ones it refines, the ones these refine and so on, each at the first level it is found at.
    private var levels: [[ProtocolDescriptor]] {
        var seen: Set = [self]
        var levels = [[self]]
        while let last = levels.last, !last.isEmpty {
            levels.append(last.flatMap(\.refined).filter { seen.insert($0).inserted })
        }
        return levels
    }
}
