internal import CImposeTesting
internal import Impose
internal import ImposeInspecting
internal import Testing

/// The warnings about tests that change the imposers of the process, which all tests share.
///
/// A test has its own imposers by the trait `.imposing`. What an app sets up outside tests is for all of them.
enum SharedImposerWarning {
    /// The lines, or the tests, that have been warned of.
    private static let known = LockedState<Set<String>>([])

    /// Refers to the file that offers the watch: from an archive, a linker takes only what something refers to.
    static func linkWatch() {
        impose_link_shared_imposer_watch()
    }

    fileprivate static func warn(of change: SharedImposerWatch.Change, in imposer: NodeFacts) {
        // Nil outside tests, and on threads that know of none.
        guard let test = Test.current else { return }
        let (done, place) = Self.text(of: change)
        let line = place.map { "\($0)" } ?? "\(test.title), \(done)"
        guard known.withLock({ $0.insert(line).inserted }) else { return }
        let text = """
            \(test.title) \(done) \(imposer) of the process, which other tests see as well.
              to fix: give the test its own, with the trait .imposing.
            """
        Issue.record(
            Comment(rawValue: text),
            severity: .warning,
            sourceLocation: place.flatMap { SourceLocation($0, in: test) } ?? test.sourceLocation
        )
    }

    private static func text(of change: SharedImposerWatch.Change) -> (done: String, place: Imposer.SourceLocation?) {
        switch change {
        case .imposed(let type, let place): ("imposes \(TypeNames.short(type)) on", place)
        case .removed(let type): ("removes \(TypeNames.short(type)) from", nil)
        case .removedAll: ("removes everything from", nil)
        case .reset: ("resets", nil)
        }
    }
}

extension SourceLocation {
    /// The line of a call. Its path is known if it is in the file of the test.
    fileprivate init?(_ location: Imposer.SourceLocation, in test: Test) {
        let own = test.sourceLocation
        // What is no `#fileID` can't be shown.
        guard location.line > 0, location.fileID.contains("/") else { return nil }
        self.init(
            fileID: location.fileID,
            filePath: location.fileID == own.fileID ? own.filePath : location.fileID,
            line: Int(location.line),
            column: 1
        )
    }
}

@_cdecl("impose_make_shared_imposer_watch")
func makeSharedImposerWatch() -> UnsafeMutableRawPointer {
    Boxed<SharedImposerWatch.Watcher>.passRetained(SharedImposerWarning.warn)
}
