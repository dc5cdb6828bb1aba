public import CImposeRuntime

/// A stretch of a thread's work in which nothing is freed that it may have found: an injection, with all that it
/// builds.
///
/// In a section a thread uses registrations and tables without counting references to them. Counting would make the
/// threads that share them wait for each other. A change takes such an object out of reach, and hands it to `retire`.
///
/// A section is in one directory, or anywhere. To this type a directory is only a number that tells one set of objects
/// from another. So what a test drops in a directory of its own is released at once, whatever other tests are doing.
///
/// Why nothing is freed that a thread still uses:
/// 1. Each thread has a counter, which is odd while it is in a section. Entering, looking up, taking out of reach and
///    reading the counters are sequentially consistent, so all threads see them in one order.
/// 2. A thread that entered before its counter was read is seen, and waited for until its counter changes. That is
///    after its last use, since leaving releases and the reading acquires.
/// 3. A thread that enters after its counter was read looks up later still, and finds the object no more.
/// 4. A thread writes its directory before its counter, and others read the directory after the counter. So whoever
///    sees the counter of a section sees the directory of that section, or a later directory. `begin` and `goBack`
///    store the directory with a release. On ARM, others could see a relaxed store before the last use in the directory
///    that the thread leaves.
/// 5. Before a section looks up anything in a second directory, it stores `anywhere`, sequentially consistent. So for
///    point 1 the section counts as entered anew.
/// 6. Nobody blocks until the readers have left: `retire` puts the objects in a list. The last reader that leaves
///    releases them. If that reader missed that it is awaited, the next call of `retire` does. So a provider may make a
///    change, in the middle of a section.
/// 7. A thread that holds up a batch has been in the same section ever since. So it most often holds up the later
///    batches of that directory, too. Therefore the list of a directory is released only up to the first batch that is
///    not over.
@usableFromInline
enum ReadSection {
    /// The directory of a section that may look up anything, and of objects that any section may have found.
    static var anywhere: UInt { 1 }

    /// The process's directory. Others are known by their addresses.
    static var process: UInt { 2 }

    /// Begins a section, unless the thread is in one.
    ///
    /// - Parameter directory: Where the thread is about to look something up.
    /// - Returns: Whether the section began here. If so, the caller must call `end`.
    @inline(__always)
    static func begin(_ thread: ThreadRecord, in directory: UInt) -> Bool {
        let counter = thread.sectionWords
        let count = counter[0].load(ordering: .relaxed)
        if count & 1 == 1 { return false }
        thread.directory.store(directory, ordering: .releasing)
        counter[0].store(count &+ 1, ordering: .sequentiallyConsistent)
        return true
    }

    /// Begins a section, or goes on to another directory in the one that the thread is in.
    ///
    /// - Returns: The directory that the section was in before, for `goBack`. 0 if the section began here: then the
    ///   caller must call `end`.
    @inline(__always)
    static func beginOrGoOn(_ thread: ThreadRecord, in directory: UInt) -> UInt {
        if begin(thread, in: directory) { return 0 }
        let previous = thread.directory.load(ordering: .relaxed)
        if previous != directory { widen(thread) }
        return previous
    }

    /// Goes back to the directory that a section was in before. The caller must not use what it has found since then:
    /// this counts as the end of the section and the beginning of another.
    @inline(__always)
    static func goBack(_ thread: ThreadRecord, to previous: UInt) {
        if thread.directory.load(ordering: .relaxed) != previous { narrow(thread, to: previous) }
    }

    @inline(never)
    private static func narrow(_ thread: ThreadRecord, to previous: UInt) {
        thread.directory.store(previous, ordering: .releasing)
        // Not `thread`: that would clear `delaysRelease`, though other batches still wait for the end of the section.
        if thread.delaysRelease.load(ordering: .relaxed) != 0 { releaseRetired(nil) }
    }

    /// Runs `body` in a section. What `body` finds and returns, it has to retain.
    static func within<Result>(_ directory: UInt, _ body: () -> Result) -> Result {
        let thread = ThreadRecord.current
        let previous = beginOrGoOn(thread, in: directory)
        defer { if previous == 0 { end(thread) } else { goBack(thread, to: previous) } }
        return body()
    }

    /// Whether a thread is in a section. The thread must be the calling one, or have ended.
    @inline(__always)
    static func contains(_ thread: ThreadRecord) -> Bool { thread.sectionWords[0].load(ordering: .relaxed) & 1 == 1 }

    /// Lets a section look up anything.
    @inline(never)
    private static func widen(_ thread: ThreadRecord) {
        thread.directory.store(anywhere, ordering: .sequentiallyConsistent)
    }

