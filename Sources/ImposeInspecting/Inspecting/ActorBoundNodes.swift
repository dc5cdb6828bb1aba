// The findings for what needs an instance that can be made on one actor alone.

internal import Impose

extension DependencySurvey {
    /// The findings for registrations whose providers belong to no actor, but need an instance that can be made on one
    /// alone.
    var actorBoundFindings: [Imposer.Validation.Finding] {
        let paths = NeedPaths(self, to: { nodes[$0].isIsolated }, except: \.isReady)
        let awaited = awaited(except: \.isReady)
        return nodes.indices.prefix(ownCount).compactMap { index in
            guard paths.contains(index), !nodes[index].isIsolated else { return nil }
            // It has to be awaited anyway, which goes to the actor.
            if awaited.contains(index) { return nil }
            return finding(along: paths.path(from: index))
        }
    }

    private func finding(along path: [RegistrationFacts]) -> Imposer.Validation.Finding? {
        let (first, last) = (path[0], path[path.count - 1])
        guard let actor = last.isolation else { return nil }
        let (isMain, isForItsActor) = (actor === MainActor.shared, last.isForItsActor)
        let name = names.key(first.type, first.key.name)
        let keys = path.map { names.key($0.type, $0.key.name) }
        // Once that is made, nothing further down is asked for.
        let kept = isForItsActor ? nil : path.last(where: \.isKept)
        let able = isMain ? "can be made on the main actor alone" : "can't be injected without await"
        let until = kept.map {
            $0 === first ? " until it is kept" : " until \(names.key($0.type, $0.key.name)) is kept"
        }
        let home = isMain ? "" : ", since the provider of \(keys[keys.count - 1]) belongs to \(type(of: actor))"
        let making = kept.flatMap { kept in
            kept.preparing.map { preparing in
                let eager =
                    kept.isEager
                    ? "" : "Append .eager() to the registration of \(names[kept.type]) at \(kept.location). "
                return Fix("\(eager)Have it made where the program starts, once everything is imposed", preparing)
            }
        }
        let asking =
            isMain
            ? Fix("\(making == nil ? "Inject" : "Or inject") \(name) on the main actor.")
            : Fix(
                "\(making == nil ? "Await" : "Or await") \(name)",
                first.imposer.awaiting(first.type, first.key.name, names)
            )
        return Imposer.Validation.Finding(
            kind: .isolated,
            severity: .note,
            (first, names),
            type: last.type,
            message: "\(name) \(able)\(until ?? "")\(home): \(keys.joined(separator: " → ")).",
            places: path.dropFirst().map { FindingPlace($0, names) },
            fixes: [making, asking].compactMap { $0 }
        )
    }
}
