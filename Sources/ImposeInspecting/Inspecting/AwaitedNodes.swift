// What has to be awaited, and the findings for that.

internal import Impose

extension DependencySurvey {
    /// The nodes whose instances, or something that they need, are made asynchronously, and the ways there.
    ///
    /// - Parameter isReady: Whether nothing has to be awaited for the instance of a node, whatever it needs.
    func awaited(except isReady: (Node) -> Bool = { _ in false }) -> NeedPaths {
        NeedPaths(self, to: { nodes[$0].record.isAsynchronous }, except: isReady)
    }

    /// The findings for registrations that can't be injected without awaiting, and for the handles that would inject one.
    var awaitedFindings: [Imposer.Validation.Finding] {
        let paths = awaited()
        let own = nodes.indices.prefix(ownCount).filter(paths.contains).map { finding(along: paths.path(from: $0)) }
        return own + edges.compactMap { handle($0, paths) }
    }

    private func finding(along path: [RegistrationFacts]) -> Imposer.Validation.Finding {
        let keys = path.map { names.key($0.type, $0.key.name) }
        let way = path.count == 1 ? "" : ": \(keys.joined(separator: " → "))"
        let preparing = path.firstResult(\.preparing)
        let until =
            preparing == nil ? "ever" : path[0].isKept ? "before it is prepared" : "before that is prepared"
        let awaiting = path[0].imposer.awaiting(path[0].type, path[0].key.name, names)
        return Imposer.Validation.Finding(
            kind: .asynchronous,
            severity: .note,
            (path[0], names),
            type: path[path.count - 1].type,
            message: "\(keys[0]) can't be injected without await \(until), since it is made asynchronously\(way).",
            places: path.dropFirst().map { FindingPlace($0, names) },
            fixes: (preparing.map { [Fix("Have it made where the program starts, once everything is imposed", $0)] }
                ?? [])
                + [Fix("\(preparing == nil ? "Await" : "Or await") it", awaiting)]
        )
    }

    /// The finding for a handle that injects, each time anew, without awaiting; nil for other edges.
    private func handle(_ edge: Edge, _ paths: NeedPaths) -> Imposer.Validation.Finding? {
        guard edge.isLazy, edge.isDeclared, let target = edge.target, paths.contains(target),
            !nodes[target].record.isKept
        else { return nil }
        let record = nodes[edge.from].record
        return Imposer.Validation.Finding(
            kind: .asynchronous,
            severity: .warning,
            (record, names),
            type: edge.key.type,
            message: "\(names.key(record.type, record.key.name)) needs, later, "
                + "\(names.key(edge.key.type, edge.key.name)), which is made asynchronously each time.",
            places: paths.path(from: target).map { FindingPlace($0, names) },
            fixes: [Fix("Let it await the dependency", "try await \(names.variable(edge.key.type)).injectAsync()")]
        )
    }
}
