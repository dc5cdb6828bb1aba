import Foundation
import Hummingbird
import NotesCore
import Synchronization

/// Takes everybody for the same user.
struct OneUser: Authenticator {
    let user: User

    func user(of request: Request) async throws -> User { user }
}

/// Gives the numbers that it was told to give, one after the other, and always the same time.
final class FixedStamps: Stamps {
    private let ids: Mutex<[String]>

    init(ids: [String]) {
        self.ids = Mutex(ids.reversed())
    }

    func id() -> String { ids.withLock { $0.removeLast() } }
    func now() -> Date { Date(timeIntervalSince1970: 0) }
}

/// Says that a request is there, and lets it go on when it is told to.
final class HeldAuthenticator: Authenticator {
    let arrivals: AsyncStream<Void>
    private let arrived: AsyncStream<Void>.Continuation
    private let gate: AsyncStream<Void>
    private let opening: AsyncStream<Void>.Continuation

    init() {
        (arrivals, arrived) = AsyncStream.makeStream()
        (gate, opening) = AsyncStream.makeStream()
    }

    func user(of request: Request) async throws -> User {
        arrived.yield()
        for await _ in gate {}
        return User(name: "ada")
    }

    func open() { opening.finish() }
}
