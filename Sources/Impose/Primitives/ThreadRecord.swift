public import CImposeRuntime

/// A typed view of the record that C keeps of a thread. C never frees a record.
///
/// `@unchecked Sendable`: `CImposeRuntime.h` says of each field which threads may touch it.
@frozen
@usableFromInline
struct ThreadRecord: Equatable, @unchecked Sendable {
    @usableFromInline
    let pointer: UnsafeMutablePointer<ImposeThreadRecord>

    @inline(__always)
    init(_ pointer: UnsafeMutablePointer<ImposeThreadRecord>) { self.pointer = pointer }

    /// The calling thread's.
    static var current: ThreadRecord {
        @inline(__always) get { ThreadRecord(impose_thread_current()) }
    }

    /// The calling thread's, nil if it has none yet.
    static var currentIfEnrolled: ThreadRecord? {
        @inline(__always) get { impose_thread_enrolled().map { ThreadRecord($0) } }
    }

    /// The first three words of the record, which belong to `ReadSection`. The first is its counter: odd inside a
    /// section.
    @inlinable
    var sectionWords: AtomicWordPointer {
        @inline(__always) get { AtomicWordPointer(pointer) }
    }

    /// Not 0 if somebody waits for the thread to leave its section. The second word.
    @inlinable
    var delaysRelease: AtomicWordPointer.Word {
        @inline(__always) get { sectionWords[1] }
    }

    /// The directory of the section. The third word.
    var directory: AtomicWordPointer.Word {
        @inline(__always) get { sectionWords[2] }
    }

    // These are a getter and a setter, since a change in place would count as an access to the whole record. Other
    // threads read other fields of it.

    /// The number of requests under way by objects that hold their context without keeping it open, see `HeldContext`.
    /// What these requests make must not keep the context open either.
    var weakRequests: UInt32 {
        get { pointer.pointee.weakRequests }
        nonmutating set { pointer.pointee.weakRequests = newValue }
    }

    private var unreadRequests: UInt32 {
        get { pointer.pointee.unreadRequests }
        nonmutating set { pointer.pointee.unreadRequests = newValue }
    }

    /// Whether the thread is in the middle of a request whose error nobody reads, so that no long text is made for it.
    var ignoresErrors: Bool { unreadRequests > 0 }

    /// Runs requests whose errors nobody reads.
    func ignoringErrors<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        unreadRequests += 1
        defer { unreadRequests -= 1 }
        return try body()
    }

    /// Whether the thread only checks whether something is there. Then observers are not told of errors.
    ///
    /// The upper half of `unreadRequests` counts probes. So a probe is also a request whose error nobody reads.
    var isProbing: Bool { unreadRequests >= 1 << 16 }

    /// Runs a check whether something is there.
    func probing<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        unreadRequests += 1 << 16
        defer { unreadRequests -= 1 << 16 }
        return try body()
    }

    /// Blocks the calling thread until `unpark`. The record must be the calling thread's. If `unpark` came first, since
    /// the last return from here, this returns at once.
    func park() { impose_thread_park(pointer) }

    /// Lets a parked thread go on.
    func unpark() { impose_thread_unpark(pointer) }

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
