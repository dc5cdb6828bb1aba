import Impose

// The app under test, written the way a new app is: nothing says which actor it belongs to, so all of it belongs to
// the main actor, protocols, classes and structs alike. Declarations marked nonisolated may be used anywhere.

protocol Storing {
    var title: String { get }
}

final class FileStore: Storing {
    let title: String

    init() { title = "files" }
}

/// A dependency that is a parameter.
final class Library {
    let store: any Storing
    var title: String { "library of \(store.title)" }

    init(store: any Storing) { self.store = store }
}

/// A dependency that is a default argument.
final class Reader {
    let store: any Storing

    init(store: any Storing = inject(from: .custom("app"))) { self.store = store }
}

/// A class of the main actor with all wrappers.
final class Model {
    @Injected(from: .custom("app")) var store: any Storing
    @UnforceInjected(from: .custom("app")) var perhaps: (any Storing)?
    @InjectedWeakly(from: .custom("app")) var weakly: (any Storing)?
    @InjectedAll(from: .custom("app")) var all: [any Storing]
}

/// A struct of the main actor with all wrappers, such as a view.
struct Screen {
    @Injected(from: .custom("app")) var store: any Storing
    @UnforceInjected(from: .custom("app")) var perhaps: (any Storing)?
    @InjectedWeakly(from: .custom("app")) var weakly: (any Storing)?
    @InjectedAll(from: .custom("app")) var all: [any Storing]
}

/// A class of the main actor can hold the wrapper itself, too.
final class Holder {
    private let store = Injected<any Storing>(from: .custom("app"))

    var title: String { store().title }
}

func show(@Injected store: any Storing) -> String { store.title }

// MARK: Not of the main actor

nonisolated protocol Rates: Sendable {
    var rate: Int { get }
}

nonisolated struct FixedRates: Rates {
    var rate = 7
}

/// A service that works in the background.
nonisolated final class Converter: Sendable {
    private let rates: Injected<any Rates>

    init(from imposer: Imposer) { rates = Injected(from: imposer) }

    func convert(_ amount: Int) -> Int { amount * rates().rate }
}

@globalActor
actor Laboratory {
    static let shared = Laboratory()
}

@Laboratory
final class Flask: Sendable {
    init() {}
}

/// Runs something away from the main actor.
@concurrent
nonisolated func offMainActor<Result: Sendable>(_ body: @Sendable () throws -> Result) async rethrows -> Result {
    try body()
}

/// Injects where it is called and returns the failure, if any.
nonisolated func failure<T>(of type: T.Type, from imposer: Imposer, line: UInt = #line) -> ImposeError? {
    do {
        _ = try imposer.tryInject(of: type, fileID: "App/Here.swift", line: line)
        return nil
    } catch {
        return error
    }
}
