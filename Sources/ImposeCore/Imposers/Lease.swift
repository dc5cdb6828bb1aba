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

/// A reference to the parent's directory, for an imposer that is not a member of it. It keeps the instances in the
/// directory alive, unless the imposer is itself made for one of them.
///
/// Members can't hold the directory, since it holds them.
struct DirectoryReference: Sendable {
    /// Nil for the process's directory, which stays: threads that count references to one object wait for each other.
    private let held: Directory?
    private let lease: Lease?

    var directory: Directory { held ?? .process }

    var isOfProcess: Bool { held == nil }

    /// The reference of an imposer below the process's directory.
    static let process = DirectoryReference()

    private init() {
        (held, lease) = (nil, nil)
    }

    init(in directory: Directory) {
        held = directory === Directory.process ? nil : directory
        // An imposer that an instance opens must not keep the directory's instances, of which that may be one.
        let isHolding = directory !== Directory.process && !ResolutionPath.isBuildingHeldInstance
        lease = isHolding ? directory.lease : nil
    }
}
