/// Held by all who may still inject from a directory: contexts, scopes, and objects that were created there.
///
/// When it goes, so do the directory's instances. It is told apart from the directory, since the directory's own
/// instances hold on to the directory, for what they will inject later.
final class Lease: Sendable {
    private let directory: Directory

    init(of directory: Directory) {
        self.directory = directory
    }

    deinit {
        directory.endLease()
    }
}
