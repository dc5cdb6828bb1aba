internal import ImposeCore

/// The registrations of a survey that can't be injected without awaiting, and why.
struct AwaitedNodes {
    private let paths: NeedPaths
    private let survey: DependencySurvey

    /// - Parameters:
    ///   - survey: The registrations.
    ///   - isReady: Whether nothing has to be awaited for the instance of a node, whatever it needs.
    init(_ survey: DependencySurvey, except isReady: (DependencySurvey.Node) -> Bool = { _ in false }) {
        self.survey = survey
        paths = NeedPaths(survey, to: { survey.nodes[$0].record.isAsynchronous }, except: isReady)
    }

    /// Whether the instance of a node, or something that it needs, is made asynchronously.
    func contains(_ index: Int) -> Bool { paths.contains(index) }

    /// The registrations from a node down to the asynchronous provider; none if nothing has to be awaited.
    func path(from index: Int) -> [RegistrationRecord] { paths.path(from: index) }

    /// The registrations that can't be injected without awaiting, and the handles that would inject one.
    var findings: [Imposer.Validation.Finding] {
        let own = survey.nodes.indices.prefix(survey.ownCount).filter { contains($0) }.map(finding)
        return own + survey.edges.compactMap(handle)
    }

    private func finding(_ index: Int) -> Imposer.Validation.Finding {
        let path = path(from: index)
        let names = survey.names
        let keys = path.map { names.key($0.type, $0.key.name) }
        let way = path.count == 1 ? "" : ": \(keys.joined(separator: " → "))"
        let preparing = path.firstResult(\.preparing)
        let until =
            preparing == nil ? "ever" : Seam.isKept(path[0]) ? "before it is prepared" : "before that is prepared"
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
    private func handle(_ edge: DependencySurvey.Edge) -> Imposer.Validation.Finding? {
        guard edge.isLazy, edge.isDeclared, let target = edge.target, contains(target),
            !Seam.isKept(survey.nodes[target].record)
        else { return nil }
        let record = survey.nodes[edge.from].record
        let names = survey.names
        return Imposer.Validation.Finding(
            kind: .asynchronous,
            severity: .warning,
            (record, names),
            type: edge.key.type,
            message: "\(names.key(record.type, record.key.name)) needs, later, "
                + "\(names.key(edge.key.type, edge.key.name)), which is made asynchronously each time.",
            places: path(from: target).map { FindingPlace($0, names) },
            fixes: [Fix("Let it await the dependency", "try await \(names.variable(edge.key.type)).injectAsync()")]
        )
    }
}
