internal import Impose

/// What inspecting remembers of imposers and of registrations: the requests that were made, what was done to
/// registrations, which values scopes are going to be given. The core tells of it, and keeps nothing of it.
enum Notebook {
    /// Of one imposer that is no scope.
    struct Page {
        let imposer: NodeFacts
        /// The imposer that it is a copy of, in an isolated directory.
        var original: NodeFacts?
        var log = RequestLog()
        var expectations: [Expectation] = []
        var wasReset = false
    }

    private struct State {
        var pages: [NodeFacts: Page] = [:]
        /// The requests of providers, by the numbers of their registrations.
        var logs: [Int: RequestLog] = [:]
        /// The lines of those registrations that others have replaced, by the numbers of these.
        var replaced: [Int: Location] = [:]

        mutating func page(_ imposer: NodeFacts, _ change: (inout Page) -> Void) {
            change(&pages[imposer, default: Page(imposer: imposer)])
        }
    }

    private static let state = LockedState(State())

    // MARK: Reading

    /// What is known of an imposer; nil until there is anything.
    static func page(of imposer: NodeFacts) -> Page? { state.withLock { $0.pages[imposer] } }

    /// The requests of a registration's provider; nil until there are any.
    static func log(of registration: RegistrationFacts) -> RequestLog? {
        state.withLock { $0.logs[registration.number] }
    }

    /// The line of the registration that one has replaced; nil if there was none.
    static func replaced(by registration: RegistrationFacts) -> Location? {
        state.withLock { $0.replaced[registration.number] }
    }

    /// The imposers of isolated directories that are alive and began as copies of one, or of such a copy.
    static func copies(of imposer: NodeFacts) -> [NodeFacts] {
        let copied = state.withLock { $0.pages.values.filter { $0.original == imposer }.map(\.imposer) }
        return copied + copied.flatMap { copies(of: $0) }
    }

    // MARK: Writing

    /// Notes a request of the provider of a registration, or else of code outside.
    static func note(_ request: NotedRequest, at location: Location, by requester: Int?, to imposer: NodeFacts) {
        let log = state.withLock { state in
            guard let requester else {
                state.page(imposer) { _ in }
                return state.pages[imposer]?.log
            }
            let log = state.logs[requester] ?? RequestLog()
            state.logs[requester] = log
            return log
        }
        log?.note(request, at: location)
    }

    static func note(_ action: NotedAction, at location: Location, to imposer: NodeFacts) {
        let log = state.withLock { state in
            state.page(imposer) { _ in }
            return state.pages[imposer]?.log
        }
        log?.note(action, at: location)
    }

    static func noteReplaced(_ old: RegistrationFacts, by new: RegistrationFacts) {
        state.withLock { $0.replaced[new.number] = old.location }
    }

    /// Notes that an imposer expects no values any more.
    static func noteRemovedAll(from imposer: NodeFacts) {
        let dropped = state.withLock { state in
            let old = state.pages[imposer]?.expectations
            state.pages[imposer]?.expectations = []
            return old
        }
        withExtendedLifetime(dropped) {}
    }

    /// Forgets a registration that is gone.
    static func forget(_ number: Int) {
        let dropped = state.withLock { state in
            state.replaced[number] = nil
            return state.logs.removeValue(forKey: number)
        }
        withExtendedLifetime(dropped) {}
    }

    static func noteReset(of imposer: NodeFacts) { state.withLock { $0.page(imposer) { $0.wasReset = true } } }

    static func noteExpectation(_ expectation: Expectation, of imposer: NodeFacts) {
        while true {
            // Names are compared without the lock, since comparing them runs the user's code.
            let known = page(of: imposer)?.expectations ?? []
            if known.contains(where: { $0.key == expectation.key && $0.scopeName == expectation.scopeName }) { return }
            let isDone = state.withLock { state in
                if state.pages[imposer]?.expectations.count ?? 0 != known.count { return false }
                state.page(imposer) { $0.expectations = known + [expectation] }
                return true
            }
            if isDone { return }
        }
    }

    /// Notes that an imposer is a copy of another one, whose expectations it has.
    static func noteCopy(_ copy: NodeFacts, of original: NodeFacts) {
        state.withLock { state in
            let (expectations, wasReset) = state.pages[original].map { ($0.expectations, $0.wasReset) } ?? ([], false)
            state.page(copy) { ($0.original, $0.expectations, $0.wasReset) = (original, expectations, wasReset) }
        }
    }

    static func noteEnd(of imposer: NodeFacts) {
        let dropped = state.withLock { $0.pages.removeValue(forKey: imposer) }
        withExtendedLifetime(dropped) {}
    }
}

/// An announcement that the scopes of a name are given a value.
///
/// It is a class, so that announcements can be told apart. Copies of a directory share them.
final class Expectation: Sendable {
    let key: RegistrationKey
    /// The name that the scopes are opened under.
    let scopeName: InjectionName
    let location: Location

    init(_ key: RegistrationKey, in scopeName: InjectionName, at location: Location) {
        (self.key, self.scopeName, self.location) = (key, scopeName, location)
    }

    var type: any Any.Type { key.type }
}

/// A request, as it is noted.
struct NotedRequest: Hashable, Sendable {
    let key: RegistrationKey
    /// The imposer that was asked, if that is not the one of the registration whose provider asks.
    let asked: ImposerType?
    let rules: InjectionRules
}

/// What was done to the registrations of an imposer.
enum NotedAction {
    case removed(RegistrationKey)
    /// All that it had.
    case removedAll([RegistrationKey])
    /// Those up to a number of their order were prepared.
    case prepared(upTo: Int)
}

extension Seam {
    static func copies(of directory: Directory) -> [Directory] {
        Notebook.copies(of: imposers(of: directory)[0]).compactMap { Seam.directory(of: $0) }
    }
}

extension RegistrationFacts {
    /// The requests of its provider; nil until there are any.
    var requestLog: RequestLog? { Notebook.log(of: self) }

    /// The line of the registration that it has replaced; nil if there was none.
    var replacedLine: Location? { Notebook.replaced(by: self) }
}

extension NodeFacts {
    /// The requests to it from outside any provider; nil until there are any.
    var requestLog: RequestLog? { Notebook.page(of: self)?.log }

    /// The values that scopes inside it are expected to be given.
    var expectations: [Expectation] { Notebook.page(of: self)?.expectations ?? [] }

    /// Whether it was reset on its own.
    var wasReset: Bool { Notebook.page(of: self)?.wasReset ?? false }
}
