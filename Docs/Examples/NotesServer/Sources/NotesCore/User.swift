import Logging

/// Who sent the request.
package struct User: Hashable, Sendable {
    package let name: String

    package init(name: String) {
        self.name = name
    }
}

/// The number of a request, which its logger has. It is spelled out only when somebody reads it.
package struct RequestNumber: Sendable {
    private let logger: Logger

    package init(of logger: Logger) {
        self.logger = logger
    }

    package var text: String { logger[metadataKey: "hb.request.id"]?.description ?? "" }
}
