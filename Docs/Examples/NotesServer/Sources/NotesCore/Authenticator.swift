import HTTPTypes
import Hummingbird

/// Says who sent a request.
package protocol Authenticator: Sendable {
    /// The user, or an error that becomes the response.
    func user(of request: Request) async throws -> User
}

/// Believes what the header `x-user` says. It stands in for what checks a token.
package struct HeaderAuthenticator: Authenticator {
    private static let header = HTTPField.Name("x-user")!

    package init() {}

    package func user(of request: Request) async throws -> User {
        guard let name = request.headers[Self.header], !name.isEmpty else {
            throw HTTPError(.unauthorized, message: "Say who you are in the header x-user.")
        }
        return User(name: name)
    }
}