    /// Ends the section, and releases what waited for it. What is used afterwards has been retained by now.
    ///
    /// Other threads may see the new counter only after this thread has read `delaysRelease`. So this thread may miss
    /// that it is awaited. Therefore `retire` and `keep` look again.
    @inlinable
    @inline(__always)
    static func end(_ thread: ThreadRecord) {
        impose_compiler_barrier()
        let counter = thread.sectionWords
        counter[0].store(counter[0].load(ordering: .relaxed) &+ 1, ordering: .releasing)
        if thread.delaysRelease.load(ordering: .relaxed) != 0 { releaseRetired(thread) }
    }

    /// Objects that are out of reach, and the threads that may still use them.
    private struct Batch {
        var objects: [AnyObject]
        /// Each with its counter as it was seen.
        var readers: [(thread: ThreadRecord, count: UInt)] = []

        /// Whether all readers have left their section or the directory. Forgets those that have.
        mutating func isOver(in directory: UInt) -> Bool {
            readers.removeAll { reader in
                reader.thread.sectionWords[0].load(ordering: .sequentiallyConsistent) != reader.count
                    || !reader.thread.isReading(directory)
            }
            return readers.isEmpty
        }
    }

    /// The batches of each directory that has any, the first one the oldest. Few have any at one time, and a program
    /// starts faster without another type of dictionary.
    private static let waiting = Guarded<[(directory: UInt, batches: [Batch])]>([])

    /// Not 0 if there are any. (Relaxed, written under the lock: who misses it leaves them to the next one who
    /// retires.)
    private static let isAnyWaiting = AtomicField(0)

    /// Releases the objects that one change or one end has taken out of reach, as soon as no thread uses them any more.
    /// Their deinits are user code, and may run in here.
    ///
    /// - Parameter directory: Where they could be found.
    static func retire(_ objects: consuming [AnyObject], in directory: UInt) {
        if objects.isEmpty { return }
        var batch = Batch(objects: objects)
        for thread in ThreadRecord.all {
            let count = thread.sectionWords[0].load(ordering: .sequentiallyConsistent)
            if count & 1 == 0 { continue }
            if thread.isReading(directory) { batch.readers.append((thread, count)) }
        }
        if !batch.readers.isEmpty {
            keep(batch, of: directory)
        } else if isAnyWaiting.load(ordering: .relaxed) != 0 {
            // One that has left may have missed that it is awaited.
            releaseRetired(nil)
        }
    }

    @inline(never)
    private static func keep(_ batch: Batch, of directory: UInt) {
        for (thread, _) in batch.readers { thread.delaysRelease.store(1, ordering: .sequentiallyConsistent) }
        let own = ThreadRecord.currentIfEnrolled
        let isInside = own.map { contains($0) } ?? false
        let isFirst = waiting.withLock { waiting in
            isAnyWaiting.store(1, ordering: .relaxed)
            let index = waiting.firstIndex { $0.directory == directory }
            if let index { waiting[index].batches.append(batch) } else { waiting.append((directory, [batch])) }
            return index == nil
        }
        // Most readers are about to leave, and some have left without seeing `delaysRelease`: so it is worth looking
        // again. Not inside a section, which may be one of the readers, nor behind an older batch of the same
        // directory.
        var tries = 0
        repeat {
            if releaseRetired(nil) { return }
            tries += 1
            impose_pause(tries)
        } while tries < 20 && isFirst && !isInside
    }

    /// Releases the batches that are over.
    ///
    /// - Parameter thread: The calling thread, if it has left a section and was awaited. Its mark is removed.
    /// - Returns: Whether no batch is left.
    @usableFromInline
    @inline(never)
    @discardableResult
    static func releaseRetired(_ thread: ThreadRecord?) -> Bool {
        thread?.delaysRelease.store(0, ordering: .sequentiallyConsistent)
        let (released, isEmpty) = waiting.withLock { waiting in
            var released: [Batch] = []
            for index in waiting.indices {
                // `isOver` changes the batches in place: another reference to them would copy all that wait.
                let (directory, indices) = (waiting[index].directory, waiting[index].batches.indices)
                let count = indices.prefix { waiting[index].batches[$0].isOver(in: directory) }.count
                released += waiting[index].batches.prefix(count)
                waiting[index].batches.removeFirst(count)
            }
            waiting.removeAll { $0.batches.isEmpty }
            if waiting.isEmpty { isAnyWaiting.store(0, ordering: .relaxed) }
            return (released, waiting.isEmpty)
        }
        // The objects go here, with no lock held.
        withExtendedLifetime(released) {}
        return isEmpty
    }
}

extension ThreadRecord {
    /// Whether a thread that is in a section may look things up in a directory.
    fileprivate func isReading(_ directory: UInt) -> Bool {
        let current = self.directory.load(ordering: .sequentiallyConsistent)
        return current == directory || current == ReadSection.anywhere || directory == ReadSection.anywhere
    }
}
