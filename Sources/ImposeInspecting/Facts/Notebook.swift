internal import Impose

/// What inspecting remembers of imposers and of registrations: the requests that were made, what was done to
/// registrations, which values scopes are going to be given. The core tells of it, and keeps nothing of it.
enum Notebook {
    /// The notes on one imposer.
    struct Page {
        /// The imposer that this one, in an isolated directory, was copied from.
        var original: NodeFacts?
        let log = ActivityLog()
        var expectations: [Expectation] = []
        var wasReset = false
    }

    fileprivate struct State {
        var pages: [NodeFacts: Page] = [:]
        /// The requests of providers, by the numbers of their registrations.
        var logs: [Int: ActivityLog] = [:]
        /// The line of the registration that was replaced, by the number of the new one.
        var replaced: [Int: Location] = [:]
    }

    // Closures return what they take out of the state. So it is freed after the lock is given back: that may run the
    // user's code.
    fileprivate static let state = LockedState(State())

    /// What is known of an imposer; nil until there is anything.
    static func page(of imposer: NodeFacts) -> Page? { state.withLock { $0.pages[imposer] } }

    /// Changes the notes on an imposer. `body` runs with the lock held.
    @discardableResult
    static func change<Result>(_ imposer: NodeFacts, _ body: (inout Page) -> Result) -> Result {
        state.withLock { body(&$0.pages[imposer, default: Page()]) }
    }

    /// Notes a request: that of a registration's provider, or of code outside providers if `requester` is nil.
    static func note(_ request: NotedRequest, at location: Location, by requester: Int?, to imposer: NodeFacts) {
        guard let requester else {
            change(imposer) { $0.log }.note(request, at: location)
            return
        }
        let log = state.withLock { state in
            let log = state.logs[requester] ?? ActivityLog()
            state.logs[requester] = log
            return log
        }
        log.note(request, at: location)
    }

    static func note(_ action: NotedAction, at location: Location, to imposer: NodeFacts) {
        change(imposer) { $0.log }.note(action, at: location)
    }

    static func noteReplaced(_ old: RegistrationFacts, by new: RegistrationFacts) {
        state.withLock { $0.replaced[new.number] = old.location }
    }

    /// Forgets a registration that is gone.
    static func forget(_ number: Int) {
        _ = state.withLock { state in
            state.replaced[number] = nil
            return state.logs.removeValue(forKey: number)
        }
    }

    static func noteExpectation(_ new: Expectation, of imposer: NodeFacts) {
        change(imposer) { page in
            let isKnown = page.expectations.contains { ($0.key, $0.scopeName) == (new.key, new.scopeName) }
            if !isKnown { page.expectations.append(new) }
        }
    }

    /// Notes that an imposer expects no values any more.
    static func forgetExpectations(of imposer: NodeFacts) {
        _ = state.withLock { state in
            let old = state.pages[imposer]?.expectations
            state.pages[imposer]?.expectations = []
            return old
        }
    }

    /// Notes that an imposer is a copy of another one, whose expectations it has.
    static func noteCopy(_ copy: NodeFacts, of original: NodeFacts) {
        let page = page(of: original)
        change(copy) { copy in
            copy.original = original
            (copy.expectations, copy.wasReset) = (page?.expectations ?? [], page?.wasReset ?? false)
        }
    }

    static func noteEnd(of imposer: NodeFacts) { _ = state.withLock { $0.pages.removeValue(forKey: imposer) } }

    /// The living imposers of isolated directories that were copied from `imposer`, or from such a copy.
    fileprivate static func copies(of imposer: NodeFacts) -> [NodeFacts] {
        let copied = state.withLock { $0.pages.filter { $0.value.original == imposer }.map(\.key) }
        return copied + copied.flatMap { copies(of: $0) }
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

    /// `User (given in scopes "request", expected at Shop/Setup.swift:12)`.
    func description(in names: TypeNames) -> String {
        "\(names.key(key.type, key.name)) (given in \(scopeName.scopes), expected at \(location))"
    }
}

/// A request, as it is noted.
struct NotedRequest: Hashable {
    let query: Query
    /// The imposer that was asked, if that is not the one of the registration whose provider asks.
    var imposer: ImposerType?
}

/// What was done to the registrations of an imposer.
enum NotedAction {
    case removed(RegistrationKey)
    /// All that it had.
    case removedAll([RegistrationKey])
    /// The registrations up to this number were prepared.
    case prepared(upTo: Int)
}

extension Seam {
    static func copies(of directory: DirectoryMember) -> [DirectoryMember] {
        Notebook.copies(of: imposers(of: directory)[0]).filter { isInDirectory($0) }
    }
}

extension RegistrationFacts {
    /// The requests of its provider; nil until there are any.
    var activityLog: ActivityLog? { Notebook.state.withLock { $0.logs[number] } }

    /// The line of the registration that it has replaced; nil if there was none.
    var replacedLine: Location? { Notebook.state.withLock { $0.replaced[number] } }
}

extension NodeFacts {
    /// The requests to it from outside any provider; nil until there are any.
    var activityLog: ActivityLog? { Notebook.page(of: self)?.log }

    /// The values that scopes inside it are expected to be given.
    var expectations: [Expectation] { Notebook.page(of: self)?.expectations ?? [] }

    /// Whether `reset()` was called on this imposer.
    var wasReset: Bool { Notebook.page(of: self)?.wasReset ?? false }
}
