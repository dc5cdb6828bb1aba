private import CImposeRuntime

/// A requested type, taken apart once so that many registered types can be measured against it.
///
/// The files of this folder and the C target beside it are all that touches the metadata of types.
struct TypeRelation {
    /// What a registered type must be a subtype of: all of these.
    private enum Part {
        case superclass(any AnyObject.Type)
        case conformance(ConformanceGoal)
        case associatedType(FixedType)
    }

    /// The requested type.
    let requested: any Any.Type
    /// The associated types last, which are asked of what conforms.
    private let parts: [Part]
    private let fixed: [FixedType]
    private let mustBeClassBound: Bool

    /// Prepares to measure distances to a type.
    ///
    /// - Parameters:
    ///   - requested: The type.
    ///   - count: From how many types the distance is likely to be asked for.
    init(to requested: any Any.Type, fromAmong count: Int = 1) {
        self.requested = requested
        if impose_type_kind(Metadata.address(of: requested)) == ImposeTypeKindClass {
            parts = [.superclass(Metadata.classType(requested))]
            fixed = []
            mustBeClassBound = false
        } else if let existential = Existential(requested) {
            parts =
                existential.protocols.map { .conformance(ConformanceGoal($0, among: count)) }
                + existential.superclasses.map(Part.superclass) + existential.fixed.map(Part.associatedType)
            fixed = existential.fixed
            mustBeClassBound = existential.isClassBound
        } else {
            parts = []
            fixed = []
            mustBeClassBound = false
        }
    }

    /// The type inside an optional type, or nil if it is none.
    static func wrapped(in type: any Any.Type) -> (any Any.Type)? {
        // Invariant: an optional type's metadata names the metadata of the type inside.
        impose_wrapped_type(Metadata.address(of: type)).map(Metadata.type)
    }

    /// The type inside all optionals.
    static func unwrapped(_ type: any Any.Type) -> any Any.Type {
        var type = type
        while let wrapped = wrapped(in: type) { type = wrapped }
        return type
    }

    /// Whether a type is a struct or an enum, an optional or a collection among them.
    static func isValueType(_ type: any Any.Type) -> Bool {
        impose_type_kind(Metadata.address(of: type)) == ImposeTypeKindValue
    }

    /// The associated types that a constrained protocol fixes, in the order in which it does; none for other types, and
    /// where nobody knows.
    static func namesOfFixedTypes(of type: any Any.Type) -> [String] {
        impose_type_kind(Metadata.address(of: type)) == ImposeTypeKindConstrained
            ? ConstrainedParts(type)?.names ?? [] : []
    }

    /// Whether a type is that of metatypes of what a constrained protocol admits, `any Repository<User>.Type`.
    static func isConstrainedMetatype(_ type: any Any.Type) -> Bool {
        impose_existential_shape(Metadata.address(of: unwrapped(type))).map(impose_shape_is_of_metatypes) ?? false
    }

    /// Whether any other type than the requested one itself can have a distance to it.
    var admitsOthers: Bool { !parts.isEmpty }

    /// The number of steps from a registered type up to the requested one, or nil if it is no subtype.
    ///
    /// For several parts, the largest of their distances.
    func distance(from registered: any Any.Type) -> Int? {
        if registered == requested { return 0 }
        if parts.isEmpty { return nil }
        switch impose_type_kind(Metadata.address(of: registered)) {
        case ImposeTypeKindClass:
            let lineage = Lineage(type: Metadata.classType(registered))
            return largest { part in
                switch part {
                case .superclass(let ancestor): lineage.hops(to: ancestor)
                case .conformance(let goal): lineage.hops(toFirstConformingTo: goal).map { $0 + 1 }
                case .associatedType(let goal): goal.isMet(by: registered) ? 0 : nil
                }
            }
        case ImposeTypeKindValue:
            if mustBeClassBound { return nil }
            return largest { part in
                switch part {
                case .superclass: nil
                case .conformance(let goal): goal.isMet(by: registered) ? 1 : nil
                case .associatedType(let goal): goal.isMet(by: registered) ? 0 : nil
                }
            }
        case ImposeTypeKindExistential, ImposeTypeKindConstrained:
            guard let existential = Existential(registered) else { return nil }
            if mustBeClassBound, !existential.isClassBound { return nil }
            let ownStep = existential.ownStep(to: fixed)
            return largest { part in
                switch part {
                case .superclass(let ancestor): existential.distance(toSuperclass: ancestor).map { $0 + ownStep }
                case .conformance(let goal): existential.distance(to: goal).map { $0 + ownStep }
                case .associatedType(let goal): existential.meets(goal) ? 0 : nil
                }
                // Two spellings of one set of parts differ in being class-bound at most, or in an associated type that a
                // protocol fixes itself, which counts as a step.
            }.map { max($0, 1) }
        default:
            return nil
        }
    }

    /// Whether a class or value that is a subtype is so on a global actor only: elsewhere it can't be cast.
    func isBoundToActor(_ type: any Any.Type) -> Bool {
        parts.contains { part in
            guard case .conformance(let goal) = part else { return false }
            return impose_conforms_on_actor(Metadata.address(of: type), goal.descriptor.address)
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
