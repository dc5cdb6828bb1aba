/// The imposers that are searched for one another, so that a change to one may change the answers of all.
///
/// The process has one, each isolated test has one, and each private imposer without a parent has one for itself. (The
/// public documentation does not call that one a directory.)
final class Directory: Sendable {
    enum Kind {
        case process, isolated, privateImposer
    }

    /// An imposer of the directory.
    private struct Member {
        let type: ImposerType
        let node: Node
        /// The user's token on it, made when it is first asked for.
        var imposer: Imposer?
    }

    private struct Content {
        /// Nil at the end.
        var primary: Member?
        /// In the order in which they are searched: the secondary, then the custom ones in the order in which they were
        /// made. Empty at the end.
        var others: [Member] = []
        var isEnded = false
        /// The number of changes.
        var version = 0
        /// The token with which an isolated directory ends: when nothing holds it any more. See `Imposer.isolated`.
        var lease: UncountedReference<Imposer>?
        /// Whether answers are remembered: not in a copy for inspecting, where each request has to be searched for.
        var remembersAnswers = true
        /// See `Imposer.ownerPolicy`.
        var ownerPolicy: Imposer.OwnerPolicy?

        var copyOfOthers: [(type: ImposerType, node: Node)] { others.isEmpty ? [] : others.map { ($0.type, $0.node) } }

        /// All in the order in which they are searched. An array of its own: that of the others is changed in place.
        var members: [Member] { (primary.map { [$0] } ?? []) + others }
    }

    let kind: Kind
    private let content = Guarded(Content())
    private let fillCount = AtomicField(0)

    /// The primary imposer of the process, which stays.
    static let processPrimary = Directory(.process).addPrimary { Node(rootOf: $0, .primary) }

    /// The same without counting references to it, as all threads would.
    static let uncountedProcessPrimary = UncountedReference(processPrimary)

    private init(_ kind: Kind) { self.kind = kind }

    /// - Parameter make: Makes the root, in this directory.
    private func addPrimary(_ make: (Directory) -> Node) -> Node {
        let primary = make(self)
        content.withLock { $0.primary = Member(type: .primary, node: primary) }
        return primary
    }

    /// The primary imposer, in a section; nil if the directory has ended.
    var primary: UncountedReference<Node>? { content.withLock { $0.primary.map { UncountedReference($0.node) } } }

    /// The root of a type, made if it is not there; in a directory that has ended, one that has ended as well.
    func root(_ type: ImposerType) -> Node {
        if case .primary = type, let primary { return primary.object }
        // The keys of custom types are compared with no lock held: that is the user's code.
        let known = content.withLock { $0.members.map { ($0.type, $0.node) } }
        if let (_, node) = known.first(where: { $0.0 == type }) { return node }
        let made = Node(rootOf: self, type)
        if Shutdown.anyExist { primary?.with { $0.state.withLock { $0.shutdown } }?.enclose(made) }
        let (isAdded, isEnded) = content.withLock { content -> (Bool, Bool) in
            if content.isEnded { return (false, true) }
            // Another root was made meanwhile, perhaps of this type. (`known` has the primary as well.)
            if content.others.count != known.count - 1 { return (false, false) }
            let index = type == .secondary ? 0 : content.others.count
            content.others.insert(Member(type: type, node: made), at: index)
            return (true, false)
        }
        if isEnded {
            made.state.withLock { $0.isClosed = true }
            return made
        }
        // No answer changes: the new root has no registrations yet.
        return isAdded ? made : root(type)
    }

    /// The user's token on a root: always the same one, as long as the directory has not ended.
    func imposer(_ type: ImposerType) -> Imposer {
        let node = root(type)
        let known = content.withLock { all in
            all.primary?.node === node ? all.primary?.imposer : all.others.first { $0.node === node }?.imposer
        }
        if let known { return known }
        let made = Imposer(node, in: nil, endsNode: false)
        func setOnce(_ member: inout Member) -> Imposer {
            let imposer = member.imposer ?? made
            member.imposer = imposer
            return imposer
        }
        return content.withLock { content in
            if content.primary?.node === node { return setOnce(&content.primary!) }
            guard let index = content.others.firstIndex(where: { $0.node === node }) else { return made }
            return setOnce(&content.others[index])
        }
    }

    /// Makes a private imposer without a parent, in a directory for itself, and returns its node.
    static func ofPrivateImposer(label: InjectionName?, at location: Location) -> Node {
        Directory(.privateImposer).addPrimary { Node(rootOf: $0, nil, label: label, at: location) }
    }

