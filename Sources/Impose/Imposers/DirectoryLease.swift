/// A token held by all that may still inject from a directory: contexts, scopes, and objects created there.
///
/// When it goes, so do the directory's instances. It is separate from the directory, since the directory's own
/// instances hold the directory, for their later injections.
///
/// `@unchecked Sendable`: the reference never changes.
final class DirectoryLease: @unchecked Sendable {
    /// A variable, so that it can be asked whether anybody else holds the directory.
    private var directory: Directory

    init(of directory: Directory) {
        self.directory = directory
    }

    deinit {
        // Nearly always nobody does: then the directory goes now, and takes its instances along.
        if !isKnownUniquelyReferenced(&directory) { directory.endLease() }
    }
}
