/// The registrations that searches have found to be compatible with a type, among those of one storage.
///
/// A registry's copies share it as they share the storage. So the first search in a test's directory finds what was
/// found in the directory that it is a copy of, or in an earlier copy: what is compatible depends on types alone.
///
/// Never stale: a registry lets go of it before it changes the storage, so a position means the same in all registries
/// that have it. Never complete for good: a library that is loaded later may make a registered type conform. So, as for
/// remembered answers, what is found once holds until a registration changes; what is not found is searched for again.
/// It holds no registration: a change must be able to release those that it drops where nothing is locked.
final class FoundMatches: Sendable {
    /// A registration's position in the storage, and its distance to the type.
    struct Match {
        let position: Int
        let distance: Int
    }

    private let matches = LockedState<[ObjectIdentifier: [Match]]>([:])

    /// What was found for a type; nil if it was not searched for, or nothing was found.
    func matches(for type: any Any.Type) -> [Match]? {
        matches.withLock { $0[ObjectIdentifier(type)] }
    }

    func note(_ found: [Match], for type: any Any.Type) {
        if !found.isEmpty { matches.withLock { $0[ObjectIdentifier(type)] = found } }
    }
}

/// All that a search for compatible registrations looks through in one registry.
struct SearchedRegistrations {
    /// The storage, with gaps.
    let early: [RegistrationRecord?]
    /// What was added to a copy since. It hides what the storage has under its keys.
    let late: [RegistrationRecord]
    /// Of the storage; nil where none is kept.
    let found: FoundMatches?

    /// The registrations for subtypes of a type, whatever their names, with their distances, in the order they were made.
    func compatible(with type: any Any.Type) -> [(record: RegistrationRecord, distance: Int)] {
        let known = found?.matches(for: type)
        if late.isEmpty, let known { return known.compactMap(match) }
        let relation = TypeRelation(to: type, fromAmong: late.count + (known == nil ? early.count : 0))
        guard relation.admitsOthers else { return [] }
        let matches = known ?? search(relation)
        if known == nil { found?.note(matches, for: type) }
        let added = late.compactMap { record in relation.distance(from: record.type).map { (record, $0) } }
        return matches.compactMap(match).filter { match in !late.contains { $0.key == match.record.key } } + added
    }

    private func search(_ relation: TypeRelation) -> [FoundMatches.Match] {
        early.indices.compactMap { position in
            guard let type = early[position]?.type, let distance = relation.distance(from: type) else { return nil }
            return FoundMatches.Match(position: position, distance: distance)
        }
    }

    private func match(_ match: FoundMatches.Match) -> (record: RegistrationRecord, distance: Int)? {
        early[match.position].map { ($0, match.distance) }
    }
}
