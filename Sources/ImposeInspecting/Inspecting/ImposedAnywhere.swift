internal import Impose

/// What is imposed anywhere within reach of an injection from a directory: under any name, in any imposer or open scope
/// of the directory, in any private imposer; and the values that scopes are expected to be given.
struct ImposedAnywhere {
    /// The types that are imposed without a name, or those that are under one.
    private struct Types {
        private(set) var all: [any Any.Type] = []
        /// Whether types are answered: those that are imposed, and those that were asked for.
        private var known: [ObjectIdentifier: Bool] = [:]

        mutating func add(_ type: any Any.Type) {
            if known.updateValue(true, forKey: ObjectIdentifier(type)) == nil { all.append(type) }
        }

        /// Whether one of the types matches a requested one, or `isAnswered` says so. Remembers it.
        mutating func answer(_ type: any Any.Type, orElse isAnswered: () -> Bool) -> Bool {
            if let known = known[ObjectIdentifier(type)] { return known }
            let query = Query(type)
            let relation = TypeRelation(to: query.wrapped, fromAmong: all.count)
            let answers =
                query.exactTypes.contains { known[ObjectIdentifier($0)] ?? false }
                || relation.admitsOthers && all.contains { relation.distance(from: $0) != nil } || isAnswered()
            known[ObjectIdentifier(type)] = answers
            return answers
        }
    }

    private var unnamed = Types()
    private var named = Types()
    /// Those of which a registration shares the instances between injections.
    private let shared: Set<ObjectIdentifier>
    private let registrations: [RegistrationFacts]
    private let imposers: [NodeFacts]

    init(in directory: DirectoryMember) {
        imposers = Seam.imposers(of: directory)
        let nodes = Seam.allNodes(of: directory, and: PrivateImposers.all)
        registrations = nodes.flatMap { $0.registrations.filter(\.isInForce) }
        shared = Set(registrations.filter(\.option.keepsInstances).map { ObjectIdentifier($0.type) })
        for key in registrations.map(\.key) + nodes.flatMap(\.expectations).map(\.key) {
            if key.name == nil { unnamed.add(key.type) } else { named.add(key.type) }
        }
    }

    /// All types, some of them twice.
    var types: [any Any.Type] { unnamed.all + named.all }

    /// Whether a type is imposed, and each injection of it makes another instance. Only registrations for the type
    /// itself count.
    func isMadeEachTime(_ type: any Any.Type) -> Bool {
        !shared.contains(ObjectIdentifier(type)) && registration(of: type) != nil
    }

    /// The latest registration for exactly a type.
    func registration(of type: any Any.Type) -> RegistrationFacts? { registrations.last { $0.type == type } }

    /// Whether there is one registration alone for exactly a type, and its instance is held weakly.
    func isHeldWeakly(_ type: any Any.Type) -> Bool {
        registrations.filter { $0.type == type }.map(\.option.isHeldWeakly) == [true]
    }

    /// The types that providers take, directly or through a handle, and the originals of aliases.
    var neededTypes: [any Any.Type] {
        registrations.flatMap { record in
            record.parameters.map { Seam.wrapper($0)?.dependency ?? $0 } + [record.original?.type].compactMap { $0 }
        }
    }

    /// Whether anything would answer a request under some rule. Makes no instance.
    ///
    /// - Parameters:
    ///   - type: The type that is asked for.
    ///   - isNamed: Whether it is asked for under a name; nil if that is unknown.
    mutating func answers(_ type: any Any.Type, named isNamed: Bool? = nil) -> Bool {
        if isNamed != true, unnamed.answer(type, orElse: { Self.isCastable(type, named: false, imposers) }) {
            return true
        }
        return isNamed != false && named.answer(type, orElse: { Self.isCastable(type, named: true, imposers) })
    }

    /// Whether an existing instance is of a type, so that it would answer under a castable rule. Nothing is known of
    /// instances that have not been made.
    private static func isCastable(_ type: any Any.Type, named isNamed: Bool, _ imposers: [NodeFacts]) -> Bool {
        imposers.contains { imposer in
            imposer.registrations.contains { record in
                guard (record.key.name != nil) == isNamed else { return false }
                let instance = Seam.keptInstance(of: record, heldBy: imposer)
                return instance.map { Casting.canCast($0, to: TypeRelation.unwrapped(type)) } ?? false
            }
        }
    }
}
