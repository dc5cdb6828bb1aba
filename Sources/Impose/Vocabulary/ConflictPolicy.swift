/// The policy of `impose` for a key that is taken.
public enum ConflictPolicy: Hashable, Sendable {
    /// The new registration replaces the old one and its instances, at once. The default.
    case replace
    /// The old registration stays as it is, and the new one is dropped: first one wins.
    case keep

    /// Whether a new registration is made.
    func admits(isTaken: @autoclosure () -> Bool) -> Bool { self == .replace || !isTaken() }
}
