public import CImposeRuntime

/// The record of one thread: a typed face of the one that the C target keeps, which is never freed.
///
/// `@unchecked Sendable`: `CImposeRuntime.h` says of each field which threads may touch it.
@frozen
@usableFromInline
struct ThreadRecord: Equatable, @unchecked Sendable {
    @usableFromInline
    let thread: UnsafeMutablePointer<ImposeThreadRecord>

    @inline(__always)
    init(_ thread: UnsafeMutablePointer<ImposeThreadRecord>) { self.thread = thread }

    /// The calling thread's.
    static var current: ThreadRecord {
        @inline(__always) get { ThreadRecord(impose_thread_current()) }
    }

    /// The calling thread's, nil if it has none yet.
    static var enrolled: ThreadRecord? {
        @inline(__always) get { impose_thread_enrolled().map { ThreadRecord($0) } }
    }

    /// The first field, see `Section`.
    @inlinable
    var section: AtomicWordPointer {
        @inline(__always) get { AtomicWordPointer(thread) }
    }

    /// The second field, see `Section`.
    @inlinable
    var isAwaited: AtomicWordPointer.Word {
        @inline(__always) get { section[1] }
    }

    /// The third field, see `Section`.
    var directory: AtomicWordPointer.Word {
        @inline(__always) get { section[2] }
    }

    /// How many requests it is in the middle of that must keep nothing open, see `HeldContext`.
    var weakRequests: UInt32 {
        get { thread.pointee.weakRequests }
        nonmutating set { thread.pointee.weakRequests = newValue }
    }

    // Read and written as a whole: to change it in place would be an access to the whole record, with what others read.
    private var unreadRequests: UInt32 {
        get { thread.pointee.unreadRequests }
        nonmutating set { thread.pointee.unreadRequests = newValue }
    }

    /// Whether the thread is in the middle of a request whose error nobody reads, so that no long text is made for it.
    var hasNoReaders: Bool { unreadRequests > 0 }

    /// Runs requests whose errors nobody reads.
    func withoutReaders<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        unreadRequests += 1
        defer { unreadRequests -= 1 }
        return try body()
    }

    /// Whether it only looks whether something is there, so that nothing of it is told.
    var isProbing: Bool { unreadRequests >= 1 << 16 }

    /// Looks whether something is there.
    func probing<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        unreadRequests += 1 << 16
        defer { unreadRequests -= 1 << 16 }
        return try body()
    }

    /// Blocks the calling thread, whose record this must be, until somebody has unparked it since it last returned from
    /// here. One unpark is remembered if it comes first.
    func park() { impose_thread_park(thread) }

    /// Lets a parked thread go on.
    func unpark() { impose_thread_unpark(thread) }

    /// The records of all threads, those that have ended among them.
    struct All: Sequence, IteratorProtocol {
        private var following = impose_thread_all()

        mutating func next() -> ThreadRecord? {
            guard let thread = following else { return nil }
            following = thread.pointee.next
            return ThreadRecord(thread)
        }
    }

    static var all: All { All() }
}
