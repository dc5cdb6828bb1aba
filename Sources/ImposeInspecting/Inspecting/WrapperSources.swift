internal import ImposeCore

/// The nodes that the edges of stored wrappers begin at.
struct WrapperSources {
    private struct OwnerKey: Hashable {
        let type: ObjectIdentifier?
        let name: String
        let module: String?

        init(_ wrapper: StoredWrapper) {
            type = wrapper.owner.map { ObjectIdentifier($0) }
            name = wrapper.ownerName
            module = wrapper.module
        }
    }

    /// The nodes of registrations for a type itself, by that type.
    private var registered: [ObjectIdentifier: [String]] = [:]
    private var ids: [OwnerKey: String] = [:]
    /// The types that nothing is imposed for.
    private(set) var owners: [Imposer.DependencyGraph.OwnerNode] = []

    init(_ edges: [WrapperEdge], _ survey: DependencySurvey) {
        if edges.isEmpty { return }
        for (index, node) in survey.nodes.enumerated() {
            registered[ObjectIdentifier(node.record.type), default: []].append(Imposer.DependencyGraph.id(index))
        }
        for wrapper in edges.map(\.wrapper) {
            let key = OwnerKey(wrapper)
            let isRegistered = key.type.map { registered[$0] != nil } ?? false
            if isRegistered || ids[key] != nil { continue }
            let id = "t\(owners.count)"
            ids[key] = id
            owners.append(
                Imposer.DependencyGraph.OwnerNode(id: id, type: wrapper.owner, name: key.name, module: key.module)
            )
        }
    }

    /// The registrations of the type that stores a wrapper, or its own node.
    func ids(of wrapper: StoredWrapper) -> [String] {
        let key = OwnerKey(wrapper)
        return key.type.flatMap { registered[$0] } ?? ids[key].map { [$0] } ?? []
    }
}
