/// The copies of directories that are alive, so that what is said to a registration reaches all who share it.
enum DirectoryCopies {
    private struct Entry {
        /// Not held. It takes itself off when its deinit begins.
        let copy: UncountedReference<Directory>
        /// The numbers of what it was copied from, and what that was copied from, and so on.
        let origins: [SerialNumber]
    }

    private static let entries = LockedState<[SerialNumber: Entry]>([:])

    /// Takes a copy on, before it has answered anything.
    static func add(_ copy: Directory) {
        entries.withLock { $0[copy.number] = Entry(copy: UncountedReference(copy), origins: copy.origins) }
    }

    static func remove(_ copy: Directory) {
        entries.withLock { _ = $0.removeValue(forKey: copy.number) }
    }

    /// All that have begun with the registrations of a directory, directly or by way of other copies.
    ///
    /// - Complexity: O(n) in the number of copies that are alive.
    static func all(of original: Directory) -> [Directory] {
        entries.withLock { entries in
            entries.values.compactMap { entry in
                guard entry.origins.contains(original.number) else { return nil }
                // Invariant: the memory is there, since a deinit that has begun waits for the lock to take itself off.
                return entry.copy.objectIfAlive
            }
        }
    }
}
