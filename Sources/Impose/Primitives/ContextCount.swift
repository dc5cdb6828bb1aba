public import CImposeRuntime
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
    struct Use: @unchecked Sendable {
        /// Invariant: that of a thread's record, which is never freed, and only accessed as an atomic.
        fileprivate let count: UnsafeMutablePointer<Atomic<UInt>>

        /// Ends it, on whatever thread.
        func end() {
            count.pointee.subtract(1, ordering: .sequentiallyConsistent)
        }
    }

    private enum State {
        static let areInUse: UInt = 1
        static let isBeingSettled: UInt = 2
    }

    /// Whether there are none, for certain.
    @inlinable
    static var isZero: Bool {
        @inline(__always) get { word.pointee.load(ordering: .relaxed) == 0 }
    }

    /// Invariant: an `Atomic<UInt>` is laid out as a `UInt`, and the word is a global of the C target.
    @inlinable
    static var word: UnsafeMutablePointer<Atomic<UInt>> {
        @inline(__always) get {
            UnsafeMutableRawPointer(impose_context_count()).assumingMemoryBound(to: Atomic<UInt>.self)
        }
    }

    /// Counts one more.
    static func begin() -> Use {
        let use = Use(count: count(of: impose_current_thread()))
        use.count.pointee.add(1, ordering: .sequentiallyConsistent)
        if word.pointee.load(ordering: .sequentiallyConsistent) != State.areInUse {
            word.pointee.store(State.areInUse, ordering: .sequentiallyConsistent)
        }
        return use
    }

    /// Invariant: as for the word.
    private static func count(of thread: UnsafeMutablePointer<ImposeThread>) -> UnsafeMutablePointer<Atomic<UInt>> {
        let offset = MemoryLayout<ImposeThread>.offset(of: \.contexts).unsafelyUnwrapped
        return (UnsafeMutableRawPointer(thread) + offset).assumingMemoryBound(to: Atomic<UInt>.self)
    }

    /// So few that what is inlined is soon taken again, and so many that looking at all counts does not count.
    private static let mostLooksInVain: UInt32 = 64

    /// Takes down that the calling thread runs in no context, although the word says that there may be some.
    static func noteLookInVain() {
        let thread = impose_current_thread()
        // Not in place: that would be an access to the whole record, whose first word others read.
        let looks = thread.pointee.looksInVain &+ 1
        thread.pointee.looksInVain = looks < mostLooksInVain ? looks : 0
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
        word.pointee.compareExchange(expected: old, desired: new, ordering: .sequentiallyConsistent).exchanged
    }

    private static var areAny: Bool {
        var next = impose_all_threads()
        while let thread = next {
            if count(of: thread).pointee.load(ordering: .sequentiallyConsistent) != 0 { return true }
            next = thread.pointee.next
        }
        return false
    }
}
