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
        imposers = Seam.imposers(of: directory)
        let (registrations, expectations) = Seam.contents(of: directory, and: PrivateImposers.all)
        var types: [any Any.Type] = []
        var identities: Set<ObjectIdentifier> = []
        var shared: Set<ObjectIdentifier> = []
        for registration in registrations where registration.option.keepsInstances {
            shared.insert(ObjectIdentifier(registration.type))
        }
        for type in registrations.map(\.type) + expectations.map(\.type)
        where identities.insert(ObjectIdentifier(type)).inserted {
            types.append(type)
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
            Seam.registrations(of: imposer).contains { record in
                let instance = Seam.keptInstance(of: record, heldBy: imposer)
                return instance.map { Casting.canCast($0, to: type) } ?? false
            }
        }
    }
}
