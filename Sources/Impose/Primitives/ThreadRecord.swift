public import CImposeRuntime

/// The record of one thread: a typed face of the one that the C target keeps.
///
/// A record is never freed; when its thread ends, another thread takes it over. `CImposeRuntime.h` says of each field
/// which threads may touch it. A field is read and written by itself, and never changed in place: that would be an
/// access to the whole record, some words of which other threads read and change.
///
/// The types that a record refers to belong to the layers above. There each field has a typed property, made from one
/// of the subscripts.
@frozen
@usableFromInline
struct ThreadRecord: Equatable {
    @usableFromInline
    let thread: UnsafeMutablePointer<ImposeThread>

    @inline(__always)
    init(_ thread: UnsafeMutablePointer<ImposeThread>) {
        self.thread = thread
    }

    /// The calling thread's.
    static var current: ThreadRecord {
        @inline(__always) get { ThreadRecord(impose_current_thread()) }
    }

    /// The calling thread's, nil if it has none yet.
    static var enrolled: ThreadRecord? {
        @inline(__always) get { impose_enrolled_thread().map { ThreadRecord($0) } }
    }

    /// Odd while the thread reads answers, see `ReaderSection`.
    @inlinable
    var section: AtomicWordPointer {
        // It is the record's first field.
        @inline(__always) get { AtomicWordPointer(thread) }
    }

    /// How many contexts are in use that the thread has made, see `ContextCount`.
    var contexts: AtomicWordPointer {
        let offset = MemoryLayout<ImposeThread>.offset(of: \.contexts).unsafelyUnwrapped
        return AtomicWordPointer(UnsafeMutableRawPointer(thread) + offset)
    }

    /// The objects that the thread uses without holding them, see `Hazard`.
    var hazards: AtomicWordPointer {
        @inline(__always) get { AtomicWordPointer(impose_hazards(thread)) }
    }

    /// How many objects it uses so.
    var hazardCount: Int {
        @inline(__always) get { thread.pointee.hazardCount }
        @inline(__always) nonmutating set { thread.pointee.hazardCount = newValue }
    }

    /// How often it has looked for a context and found none, since it last saw to it whether there are any.
    var missedLookups: UInt32 {
        get { thread.pointee.missedLookups }
        nonmutating set { thread.pointee.missedLookups = newValue }
    }

    /// Whether it is telling observers of an event.
    var isReporting: Bool {
        get { thread.pointee.isReporting }
        nonmutating set { thread.pointee.isReporting = newValue }
    }

    /// Counts the records: threads that write to one list take different parts of it, by this.
    var position: Int { Int(thread.pointee.position) }

    /// Takes the record that its only parameter stands for.
    typealias End = @convention(c) (UnsafeMutablePointer<ImposeThread>) -> Void

    /// Does what the end of the thread asks for besides forgetting.
    var end: End? {
        get { thread.pointee.end }
        nonmutating set { thread.pointee.end = newValue }
    }

    /// Blocks the calling thread, whose record this must be, until somebody has unparked it since it last returned from
    /// here. One unpark is remembered if it comes first.
    func park() { impose_park(thread) }

    /// Lets a parked thread go on.
    func unpark() { impose_unpark(thread) }
}

extension ThreadRecord {
    /// The records of all threads, those that have ended among them.
    struct All: Sequence, IteratorProtocol {
        private var following = impose_all_threads()

        mutating func next() -> ThreadRecord? {
            guard let thread = following else { return nil }
            following = thread.pointee.next
            return ThreadRecord(thread)
        }
    }

    static var all: All { All() }

    /// A field that refers to an object of a layer above, by its position among the words that a record begins with.
    enum Field: Int {
        case path = 1
        case graph
        case provision
        case waitingFor
        case building
    }

    private subscript(field: Field) -> UnsafeRawPointer? {
        @inline(__always) get { place(of: field).pointee }
        @inline(__always) nonmutating set { place(of: field).pointee = newValue }
    }

    @inline(__always)
    private func place(of field: Field) -> UnsafeMutablePointer<UnsafeRawPointer?> {
        // Invariant: the C target checks that the fields are these words.
        UnsafeMutableRawPointer(thread).assumingMemoryBound(to: UnsafeRawPointer?.self) + field.rawValue
    }

    /// Whether a field refers to nothing.
    @inline(__always)
    func isEmpty(_ field: Field) -> Bool { self[field] == nil }

    /// An object that the record holds.
    ///
    /// Invariant: a field is accessed by one property only, so an object that is read has been put there by that
    /// property.
    subscript<Object: AnyObject>(holding field: Field) -> Object? {
        @inline(__always) get { self[field].map { Unmanaged<Object>.fromOpaque($0).takeUnretainedValue() } }
        @inline(__always) nonmutating set {
            let old = self[field]
            self[field] = newValue.map { UnsafeRawPointer(Unmanaged.passRetained($0).toOpaque()) }
            // Last: a deinit may look at the record.
            if let old { Unmanaged<Object>.fromOpaque(old).release() }
        }
    }

    /// An object that the record holds, moved in and out without being counted.
    ///
    /// Invariant: as above.
    subscript<Object: AnyObject>(retained field: Field) -> RetainedReference<Object>? {
        @inline(__always) get { self[field].map { RetainedReference(known: UnsafeMutableRawPointer(mutating: $0)) } }
        @inline(__always) nonmutating set { self[field] = newValue.map { UnsafeRawPointer($0.unmanaged.toOpaque()) } }
    }

    /// An object that somebody else holds for as long as the record refers to it.
    ///
    /// Invariant: as above.
    subscript<Object: AnyObject>(lent field: Field) -> Object? {
        @inline(__always) get { self[field].map { Unmanaged<Object>.fromOpaque($0).takeUnretainedValue() } }
        @inline(__always) nonmutating set {
            self[field] = newValue.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) }
        }
    }

    /// A value that somebody else keeps for as long as the record refers to it.
    ///
    /// Invariant: as above.
    subscript<Value>(value field: Field) -> ValueReference<Value>? {
        @inline(__always) get {
            self[field].map {
                ValueReference(UnsafeMutableRawPointer(mutating: $0).assumingMemoryBound(to: Value.self))
            }
        }
        @inline(__always) nonmutating set { self[field] = newValue.map { UnsafeRawPointer($0.pointer) } }
    }
}
