private import Synchronization

/// What the ancestors of an imposer reach of it without holding it: enough to make it forget.
///
/// The branches form a tree that follows the imposers and their parents.
final class Branch: Sendable {
    private struct Below {
        var branches: [Int: Branch] = [:]
        /// The numbers of the scopes below that have a name.
        var named: [SendableKey: Set<Int>] = [:]
        /// Scopes elsewhere that keep instances of this imposer's registrations.
        var borrowers: [Int: Branch] = [:]
        /// The other way round.
        var lenders: [Branch] = []
        /// The imposer, if it is a scope that can be asked for by name.
        weak var scope: Imposer?
    }

    /// Counts all imposers of the process; a number is never used again.
    let number: Int
    /// What a scope was opened under.
    let name: SendableKey?
    let registry = Guarded(Registry())
    let answers: AnswerCache
    /// What is kept of registrations that are not the imposer's own; nil where there can't be any.
    let book: KeeperBook?
    /// Tells what was built before a reset from what was built after it.
    let epoch = ResetEpoch()
    private let below = Guarded(Below())
    private let end = AtomicLazyReference<Disposal>()
    private static let lastNumber = Atomic(0)

    init(answers: AnswerCache, book: KeeperBook?, name: SendableKey? = nil) {
        number = Self.lastNumber.add(1, ordering: .relaxed).newValue
        self.answers = answers
        self.book = book
        self.name = name
    }

    /// Where it was disposed of, or nil if it was not.
    var disposal: Disposal? { end.load() }

    /// Takes on the branch of an imposer that has this one's as its parent.
    ///
    /// - Parameter imposer: The imposer, to be found by its name if it has one.
    func adopt(_ child: Branch, of imposer: Imposer) {
        if child.name != nil { child.below.withLock { $0.scope = imposer } }
        below.withLock { below in
            below.branches[child.number] = child
            if let name = child.name { below.named[name, default: []].insert(child.number) }
        }
    }

    func disown(_ child: Branch) {
        below.withLock { below in
            below.branches[child.number] = nil
            guard let name = child.name, below.named[name]?.remove(child.number) != nil else { return }
            if below.named[name]?.isEmpty == true { below.named[name] = nil }
        }
        let lenders = child.below.withLock { exchange(&$0.lenders, with: []) }
        for lender in lenders { lender.below.withLock { $0.borrowers[child.number] = nil } }
    }

    /// Makes an imposer that is no ancestor look here, too, when a registration of its own goes.
    func borrow(from lender: Branch) {
        let isNew = lender.below.withLock { $0.borrowers.updateValue(self, forKey: number) == nil }
        if isNew { below.withLock { $0.lenders.append(lender) } }
    }

    /// The imposer, if it is a scope with a name and somebody holds it.
    var scope: Imposer? { below.withLock { $0.scope } }

    /// The scopes below that were opened under a name, the latest first.
    func scopes(named name: SendableKey) -> [Branch] {
        below.withLock { below in
            (below.named[name] ?? []).sorted(by: >).compactMap { below.branches[$0] }
        }
    }

    private var children: [Branch] {
        below.withLock { $0.branches.isEmpty ? [] : Array($0.branches.values) }
    }

    /// Calls `body` with this branch and all those below it.
    func forEach(_ body: (Branch) -> Void) {
        body(self)
        for child in children { child.forEach(body) }
    }

    /// Calls `body` with all branches that may keep instances of this imposer's registrations.
    func forEachKeeping(_ body: (Branch) -> Void) {
        forEach(body)
        for borrower in below.withLock({ Array($0.borrowers.values) }) { body(borrower) }
    }

    /// The registrations in the order they were made, with gaps.
    var records: [RegistrationRecord?] { registry.withLock { $0.records } }

    /// Lets go of all instances that are kept here.
    ///
    /// - Parameter closing: Why nothing may be kept here any more; nil if it may.
    func forgetInstances(_ closing: InstanceStore.Closing?, into garbage: inout Garbage) {
        for case let record? in records where record.owner == number {
            record.forgetInstances(closing, into: &garbage)
        }
        book?.forgetAll(closing, into: &garbage)
    }

    /// Lets go of all instances that nobody else holds, and keeps the others as long as somebody does.
    func holdWeakly(into garbage: inout Garbage) {
        for case let record? in records where record.owner == number { record.holdWeakly(into: &garbage) }
        book?.holdWeakly(into: &garbage)
        answers.forget(into: &garbage)
    }

    /// Closes this branch and the scopes below for good.
    ///
    /// - Parameters:
    ///   - garbage: Takes the instances of the innermost scopes first.
    /// - Returns: What came first: the disposal that is passed in, unless it is not the first one.
    func dispose(_ disposal: Disposal, into garbage: inout Garbage) -> Disposal {
        let first = end.storeIfNil(disposal)
        guard first === disposal else { return first }
        forEach { below in
            // Injections see that it is closed before anything is gone.
            _ = below.end.storeIfNil(disposal)
            below.forgetInstances(.disposed, into: &garbage)
            below.answers.forget(into: &garbage)
        }
        return disposal
    }
}
