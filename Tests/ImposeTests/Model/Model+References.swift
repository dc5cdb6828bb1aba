import Impose
import TestSupport

// What is there as long as somebody refers to it, and what ends with the last reference.
extension Model {
    /// Something that is referred to.
    enum Object {
        /// A scope or a private imposer, by its node.
        case imposer(Int)
        case directory(Int)
        case instance(Int)
        /// A handle or a wrapper.
        case later(Int)

        /// A number of its own.
        fileprivate var number: Int {
            switch self {
            case .imposer(let node): 4 * node
            case .directory(let directory): 4 * directory + 1
            case .instance(let instance): 4 * instance + 2
            case .later(let later): 4 * later + 3
            }
        }
    }

    /// What a scope or a private imposer refers to: "an inner scope keeps the outer one open", and its directory.
    func reference(to parent: Int) -> Object? {
        if nodes[parent].isDisposed { return nil }
        return nodes[parent].membership.map { .directory($0) } ?? .imposer(parent)
    }

    /// What a wrapper or a handle refers to that is created now: its scope, its directory and, as a handle, what holds the
    /// provider's registration, "unless an imposer is going to keep what holds it". A wrapper that names an imposer refers to
    /// that in any case.
    func references(of later: Later) -> [Object] {
        var references: [Object] = []
        if let imposer = later.imposer, nodes[imposer].membership == nil { references.append(.imposer(imposer)) }
        if wrongRule == .wrappersKeepNothingOpen || !later.isHolding { return references }
        if let holder = later.origin.flatMap({ reference(to: $0.asked) }) { references.append(holder) }
        return references + self.references(from: later.context)
    }

    /// What a context refers to.
    func references(from context: Context) -> [Object] {
        let scope = context.scope.flatMap { nodes[$0].isDisposed ? nil : Object.imposer($0) }
        return [.directory(context.directory)] + (scope.map { [$0] } ?? [])
    }

    /// Ends the scopes, the private imposers and the isolated directories that nobody refers to any more.
    func endWhatIsNotHeld() {
        guard wrongRule != .unheldStaysOpen else { return }
        while true {
            var imposers = nodes.indices.filter { nodes[$0].membership == nil && !nodes[$0].isDisposed }
            var directories = directories.keys.filter { members(of: $0).contains { !nodes[$0].isDisposed } }
            // Nearly always the trial holds all of them.
            let named = Set(made.values)
            if named.isSuperset(of: imposers), heldDirectories.isSuperset(of: directories) { return }
            let isHeld = self.isHeld(besides: [])
            imposers.removeAll { isHeld(.imposer($0)) }
            directories.removeAll { isHeld(.directory($0)) }
            if imposers.isEmpty && directories.isEmpty { return }
            end(imposers + directories.flatMap { members(of: $0) })
            // Not in which order, among scopes that have nothing to do with each other.
            hasOrder = false
        }
    }

    private func members(of directory: Int) -> [Int] {
        directories[directory, default: []].map(\.node)
    }

    /// Tells what somebody refers to: the trial, running code, or something else that somebody refers to. Things that refer
    /// to each other in a cycle keep each other.
    private func isHeld(besides others: [Object]) -> (Object) -> Bool {
        let roots =
            others + running + made.values.map { .imposer($0) } + heldDirectories.map { .directory($0) }
            + wrappers.values.map { .later($0) } + handedOut.map { .instance($0) }
        let objects: [Object] =
            nodes.indices.filter { nodes[$0].membership == nil }.map { .imposer($0) }
            + directories.keys.map { .directory($0) } + instances.indices.map { .instance($0) }
            + laters.indices.map { .later($0) }
        var counts = Array(repeating: 0, count: 1 + (objects.map(\.number).max() ?? 0))
        for root in roots { counts[root.number] += 1 }
        for object in objects { for other in references(of: object) { counts[other.number] += 1 } }
        var released = objects.filter { counts[$0.number] == 0 }
        while let object = released.popLast() {
            for other in references(of: object) {
                counts[other.number] -= 1
                if counts[other.number] == 0 { released.append(other) }
            }
        }
        return { counts[$0.number] > 0 }
    }

    private func references(of object: Object) -> [Object] {
        switch object {
        case .imposer(let node): return [nodes[node].reference].compactMap { $0 } + kept(by: node)
        case .directory(let directory): return members(of: directory).flatMap { kept(by: $0) }
        case .instance(let instance):
            return instances[instance].parts.flatMap { part -> [Object] in
                switch part {
                case .instance(let other): [.instance(other)]
                case .list(let others): others.map { .instance($0) }
                case .later(let later): [.later(later)]
                case .nothing, .number: []
                }
            }
        case .later(let later): return laters[later].references + (laters[later].value.map { [.instance($0)] } ?? [])
        }
    }

    /// The instances that a node keeps, but for those that it holds weakly.
    private func kept(by node: Int) -> [Object] {
        nodes[node].kept.compactMap { records[$0.key.number]?.option == .weakInstance ? nil : .instance($0.value) }
    }

    /// Whether somebody holds an instance, as long as nothing ends: "shared as long as somebody else holds it".
    func isAlive(_ instance: Int) -> Bool {
        let own = (temporaries + graph.values).map { Object.instance($0) }
        let imposers = nodes.indices.filter { !nodes[$0].isDisposed }.map { node -> Object in
            nodes[node].membership.map { .directory($0) } ?? .imposer(node)
        }
        return isHeld(besides: own + imposers)(.instance(instance))
    }
}
