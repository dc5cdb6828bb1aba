/// Who makes a request; given to its scope.
public final class User: Sendable {
    /// Tells users apart.
    public let number: Int

    fileprivate init(number: Int) {
        self.number = number
    }
}

/// What a request logs with; given to its scope.
public final class RequestLogger: Sendable {
    /// The number of the request.
    public let request: Int

    fileprivate init(request: Int) {
        self.request = request
    }
}

/// What `UserNotes` has an alias for.
public protocol Notes: AnyObject, Sendable {
    /// Something to call.
    var user: User { get }
}

/// The object that each request has one of.
public final class UserNotes: Notes {
    /// A dependency.
    public let user: User
    /// A dependency.
    public let logger: RequestLogger

    fileprivate init(user: User, logger: RequestLogger) {
        self.user = user
        self.logger = logger
    }
}

// MARK: Making. Never inlined, so that every object is really on the heap.

/// Makes an object.
@inline(never)
public func makeUser() -> User {
    User(number: 1)
}

/// Makes an object.
@inline(never)
public func makeLogger() -> RequestLogger {
    RequestLogger(request: 1)
}

/// Makes an object.
@inline(never)
public func makeNotes(user: User, logger: RequestLogger) -> UserNotes {
    UserNotes(user: user, logger: logger)
}
