internal import Impose

/// The nodes that the edges of stored wrappers begin at.
struct WrapperSources {
    private struct Owner: Hashable {
        let type: ObjectIdentifier?
        let name: String
        let module: String?
    }

    /// For each edge, the registrations for the type that stores the wrapper itself, or the type's own node.
    private(set) var ids: [[String]] = []
    /// The types that nothing is imposed for.
    private(set) var owners: [Imposer.DependencyGraph.OwnerNode] = []

    init(_ edges: [WrapperEdge], _ survey: DependencySurvey) {
        let registered = Dictionary(grouping: survey.nodes.indices) { ObjectIdentifier(survey.nodes[$0].record.type) }
        var known: [Owner: String] = [:]
        for wrapper in edges.map(\.wrapper) {
            let type = wrapper.owner
            let owner = Owner(type: type.map { ObjectIdentifier($0) }, name: wrapper.ownerName, module: wrapper.module)
            if let nodes = owner.type.flatMap({ registered[$0] }) {
                ids.append(nodes.map { Imposer.DependencyGraph.id($0) })
                continue
            }
            let id = known[owner] ?? "t\(owners.count)"
            ids.append([id])
            if known.updateValue(id, forKey: owner) != nil { continue }
            owners.append(
                Imposer.DependencyGraph.OwnerNode(id: id, type: type, name: owner.name, module: owner.module)
            )
        }
    }
}
