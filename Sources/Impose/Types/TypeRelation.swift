private import CImposeRuntime

/// A requested type, taken apart once so that many registered types can be measured against it.
package struct TypeRelation {
    /// A requirement that a registered type must fulfil to be a subtype; it must fulfil all of them.
    private enum Part {
        case superclass(any AnyObject.Type)
        case conformance(ConformanceGoal)
        case associatedType(AssociatedTypeConstraint)
    }

    /// The requested type.
    let requested: any Any.Type
    /// The requirements, the ones on associated types last: they are asked of a type that conforms.
    private let parts: [Part]
    /// The requested type, if it is an existential one that is understood.
    private let existential: Existential?

    /// Prepares to measure distances to a type.
    ///
    /// - Parameters:
    ///   - requested: The type.
    ///   - count: The number of types whose distances are likely to be asked for.
    package init(to requested: any Any.Type, fromAmong count: Int = 1) {
        self.requested = requested
        existential = Existential(requested)
        let metadata = Metadata(of: requested)
        if metadata.kind == ImposeTypeKindClass {
            parts = [.superclass(metadata.classType)]
        } else if let existential {
            parts =
                existential.protocols.map { .conformance(ConformanceGoal($0, among: count)) }
                + existential.superclasses.map(Part.superclass) + existential.fixed.map(Part.associatedType)
        } else {
            parts = []
        }
    }

    private var mustBeClassBound: Bool { existential?.isClassBound ?? false }

    /// The type inside an optional type, or nil if it is none.
    package static func wrapped(in type: any Any.Type) -> (any Any.Type)? { Metadata(of: type).wrapped?.type }

    /// The type inside all optionals.
    package static func unwrapped(_ type: any Any.Type) -> any Any.Type {
        var type = type
        while let wrapped = wrapped(in: type) { type = wrapped }
        return type
    }

    /// Whether a type is a struct or an enum, including optionals and collections.
    package static func isValueType(_ type: any Any.Type) -> Bool { Metadata(of: type).kind == ImposeTypeKindValue }

    /// Whether a type is `any P` or a composition, and constrains no associated type.
    package static func isExistential(_ type: any Any.Type) -> Bool {
        Metadata(of: type).kind == ImposeTypeKindExistential
    }

    /// Whether any type other than the requested one can have a distance to it.
    package var admitsOthers: Bool { !parts.isEmpty }

    /// The number of steps from a registered type up to the requested one, or nil if it is no subtype.
    ///
    /// For several parts, the largest of their distances.
    package func distance(from registered: any Any.Type) -> Int? {
        if registered == requested { return 0 }
        if parts.isEmpty { return nil }
        let kind = Metadata(of: registered).kind
        switch kind {
        case ImposeTypeKindClass, ImposeTypeKindValue:
            if mustBeClassBound, kind == ImposeTypeKindValue { return nil }
            let lineage = Lineage(type: registered)
            return largest { part in
                switch part {
                case .superclass(let ancestor): lineage.steps(to: ancestor)
                case .conformance(let goal): lineage.steps(toHighestConformingTo: goal).map { $0 + 1 }
                case .associatedType(let goal): goal.isMet(by: registered) ? 0 : nil
                }
            }
        case ImposeTypeKindExistential, ImposeTypeKindConstrained:
            guard let other = Existential(registered) else { return nil }
            if mustBeClassBound, !other.isClassBound { return nil }
            let ownStep = other.ownStep(to: existential?.fixed ?? [])
            // At least 1, since the types differ. Two spellings of the same parts would otherwise be 0 apart:
            // `any P & AnyObject` and `any P`, or two of which one names an associated type that a protocol fixes.
            return largest { part in
                switch part {
                case .superclass(let ancestor): other.distance(toSuperclass: ancestor).map { $0 + ownStep }
                case .conformance(let goal): other.distance(to: goal).map { $0 + ownStep }
                case .associatedType(let goal): other.meets(goal) ? 0 : nil
                }
            }.map { max($0, 1) }
        default: return nil
        }
    }

    /// Whether a compatible class or value type conforms on a global actor only, so that it can't be cast elsewhere.
    func isBoundToActor(_ type: any Any.Type) -> Bool {
        parts.contains { part in
            guard case .conformance(let goal) = part else { return false }
            return Metadata(of: type).conformsOnActor(to: goal.descriptor)
        }
    }

    @inline(never)
    private func largest(_ distance: (Part) -> Int?) -> Int? {
        var largest = 0
        for part in parts {
            guard let steps = distance(part) else { return nil }
            largest = max(largest, steps)
        }
        return largest
    }
}

extension Existential {
    /// One step for a composition, which counts like a protocol that refines its parts. Also one step for a type that
    /// fixes an associated type which the goals leave open.
    fileprivate func ownStep(to goals: [AssociatedTypeConstraint]) -> Int {
        protocols.count + superclasses.count > 1 || !fixed.allSatisfy { $0.isIncluded(in: goals) } ? 1 : 0
    }
}
