/// What `impose` does when its key is taken.
public enum ConflictPolicy: Hashable, Sendable {
    /// The new registration takes the place of the old one and of its instances, at once. The default.
    case replace
    /// The old registration stays as it is, and the new one is dropped: first one wins.
    case keep
}
