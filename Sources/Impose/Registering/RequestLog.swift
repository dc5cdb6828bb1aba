internal import Synchronization

/// What was asked for: by one registration's provider, or of one imposer from outside.
///
/// Only requests that were not remembered yet come here, so it is off the hot path.
final class RequestLog: Sendable {
    /// One request, wherever it stands.
    struct Entry: Hashable, Sendable {
        /// What is asked, if that is not the imposer that the log belongs to.
        let asked: ImposerType?
        let key: RegistrationKey
        let rules: InjectionRules
    }

    typealias Request = (entry: Entry, place: SourcePlace)

    private struct State {
        var entries: [Entry: SourcePlace] = [:]
    }

    private let state = Guarded(State())
    /// Names may be made up at run time; more different requests than these nobody would look at.
    private static let most = 10_000

    /// Takes a request down.
    ///
    /// - Returns: Whether it is a new one.
    func note(_ entry: Entry, at place: SourcePlace) -> Bool {
        state.withLock { state in
            if state.entries[entry] != nil || state.entries.count >= Self.most { return false }
            state.entries[entry] = place
            return true
        }
    }

    /// All requests, in the order of their places.
    var requests: [Request] {
        let entries = state.withLock { $0.entries }
        return entries.map { ($0.key, $0.value) }
            .sorted {
                ($0.place.fileID, $0.place.line, "\($0.entry.key.type)") < (
                    $1.place.fileID, $1.place.line, "\($1.entry.key.type)"
                )
            }
    }
}
