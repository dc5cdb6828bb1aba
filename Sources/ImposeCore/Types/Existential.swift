private import CImposeRuntime

/// An existential type, taken apart.
package struct Existential {
    package let protocols: [ProtocolDescriptor]
    /// None or one.
    let superclasses: [any AnyObject.Type]
    /// The associated types that it names, with what they must be.
    let fixed: [FixedType]
    let isClassBound: Bool

    /// Nil for any other type, and for an existential type that is not understood.
    package init?(_ type: any Any.Type) {
        switch Metadata(of: type).kind {
        case ImposeTypeKindExistential:
            let parts = Metadata(of: type).existentialParts
            protocols = parts.protocols
            superclasses = parts.superclass.map { [$0] } ?? []
            fixed = []
            isClassBound = parts.isClassBound
        case ImposeTypeKindConstrained:
            guard let parts = ConstrainedParts(type) else { return nil }
            (protocols, superclasses, fixed) = (parts.protocols, parts.superclasses, parts.fixed)
            isClassBound = parts.isClassBound
        default:
            return nil
        }
    }

    /// The steps up to a protocol, without its own.
    func distance(to goal: ConformanceGoal) -> Int? {
        let refinements = protocols.compactMap { $0.steps(toRefined: goal.descriptor) }
        let inheritances = allSuperclasses.compactMap { superclass in
            Superclasses(type: superclass.type).hops(toFirstConformingTo: goal).map { superclass.steps + $0 + 1 }
        }
        return (refinements + inheritances).min()
    }

    /// The steps up to a class, without its own.
    func distance(toSuperclass ancestor: any AnyObject.Type) -> Int? {
        allSuperclasses.compactMap { superclass in
            Superclasses(type: superclass.type).hops(to: ancestor).map { superclass.steps + $0 }
        }.min()
    }

    /// Whether every type that it admits has an associated type as demanded.
    func meets(_ goal: FixedType) -> Bool {
        goal.isIncluded(in: fixed) || protocols.contains { goal.isIncluded(in: $0.fixed) }
            || allSuperclasses.contains { goal.isMet(by: $0.type) }
    }

    /// The class in `any A & P`, and the ones in `protocol P: A`, with the steps up to them.
    private var allSuperclasses: [(type: any AnyObject.Type, steps: Int)] {
        superclasses.map { (type: $0, steps: 0) } + protocols.flatMap(\.superclasses)
    }
}