    /// A directory with the same registrations, or none, and no instances. It has ended if this one has.
    ///
    /// - Returns: Its primary imposer.
    func isolatedCopy(isEmpty: Bool) -> Node {
        let copy = Directory(.isolated)
        let (original, others) = content.withLock { ($0.isEnded ? nil : $0.primary?.node, $0.copyOfOthers) }
        guard let original else {
            let ended = Node(rootOf: copy, .primary)
            ended.state.withLock { $0.isClosed = true }
            copy.content.withLock { $0.isEnded = true }
            return ended
        }
        if isEmpty { return copy.addPrimary { Node(rootOf: $0, .primary) } }
        let primary = copy.addPrimary { Node(copying: original, in: $0) }
        Inspector.note(.copied(NodeFacts(primary), from: NodeFacts(original)))
        copy.ownerPolicy = ownerPolicy
        for (type, node) in others {
            let other = Node(copying: node, in: copy)
            copy.content.withLock { $0.others.append(Member(type: type, node: other)) }
            Inspector.note(.copied(NodeFacts(other), from: NodeFacts(node)))
        }
        return primary
    }

    /// The roots that are searched after one of them.
    func roots(besides root: Node) -> [Node] {
        content.withLock { $0.others.isEmpty ? [] : $0.members.map(\.node).filter { $0 !== root } }
    }

    // MARK: The end

    /// Ends the directory with all that is kept in it, or waits until somebody else has. From then on it refers to
    /// nothing.
    ///
    /// - Parameters:
    ///   - primary: The primary imposer.
    ///   - disposals: Gets the disposers.
    /// - Returns: Whether this was what ended it.
    func end(_ primary: Node, at location: Location?, _ disposals: inout Disposals) -> Bool {
        var cells = KeptInstances()
        guard primary.beginEnd(&cells, at: location) == .begun else {
            primary.waitForEnd()
            return false
        }
        let (others, policy) = content.withLock { content in
            content.isEnded = true
            return (content.copyOfOthers, content.ownerPolicy.take())
        }
        for (_, root) in others { _ = root.beginEnd(&cells, at: location) }
        for (_, root) in others.reversed() { root.endChildren(at: location, &disposals) }
        primary.endChildren(at: location, &disposals)
        var dropped: [AnyObject] = []
        dropped.reserveCapacity(8)
        // In one order for all roots, since an instance that one root keeps may use one that another root keeps.
        disposals.awaitOthers(below: primary)
        primary.dispose(of: &cells, &dropped, &disposals)
        for (_, root) in others.reversed() {
            root.dropRegistrations(&dropped)
            dropped.append(root)
        }
        primary.dropRegistrations(&dropped)
        dropped.append(primary)
        let members = takeMembers()
        for (_, root) in others.reversed() { root.finishEnd() }
        primary.finishEnd()
        ReadSection.retire(dropped, in: id)
        withExtendedLifetime((members, policy)) {}
        return true
    }

    /// Takes the roots, which hold this. They have ended.
    func takeMembers() -> some Any { content.withLock { ($0.primary.take(), exchange(&$0.others, with: [])) } }

    /// The next place in the order in which the instances of all roots are disposed of. (Relaxed: the numbers are
    /// compared only when all roots have ended, after their locks were taken and given back.)
    func nextFillOrder() -> Int { fillCount.add(1, ordering: .relaxed) }

    /// The lease of an isolated directory that has not ended; nil if it is going, and about to end the directory.
    var openLease: Imposer? {
        // Invariant: as for the token of a node.
        content.withLock { $0.isEnded ? nil : $0.lease?.objectIfAlive }
    }

    /// Makes the lease: the directory ends with the last reference to it.
    ///
    /// - Parameter primary: The primary imposer.
    func beginLease(of primary: Node) -> Imposer {
        let lease = Imposer(primary, in: nil, endsNode: true)
        content.withLock { $0.lease = UncountedReference(lease) }
        return lease
    }

    /// See `Imposer.ownerPolicy`. A copy begins with the one of its original.
    var ownerPolicy: Imposer.OwnerPolicy? {
        get { content.withLock { $0.ownerPolicy } }
        set {
            // After the end the new one is dropped.
            let old = content.withLock { $0.isEnded ? newValue : exchange(&$0.ownerPolicy, with: newValue) }
            // A closure may be the last to hold an object.
            withExtendedLifetime(old) {}
        }
    }

