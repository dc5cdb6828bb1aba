public import CImposeRuntime

/// The number of contexts in use, and a word that says whether there may be any.
///
/// Each thread counts the contexts that it has made. A server opens and ends scopes on all its threads all the time: if
/// they wrote to one count, they would wait for each other, and so would every thread that reads it. Injections read a
/// word that is seldom written instead: it says that contexts may be in use, and keeps saying so until a thread that
/// looks for a context in vain has found that there are none (`settle`).
///
/// Why no code that runs in a context finds the word at 0:
/// 1. A thread that begins to use a context counts it, and then sees that the word is `areInUse`, or writes that. A
///    thread that settles writes `isBeingSettled`, then reads all counts, and then, if all were 0, replaces
///    `isBeingSettled` by 0. All of these accesses are sequentially consistent.
/// 2. If the beginning thread saw the `areInUse` that `isBeingSettled` replaced, its count was there before the counts
///    were read, and was found, unless the use had ended. Otherwise it writes `areInUse` now. If that comes before the
///    0, the 0 is not written: only `isBeingSettled` is replaced, and only one thread settles at a time. If it comes
///    after, it stays.
/// 3. Injections may read the word relaxed: code that runs in a context was started by a thread that had done all this.
@usableFromInline
enum ContextCount {
    /// The use of one context.
    struct Use: Sendable {
        /// Invariant: the count of a thread's record, which is never freed.
        fileprivate let count: AtomicWordPointer

        /// Ends the use, on any thread.
        func end() {
            count[0].subtract(1, ordering: .sequentiallyConsistent)
        }
    }

    private enum State {
        static let areInUse: UInt = 1
        static let isBeingSettled: UInt = 2
    }

    /// Whether it is certain that no context is in use.
    @inlinable
    static var isZero: Bool {
        @inline(__always) get { word[0].load(ordering: .relaxed) == 0 }
    }

    /// A global of C: whether contexts may be in use.
    @inlinable
    static var word: AtomicWordPointer {
        @inline(__always) get { AtomicWordPointer(impose_context_count()) }
    }

    /// Counts one more context.
    static func begin() -> Use {
        let use = Use(count: ThreadRecord.current.contexts)
        use.count[0].add(1, ordering: .sequentiallyConsistent)
        if word[0].load(ordering: .sequentiallyConsistent) != State.areInUse {
            word[0].store(State.areInUse, ordering: .sequentiallyConsistent)
        }
        return use
    }

    /// Few enough that injections soon look into the table at once again, many enough that reading all counts costs little.
    private static let mostMissedLookups: UInt32 = 64

    /// Records that the calling thread runs in no context, although the word says that some may be in use.
    static func noteMissedLookup() {
        let thread = ThreadRecord.current
        let looks = thread.missedLookups &+ 1
        thread.missedLookups = looks < mostMissedLookups ? looks : 0
        if looks >= mostMissedLookups { settle() }
    }

    private static let isSettling = AtomicField(false)

    /// Sets the word to 0 if no context is in use.
    @inline(never)
    static func settle() {
        // Most often some still are; then nothing is written that other threads read.
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
