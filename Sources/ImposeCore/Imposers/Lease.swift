/// A token held by all that may still inject from a directory: contexts, scopes, and objects created there.
///
/// When it goes, so do the directory's instances. It is separate from the directory, since the directory's own
/// instances hold the directory, for their later injections.
final class Lease: Sendable {
    private let directory: Directory

    init(of directory: Directory) {
        self.directory = directory
    }

    deinit {
        directory.endLease()
    }
}
