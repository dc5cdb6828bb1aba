// An imposer and its parents. Nobody else walks from one to the other.

extension Imposer {
    /// The imposer and its parents, the innermost first.
    struct Lineage: Sequence, IteratorProtocol {
        fileprivate var next: Unmanaged<Imposer>?

        // Invariant: an imposer holds its parent, and whoever walks holds the first one.
        mutating func next() -> Unmanaged<Imposer>? {
            defer { next = next?._withUnsafeGuaranteedRef { $0.unretainedParent } }
            return next
        }
    }
}
