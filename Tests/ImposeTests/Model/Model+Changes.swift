import Impose
import TestSupport

extension Model {
    /// "A later `impose` for the same type and name replaces the earlier one. With `onConflict: .keep` the earlier one
    /// stays."
    func impose(_ registration: ModelRegistration, on node: Int) {
        let key = Key(kind: registration.kind, name: registration.name)
        let option = registration.isInstance ? InjectOption.singleInstance : registration.option
        var record = Record(key: key, option: option, scopeName: registration.scopeName, parts: registration.parts)
        record.location = node
        record.isWatched = registration.isWatched
        if registration.isInstance { record.instance = add(registration.number, registration.kind) }
        let isTaken = nodes[node].entries[key] != nil || nodes[node].closed.contains(key)
        let isKept = registration.givesWay && wrongRule != .keepReplaces && isTaken
        record.isDropped = isKept
        record.isGiven = registration.isGiven
        records[registration.number] = record
        if !isKept { enter(registration.number, key, in: node) }
    }

    /// "What is said to the registration that was dropped has no effect."
    func alias(of original: Int, _ number: Int, _ key: Key) {
        guard let record = records[original], let node = record.location, !record.isDropped else { return }
        if nodes[node].isDisposed, !nodes[node].closed.contains(record.key) { return }
        var alias = Record(key: key, option: .closureBased, parts: [])
        alias.original = record.key
        alias.location = node
        records[number] = alias
        enter(number, key, in: node)
    }

    /// "Registered on the scope or given to it, before or after its end": then it is gone at once.
    private func enter(_ number: Int, _ key: Key, in node: Int) {
        if nodes[node].isDisposed {
            let isHiding = nodes[node].scopeDirectory != nil && wrongRule != .lateKeysHideNothing
            if isHiding { nodes[node].closed.insert(key) }
            return
        }
        if let old = nodes[node].entries[key] { forget([old.number], of: node) }
        impositions += 1
        nodes[node].entries[key] = Entry(number: number, order: impositions)
    }

    /// "Released at once, in all scopes"; or by its holder alone, and "a scope keeps what it has made of it".
    private func forget(_ numbers: some Collection<Int>, of holder: Int) {
        release { keeper, key in
            if keeper != holder, wrongRule != .replacingReachesScopes { return false }
            return numbers.contains(key.number) && key.holder == holder
        }
    }

    /// Lets go of kept instances: "in each case the latest instance goes first". `onDispose` is not told of instances that were stored or imposed
    /// with `instance:`, which were "not made here", nor of weak ones.
    private func release(_ isReleased: (_ keeper: Int, KeptKey) -> Bool) {
        var released: [Int] = []
        for keeper in nodes.indices {
            for (key, instance) in nodes[keeper].kept where isReleased(keeper, key) {
                nodes[keeper].kept[key] = nil
                guard let record = records[key.number], record.isWatched, record.option != .weakInstance else {
                    continue
                }
                if instances[instance].isMade || wrongRule == .storedIsDisposedOf { released.append(instance) }
            }
        }
        released.sort { wrongRule == .oldestGoFirst ? $0 < $1 : $0 > $1 }
        disposals += released.map { instances[$0].number }
    }

    func remove(_ key: Key, of node: Int) -> Bool {
        guard let entry = nodes[node].entries.removeValue(forKey: key) else { return false }
        forget([entry.number], of: node)
        return true
    }

    func removeAll(of node: Int) {
        let entries = nodes[node].entries
        nodes[node].entries = [:]
        forget(entries.values.map(\.number), of: node)
    }

    /// "`reset()` acts on the registrations of one imposer, whoever keeps their instances"; "called on a
    /// scope, it forgets all that the scope keeps, of its own registrations and of others'".
    func reset(_ node: Int) {
        let isScope = nodes[node].scopeDirectory != nil && wrongRule != .resetSparesInherited
        release { keeper, key in
            if keeper == node, isScope { return true }
            let sparesScopes = wrongRule != .resetReachesScopes
            return key.holder == node && (keeper == node || !sparesScopes)
        }
    }

    func open(_ number: Int, in parent: Int, named name: ModelName?, _ context: Context) {
        var scope = Node(parent: parent, reference: reference(to: parent))
        scope.scopeDirectory = home(of: parent) ?? context.directory
        scope.name = name
        // "In one that was disposed of, everything is."
        scope.isDisposed = nodes[parent].isDisposed
        scope.blocksSearch = nodes[parent].isDisposed
        nodes.append(scope)
        made[number] = nodes.count - 1
    }

