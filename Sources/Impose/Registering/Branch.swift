private import CImposeRuntime
private import Synchronization

/// What the ancestors of an imposer reach of it without holding it: enough to make it forget.
///
/// The branches form a tree that follows the imposers and their parents.
final class Branch: Sendable {
    private struct State {
        var branches: [SerialNumber: (branch: Branch, imposer: Unmanaged<Imposer>)] = [:]
        /// Scopes elsewhere that keep instances of this imposer's registrations.
        var borrowers: [SerialNumber: Branch] = [:]
        /// The other way round.
        var lenders: [Branch] = []
    }

    /// What most branches do without: others that they have to do with.
    private final class Below: Sendable {
        private let state = Guarded(State())

        func withLock<Result>(_ body: (inout State) -> Result) -> Result {
            state.withLock(body)
        }
    }

    /// Counts all imposers of the process; a number is never used again.
    let number: SerialNumber
    let title: ImposerTitle
    let registry = Guarded(Registry())
    private let ownAnswers = OnceReference<AnswerCache>()
    /// What is kept of registrations that are not the imposer's own; nil where there can't be any.
    let book: KeeperBook?
    /// Tells what was built before a reset from what was built after it.
    let epoch = ResetEpoch()
    /// Nobody who needs to look here misses it: who searches the registry of a parent has set this before, and who changes
    /// the registry looks at it afterwards, so of the two the one that comes second to the registry's lock sees the other.
    private let below = OnceReference<Below>()
    private let log = OnceReference<RequestLog>()
    private let end = OnceReference<Disposal>()
    private static let lastNumber = Atomic<SerialNumber>(0)

    /// - Parameter answers: Nil for a scope, which needs none before it has registrations of its own, and for a copy that
    ///   is to remember nothing.
    init(_ title: ImposerTitle, answers: AnswerCache?, book: KeeperBook?) {
        number = Self.lastNumber.add(1, ordering: .relaxed).newValue
        if let answers { _ = ownAnswers.storeIfNil(answers) }
        self.book = book
        self.title = title
    }

    /// The answers that are remembered here; nil for a scope that has never had a registration of its own. There every
    /// answer is its parent's.
    var answers: AnswerCache? { ownAnswers.load() }

    /// What was asked of it from outside any provider; nil as long as that is nothing.
    var requestLog: RequestLog? { log.load() }

    /// The same, made if there is none.
    func openRequestLog() -> RequestLog {
        log.load() ?? log.storeIfNil(RequestLog())
    }

    var remembersAnswers: Bool { ownAnswers.isSet }

    /// Begins with the registrations of another branch, which both hold from then on.
    func copyRegistrations(of original: Branch) {
        let copy = original.registry.withLock { $0.copy() }
        registry.withLock { $0 = copy }
    }

    /// To be called before a registration is added.
    func willHoldRegistrations() {
        if !ownAnswers.isSet { _ = ownAnswers.storeIfNil(AnswerCache(isProcessPrimary: false)) }
    }

    /// What a scope was opened under.
    var name: InjectionName? {
        guard case .scope(let name) = title else { return nil }
        return name
    }

    /// Where it was disposed of, or nil if it was not.
    var disposal: Disposal? { end.load() }

    var isDisposed: Bool { end.isSet }

    /// Takes on the branch of an imposer that has this one's as its parent.
    ///
    /// - Parameter imposer: The imposer. It is not held, and must take its branch off when its deinit begins.
    func adopt(_ child: Branch, of imposer: Imposer) {
        openBelow().withLock { $0.branches[child.number] = (child, .passUnretained(imposer)) }
    }

    func disown(_ child: Branch) {
        below.load()?.withLock { _ = $0.branches.removeValue(forKey: child.number) }
        let lenders = child.below.load()?.withLock { exchange(&$0.lenders, with: []) }
        for lender in lenders ?? [] { lender.below.load()?.withLock { $0.borrowers[child.number] = nil } }
    }

