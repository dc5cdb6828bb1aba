/// The policy for imposing on a type and a name that are already imposed.
public enum ConflictPolicy: Hashable, Sendable {
    /// The new registration replaces the old one and its instances, at once. The default.
    case replace
    /// The old registration stays as it is, and the new one is dropped: the first one wins.
    case keep
}
