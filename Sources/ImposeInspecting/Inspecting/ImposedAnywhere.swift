internal import ImposeCore

/// The types that are imposed anywhere within reach of an injection from a directory: under any name, in any imposer or
/// open scope of the directory, in any private imposer; and the types that scopes are expected to be given.
struct ImposedAnywhere {
    let types: [any Any.Type]
    private let identities: Set<ObjectIdentifier>
    /// Those of which a registration shares the instances between injections.
    private let shared: Set<ObjectIdentifier>
    private let imposers: [Imposer]
    private var known: [ObjectIdentifier: Bool] = [:]

    init(in directory: Directory) {
        imposers = directory.imposers
        var registries: [ObjectIdentifier: LockedState<Registry>] = [:]
        for node in directory.nodes {
            node.forEach { registries[$0.registry.identity] = $0.registry }
        }
        // With their open scopes.
        for node in PrivateImposers.all {
            node.forEach { registries[$0.registry.identity] = $0.registry }
        }
        var types: [any Any.Type] = []
        var identities: Set<ObjectIdentifier> = []
        var shared: Set<ObjectIdentifier> = []
        for registry in registries.values {
            let (keys, expectations) = registry.withLock { registry in
                let keys = registry.keysInForce
                for key in keys where registry.record(for: key)?.option.keepsInstances ?? true {
                    shared.insert(ObjectIdentifier(key.type))
                }
                return (keys, registry.expectations)
            }
            for type in keys.map(\.type) + (expectations?.content ?? []).map(\.type)
            where identities.insert(ObjectIdentifier(type)).inserted {
                types.append(type)
            }
        }
        (self.types, self.identities, self.shared) = (types, identities, shared)
    }

    /// Whether a type is imposed, and each injection of it makes another instance. Only registrations for the type
    /// itself count.
    func isMadeEachTime(_ type: any Any.Type) -> Bool {
        identities.contains(ObjectIdentifier(type)) && !shared.contains(ObjectIdentifier(type))
    }

    /// Whether anything would answer a request under some rule. Makes no instance.
    ///
    /// - Parameter type: The type that is asked for, which is no optional.
    mutating func answers(_ type: any Any.Type) -> Bool {
        if let known = known[ObjectIdentifier(type)] { return known }
        let isAnswered = identities.contains(ObjectIdentifier(type)) || isNear(type) || isCastable(type)
        known[ObjectIdentifier(type)] = isAnswered
        return isAnswered
    }

    private func isNear(_ type: any Any.Type) -> Bool {
        let relation = TypeRelation(to: type, fromAmong: types.count)
        return relation.admitsOthers && types.contains { relation.distance(from: $0) != nil }
    }

    /// Whether an existing instance is of a type, so that it would answer under a castable rule. Nothing is known of
    /// instances that have not been made.
    private func isCastable(_ type: any Any.Type) -> Bool {
        imposers.contains { imposer in
            imposer.records.contains { record in
                guard let record, record.original == nil else { return false }
                return record.keptInstance(heldBy: imposer).map { Casting.canCast($0, to: type) } ?? false
            }
        }
    }
}