    /// Makes an imposer that is no ancestor look here, too, when a registration of its own goes.
    func borrow(from lender: Branch) {
        let isNew = lender.openBelow().withLock { $0.borrowers.updateValue(self, forKey: number) == nil }
        if isNew { openBelow().withLock { $0.lenders.append(lender) } }
    }

    private func openBelow() -> Below {
        below.load() ?? below.storeIfNil(Below())
    }

    /// The scopes below that were opened under a name and that somebody holds, the latest first.
    ///
    /// They are not even held weakly here: a weak reference makes every use of an object slower.
    func scopes(named name: InjectionName) -> [Imposer] {
        below.load()?.withLock { below in
            let scopes = below.branches.values.filter { $0.branch.name == name }
            return scopes.sorted { $0.branch.number > $1.branch.number }.compactMap { _, imposer in
                // Invariant: the memory is there, since a deinit that has begun waits for the lock to take itself off.
                impose_try_retain(imposer.toOpaque()) ? imposer.takeRetainedValue() : nil
            }
        } ?? []
    }

    /// An imposer, which must be this branch's own, and all that are alive and have it above them, in the order they
    /// were made.
    func withAllBelow(of imposer: Imposer) -> [Imposer] {
        guard let below = below.load() else { return [imposer] }
        let children = below.withLock { below in
            below.branches.sorted { $0.key < $1.key }.compactMap { _, below in
                let child = below.imposer
                // Invariant: as above.
                return impose_try_retain(child.toOpaque()) ? child.takeRetainedValue() : nil
            }
        }
        return [imposer] + children.flatMap { $0.branch.withAllBelow(of: $0) }
    }

    /// Calls `body` with this branch and all those below it.
    func forEach(_ body: (Branch) -> Void) {
        body(self)
        guard let below = below.load() else { return }
        let children = below.withLock { $0.branches.isEmpty ? [] : $0.branches.values.map(\.branch) }
        for child in children { child.forEach(body) }
    }

    /// Calls `body` with all branches that may keep instances of this imposer's registrations.
    func forEachKeeping(_ body: (Branch) -> Void) {
        forEach(body)
        guard let below = below.load() else { return }
        for borrower in below.withLock({ Array($0.borrowers.values) }) { body(borrower) }
    }

    /// The registrations in the order they were made, with gaps.
    var records: [RegistrationRecord?] { registry.withLock { $0.records } }

    /// Lets go of all instances that are kept here.
    func forgetInstances(into garbage: inout Garbage) {
        book?.forgetAll(nil, into: &garbage)
        for case let record? in records where record.owner == number { record.forgetInstances(nil, into: &garbage) }
    }

    /// Lets go of all instances and registrations for good: providers may hold the imposer.
    private func dropEverything(into garbage: inout Garbage) {
        book?.forgetAll(.disposed, into: &garbage)
        // Where nothing can be remembered, nothing was ever imposed; registrations of a copy are their original's.
        guard let answers else { return }
        var dropped = registry.withLock { exchange(&$0, with: Registry()) }
        for case let record? in dropped.records {
            if record.owner == number { record.forgetInstances(.disposed, into: &garbage) }
            garbage.add(record)
        }
        answers.forget(into: &garbage)
    }

    /// Lets go of all instances that nobody else holds, and keeps the others as long as somebody does.
    func holdWeakly(into garbage: inout Garbage) {
        for case let record? in records where record.owner == number { record.holdWeakly(into: &garbage) }
        book?.holdWeakly(into: &garbage)
        answers?.forget(into: &garbage)
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
            below.dropEverything(into: &garbage)
        }
        return disposal
    }

    /// Closes this branch, in which nothing was ever kept.
    func disposeOfNothing(_ disposal: Disposal) {
        var garbage = Garbage()
        _ = dispose(disposal, into: &garbage)
    }

    /// Empties it when its imposer goes: others may hold it for another moment, but not what is in it.
    ///
    /// - Parameter directory: Whose observers are told.
    func clear(telling directory: @autoclosure () -> Directory?) {
        var garbage = Garbage()
        _ = dispose(Disposal(at: nil), into: &garbage)
        garbage.release(telling: directory())
    }
}
