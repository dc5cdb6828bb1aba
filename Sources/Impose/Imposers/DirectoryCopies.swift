/// The copies of directories that are alive, so that a change to a registration reaches all directories that share it.
enum DirectoryCopies {
    private struct Entry {
        /// Not held. A copy removes its entry when its deinit begins.
        let copy: UncountedReference<Directory>
        /// The numbers of its original, of that one's original, and so on. Not asked of the copy: a look at it may retain
        /// it, and then release it last, under the lock for which its deinit waits.
        let origins: [SerialNumber]
    }

    private static let entries = LockedState<[SerialNumber: Entry]>([:])

    /// Adds a copy, before it has answered anything.
    static func add(_ copy: Directory) {
        entries.withLock { $0[copy.number] = Entry(copy: UncountedReference(copy), origins: copy.origins) }
    }

    static func remove(_ copy: Directory) {
        entries.withLock { _ = $0.removeValue(forKey: copy.number) }
    }

    /// Returns the copies of a directory, and the copies of these.
    ///
    /// - Complexity: O(n) in the number of copies that are alive.
    static func all(of original: Directory) -> [Directory] {
        entries.withLock { entries in
            entries.values.compactMap { entry in
                guard entry.origins.contains(original.number) else { return nil }
                // Invariant: the memory is there, since a deinit that has begun waits for the lock to remove the entry.
                return entry.copy.objectIfAlive
            }
        }
    }
}
