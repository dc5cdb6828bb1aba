/// The copies of directories that are alive, so that a change to a registration reaches all directories that share it.
enum DirectoryCopies {
    /// Not held. A copy removes its entry when its deinit begins.
    private static let entries = LockedState<[SerialNumber: UncountedReference<Directory>]>([:])

    /// Adds a copy, before it has answered anything.
    static func add(_ copy: Directory) {
        entries.withLock { $0[copy.number] = UncountedReference(copy) }
    }

    static func remove(_ copy: Directory) {
        entries.withLock { _ = $0.removeValue(forKey: copy.number) }
    }

    /// Returns the copies of a directory, and the copies of these.
    ///
    /// - Complexity: O(n) in the number of copies that are alive.
    static func all(of original: Directory) -> [Directory] {
        entries.withLock { entries in
            // Invariant: the memory is there, since a deinit that has begun waits for the lock to remove the entry.
            entries.values.compactMap { copy in
                copy.with { $0.origins.contains(original.number) } ? copy.objectIfAlive : nil
            }
        }
    }
}
