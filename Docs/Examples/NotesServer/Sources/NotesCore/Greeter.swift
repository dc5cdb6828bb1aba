import Logging

/// Greets the user of a request.
package struct Greeter: Sendable {
    private let user: User
    private let logger: Logger

    package init(user: User, logger: Logger) {
        self.user = user
        self.logger = logger
    }

    package func greeting() -> String {
        logger.debug("greeting", metadata: ["user": "\(user.name)"])
        return "Hello, \(user.name)\n"
    }
}
