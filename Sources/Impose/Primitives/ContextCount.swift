public import Synchronization

/// Whether contexts are in use, and how many.
///
/// Each thread counts those that it has made. A server opens and ends scopes on all its threads all the time: if they wrote
/// to one count, they would wait for each other, and so would all who look at it. What injections look at is a word that is
/// seldom written: it says that contexts may be in use, and goes on saying so until somebody who looks in vain has found
/// that there are none (`settle`).
///
/// Why nobody who runs in a context finds the word at 0:
/// 1. Who begins to use a context counts it, and then sees that the word says `areInUse`, or writes that. Who settles writes
///    `isBeingSettled`, then looks at all counts, and then, if it found none, replaces that by 0. All of these are
///    sequentially consistent.
/// 2. If the word said `areInUse` before it was `isBeingSettled`, the count was there before the counts were looked at, and
///    was found, unless its use had ended. Otherwise it is written now. If that comes before the 0, there is none: only
///    what still is `isBeingSettled` is replaced, and only one thread settles at a time. If it comes behind, it stays.
/// 3. A look may be relaxed: code that runs in a context was started by somebody who had done all this before.
@usableFromInline
enum ContextCount {
    /// The use of one context.
    struct Use: Sendable {
        /// Invariant: that of a thread's record, which is never freed.
        fileprivate let count: AtomicWordPointer

        /// Ends it, on whatever thread.
        func end() {
            count[0].subtract(1, ordering: .sequentiallyConsistent)
        }
    }

    private enum State {
        static let areInUse: UInt = 1
        static let isBeingSettled: UInt = 2
    }

    /// Whether there are none, for certain.
    @inlinable
    static var isZero: Bool {
        @inline(__always) get { word[0].load(ordering: .relaxed) == 0 }
    }

    @inlinable
    static var word: AtomicWordPointer {
        @inline(__always) get { .contextsInUse }
    }

    /// Counts one more.
    static func begin() -> Use {
        let use = Use(count: ThreadRecord.current.contexts)
        use.count[0].add(1, ordering: .sequentiallyConsistent)
        if word[0].load(ordering: .sequentiallyConsistent) != State.areInUse {
            word[0].store(State.areInUse, ordering: .sequentiallyConsistent)
        }
        return use
    }

    /// So few that what is inlined is soon taken again, and so many that looking at all counts does not count.
    private static let mostLooksInVain: UInt32 = 64

    /// Takes down that the calling thread runs in no context, although the word says that there may be some.
    static func noteLookInVain() {
        let thread = ThreadRecord.current
        let looks = thread.looksInVain &+ 1
        thread.looksInVain = looks < mostLooksInVain ? looks : 0
        if looks >= mostLooksInVain { settle() }
    }

    private static let isSettling = Atomic(false)

    /// Looks whether there are any, and if not, says so.
    @inline(never)
    static func settle() {
        // Most often there are some still, and nothing is written that others read.
        if areAny { return }
        guard !isSettling.exchange(true, ordering: .sequentiallyConsistent) else { return }
        defer { isSettling.store(false, ordering: .sequentiallyConsistent) }
        guard replace(State.areInUse, by: State.isBeingSettled) else { return }
        replace(State.isBeingSettled, by: areAny ? State.areInUse : 0)
    }

    @discardableResult
    private static func replace(_ old: UInt, by new: UInt) -> Bool {
        word[0].compareExchange(expected: old, desired: new, ordering: .sequentiallyConsistent).exchanged
    }

    private static var areAny: Bool {
        ThreadRecord.all.contains { $0.contexts[0].load(ordering: .sequentiallyConsistent) != 0 }
    }
}
