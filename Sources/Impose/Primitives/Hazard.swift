internal import CImposeRuntime

/// An object that a thread uses without holding it, announced so that nobody frees it meanwhile: a hazard pointer.
///
/// Counting a reference to an object takes two atomic operations, and threads that use one object wait for each other.
/// A hazard takes one atomic exchange, in the thread's own record. Whoever is about to release the object looks through
/// the records first, and hands a reference over to each thread that uses it.
///
/// Why no object is released before its last use, and none twice:
/// 1. A thread announces an object in the `ReaderSection` in which it found it. The writer has taken the object out of
///    its readers' reach, and has then waited for them; or no reader is left, since they come through an object that is
///    gone. So it sees the announcement of every thread that found the object, unless that thread is done.
/// 2. An announcement, the hand-over and the end are changes of one word, made in one order. The writer retains the
///    object, and then marks the word if it is still unmarked. If so, the thread finds the mark when it takes the word
///    back, and releases the reference. If not, the writer keeps its reference: the thread is done, or has been handed
///    one by another owner.
/// 3. Taking the word back releases, and so does the next announcement in its place. The writer acquires whatever it
///    finds there. So all that the thread has done with the object happened before the writer releases it.
/// 4. An object that another owner still keeps in reach may be announced again after the writer looked. That owner looks
///    itself before it releases the object.
/// 5. A thread announces objects and takes them back in the manner of a stack, since that is how it calls functions. A
///    thread that ends in the middle takes nothing back: its words are cleared, and what it was handed stays for ever,
///    like all that its frames held.
///
/// There is room for a few objects a thread. What goes beyond is held, as it would be without hazards.
struct Hazard {
    /// The object's address.
    private let address: UInt
    private let thread: ThreadRecord
    /// The position among the hazards of the thread.
    private let position: Int

    /// The mark of an address whose thread has got a reference to the object.
    private static var handedOver: UInt { 1 }
    private static var limit: Int { Int(IMPOSE_HAZARDS) }

    /// Announces an object, in the section in which it was found.
    ///
    /// - Parameters:
    ///   - address: The object's.
    ///   - thread: The calling thread.
    @inline(__always)
    init(_ address: UInt, on thread: ThreadRecord) {
        self.address = address
        self.thread = thread
        position = thread.hazardCount
        thread.hazardCount = position &+ 1
        if position < Self.limit {
            thread.hazards[position].store(address, ordering: .releasing)
        } else {
            Self.retain(address)
        }
    }

    /// Ends the use of the object, which may be gone afterwards.
    @inline(__always)
    func end() {
        thread.hazardCount = position
        // What goes beyond the limit is held, as if it had been handed over.
        let isHeld =
            position >= Self.limit || thread.hazards[position].exchange(0, ordering: .acquiringAndReleasing) != address
        if isHeld { Self.release(address) }
    }

    /// Hands a reference over to each thread that uses one of some objects. Nobody may find them through the caller any
    /// more.
    static func handOver(_ objects: [some AnyObject]) {
        if objects.isEmpty { return }
        for thread in ThreadRecord.all {
            for position in 0..<limit {
                let word = thread.hazards[position].load(ordering: .acquiring)
                guard word != 0, word & handedOver == 0,
                    objects.contains(where: { UncountedReference($0).address == word })
                else { continue }
                retain(word)
                let (isDone, _) = thread.hazards[position]
                    .compareExchange(expected: word, desired: word | handedOver, ordering: .acquiringAndReleasing)
                if !isDone { release(word) }
            }
        }
    }

    // Invariant of both: the object is there, kept by the table that it was found in, by the writer, or by a reference
    // that was handed over.

    @inline(never)
    private static func retain(_ address: UInt) {
        _ = UncountedReference<AnyObject>(knownAddress: address).unmanaged.retain()
    }

    @inline(never)
    private static func release(_ address: UInt) {
        UncountedReference<AnyObject>(knownAddress: address).unmanaged.release()
    }
}