    // MARK: Answers

    /// What tells it from other directories in sections.
    var id: UInt { kind == .process ? ReadSection.process : UInt(bitPattern: ObjectIdentifier(self)) }

    /// The number of changes so far: to be asked for before a search, and handed back with the answer that it found.
    ///
    /// It is read under the lock. Under the same lock a change counts itself, forgets the answers and is made. So
    /// whoever reads a number that a change has made finds nothing that is older than the change.
    var version: Int { content.withLock { $0.version } }

    /// The answer to a request that is not in the table of words; nil if it is not remembered.
    func remembered(_ query: Query, in node: borrowing Node) -> RememberedMatch? {
        content.withLock { _ in node.answerTable.value?.match(for: query) }
    }

    /// Remembers the word that answers requests to a node for a type, without a name or another rule, unless anything
    /// has changed since a version.
    ///
    /// - Parameter object: The object that the word refers to, for the table to hold; nil if it stays as long as the
    ///   answer.
    func remember(
        _ answer: UInt,
        for type: any Any.Type,
        in node: borrowing Node,
        since version: Int,
        holding object: AnyObject?
    ) {
        remember(in: node, since: version) {
            $0.insert(answer, for: UInt(bitPattern: ObjectIdentifier(type)), holding: object)
        }
    }

    /// Remembers what answers requests to a node with a name or another rule, unless anything has changed since a
    /// version.
    func remember(_ match: RememberedMatch, for query: Query, in node: borrowing Node, since version: Int) {
        remember(in: node, since: version) { $0.insert(match, for: query) }
    }

    private func remember(in node: borrowing Node, since version: Int, _ insert: (AnswerTable) -> Void) {
        let outgrown = content.withLock { content -> AnswerTable? in
            if content.version != version || content.isEnded || !content.remembersAnswers { return nil }
            let old = node.answerTable.value
            let table = old.map { $0.isFull ? $0.grown() : $0 } ?? .make(capacity: 8)
            insert(table)
            if table === old { return nil }
            node.answerTable.value = table
            // Pairs with the load in `Node.answer`: see `ReadSection`.
            node.answers[0].store(table.words.address, ordering: .sequentiallyConsistent)
            return old
        }
        if let outgrown { ReadSection.retire([outgrown], in: id) }
    }

    var remembersAnswers: Bool { content.withLock { $0.remembersAnswers } }

    /// Stops remembering answers, so that each request is searched for. Call it before the first request.
    func disableAnswers() { content.withLock { $0.remembersAnswers = false } }

    /// Forgets all answers that a change to a node may alter, and makes the change: see
    /// `Node.changeForgettingAnswers`.
    ///
    /// - Parameters:
    ///   - dropped: Gets what is to be retired.
    ///   - change: Runs under the same lock.
    func forgetAnswers<Result>(of node: Node, _ dropped: inout [AnyObject], with change: () -> Result) -> Result {
        content.withLock { content in
            content.version += 1
            node.takeAnswers(&dropped)
            // A request that one root does not answer is answered by another root of the directory.
            if node.kind == .root {
                content.primary?.node.takeAnswers(&dropped)
                for member in content.others { member.node.takeAnswers(&dropped) }
            }
            return change()
        }
    }
}

extension Node {
    /// The place of an instance in the order of filling, see `Cell.fillOrder`. Under the lock of the node.
    func nextFillOrder(isWeak: Bool) -> Int? { isWeak ? 0 : kind == .root ? directory.nextFillOrder() : nil }

    /// A root, and then those that are searched after it.
    var withOtherRoots: [Node] { [self] + directory.roots(besides: self) }

    /// The first registration that is found in this node, the nodes outwards, and then the other roots.
    ///
    /// - Parameter find: Runs under the locks of the nodes.
    func heldRegistration(_ find: (State) -> RegistrationRecord?) -> RegistrationFacts? {
        let outwards = UncountedReference(self).outwards.map(\.object)
        for holder in outwards + directory.roots(besides: root.object) {
            let record = holder.state.withLock { find($0) }
            if let record { return RegistrationFacts(record, in: holder) }
        }
        return nil
    }

    /// Takes the table of answers out of reach. Under the lock of the directory.
    fileprivate func takeAnswers(_ dropped: inout [AnyObject]) {
        guard let table = answerTable.value.take() else { return }
        answers[0].store(0, ordering: .sequentiallyConsistent)
        dropped.append(table)
    }
}