    func makePrivate(_ number: Int, in parent: Int?) {
        var imposer = Node(parent: parent)
        if let parent {
            imposer.reference = reference(to: parent)
            imposer.isDisposed = nodes[parent].isDisposed
            imposer.blocksSearch = nodes[parent].isDisposed
        }
        nodes.append(imposer)
        made[number] = nodes.count - 1
    }

    /// "`dispose()` on the primary, the secondary or a custom one is `reset()`." Disposing of others disposes of all
    /// that is below them. Then they have no registrations, and take none. A scope remembers which keys it hid; from
    /// a private imposer everything is an error.
    ///
    /// - Returns: Whether it is the first time.
    func dispose(_ node: Int) -> Bool {
        if nodes[node].membership != nil {
            reset(node)
            return true
        }
        if nodes[node].isDisposed { return false }
        end([node])
        return true
    }

    /// Ends imposers, and all that is below them.
    func end(_ ended: [Int]) {
        let all = nodes.indices.filter { other in
            let isInside = wrongRule != .disposalSparesNested && chain(other).contains { ended.contains($0) }
            return ended.contains(other) || isInside
        }
        for other in all {
            nodes[other].isDisposed = true
            nodes[other].blocksSearch = nodes[other].blocksSearch || nodes[other].scopeDirectory == nil
            nodes[other].closed.formUnion(nodes[other].entries.keys.filter { entry($0, in: other) != nil })
        }
        if wrongRule == .disposedAnswers { return }
        if wrongRule != .allOfAScopeGoInOneOrder {
            for other in ended.flatMap({ ends(of: $0) }) {
                release { keeper, _ in keeper == other && all.contains(other) }
            }
        } else {
            // "In the reverse order of creation, those of the scopes inside included."
            release { keeper, _ in all.contains(keeper) }
        }
        for other in all { nodes[other].entries = [:] }
    }

    /// An imposer and all that is below it, as they end: "children first, the latest of them first, then the imposer itself".
    private func ends(of node: Int) -> [Int] {
        let children = nodes.indices.filter { nodes[$0].parent == node }
        return children.reversed().flatMap { ends(of: $0) } + [node]
    }

    /// "Disposes of all of them, the latest first": of all scopes "that were opened in this imposer" under that name.
    func disposeScopes(_ name: ModelName, in parent: Int) -> Int {
        let scopes = nodes.indices.filter { nodes[$0].parent == parent && nodes[$0].name == name }
        return scopes.reversed().count { dispose($0) }
    }

    /// "The same registrations, and no instances."
    func isolate(_ number: Int, isEmpty: Bool, _ context: Context) {
        directories[number] = []
        heldDirectories.insert(number)
        for member in directories[context.directory] ?? [] {
            addMember(member.member, to: number)
            if isEmpty { continue }
            nodes[nodes.count - 1].entries = nodes[member.node].entries
            if wrongRule == .isolationShares {
                let kept = nodes[member.node].kept.map { pair in
                    (KeptKey(number: pair.key.number, holder: nodes.count - 1, argument: pair.key.argument), pair.value)
                }
                nodes[nodes.count - 1].kept = Dictionary(uniqueKeysWithValues: kept)
            }
        }
    }

    /// "In the registration that the imposer, or the first one that it would search, has for exactly that type and
    /// name."
    func store(_ number: Int, for request: ModelRequest, _ origin: Origin) throws(Failure) {
        let key = Key(kind: request.kind, name: request.name)
        let value = add(number, request.kind)
        handedOut.append(value)
        for node in try usable(searched(origin)) {
            if nodes[node].closed.contains(key), wrongRule != .hiddenKeysShow { throw Failure(kind: .disposed) }
            guard let entry = entry(key, in: node), let record = records[entry.number] else { continue }
            let isKept = ![.closureBased, .graphInstance].contains(record.option)
            guard record.original == nil, isKept else { throw Failure(kind: .notStorable) }
            if record.option == .weakInstance, request.kind.instance.isValue { throw Failure(kind: .weakValue) }
            let keeper = wrongRule == .storesAreShared ? node : try openKeeper(of: record, node, origin)
            let kept = KeptKey(number: entry.number, holder: node, argument: nil)
            // "The old one is disposed of."
            release { $0 == keeper && $1 == kept }
            nodes[keeper].kept[kept] = value
            return
        }
        throw Failure(kind: .missing)
    }
}
