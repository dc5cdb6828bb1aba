import Impose
import ImposeTesting
import NotesCore
import Testing

@testable import NotesServer

@Suite(.imposing(empty: true, prepared: true) { $0.provide(using: TestModule()) })
struct RouterTests {
    @Test func thePingNeedsNoUser() async throws {
        #expect(try await RouterClient().send(.get, "/ping").text == "pong\n")
    }

    @Test func theGreetingNamesTheUser() async throws {
        #expect(try await RouterClient().send(.get, "/hello", user: "ada").text == "Hello, ada\n")
    }

    @Test(arguments: ["/hello", "/notes", "/notes/export"])
    func aRouteForUsersRefusesARequestWithoutOne(path: String) async throws {
        #expect(try await RouterClient().send(.get, path).status == .unauthorized)
    }

    /// Each case has a directory, a file, a user and numbers of its own, and they run in parallel.
    @Test(arguments: 0..<64)
    func eachTestHasARouterToItself(number: Int) async throws {
        let ids = (0..<3).map { "\(number)-\($0)" }
        Imposer.impose(for: (any Stamps).self, FixedStamps(ids: ids))
        Imposer.impose(for: (any Authenticator).self, OneUser(user: User(name: "user \(number)")))
        let client = try RouterClient()

        #expect(try await client.send(.get, "/hello").text == "Hello, user \(number)\n")
        let written = try await client.send(.post, "/notes", NewNotes(texts: ["one", "two"]))
        #expect(written.status == .created)
        #expect(try written.decoded(as: [Note].self).map(\.id) == Array(ids.prefix(2)))
        #expect(try await client.send(.post, "/notes", NewNotes(texts: ["three"])).status == .created)
        #expect(try await client.send(.delete, "/notes/\(ids[0])").status == .noContent)
        let left = try await client.send(.get, "/notes").decoded(as: [Note].self)
        #expect(left.map(\.text) == ["two", "three"])
        #expect(Set(left.map(\.owner)) == ["user \(number)"])
    }

    @Test func aUserSeesNoNotesOfOthers() async throws {
        let client = try RouterClient()
        let written = try await client.send(.post, "/notes", NewNotes(texts: ["mine"]), user: "ada")
        let id = try #require(try written.decoded(as: [Note].self).first?.id)

        #expect(try await client.send(.get, "/notes", user: "bob").text == "[]")
        #expect(try await client.send(.delete, "/notes/\(id)", user: "bob").status == .notFound)
        #expect(try await client.send(.get, "/notes", user: "ada").decoded(as: [Note].self).map(\.text) == ["mine"])
    }

    @Test func anExportGoesOnStreamingWhenTheScopeHasEnded() async throws {
        let client = try RouterClient()
        let texts = (0..<250).map { "\($0)" }
        _ = try await client.send(.post, "/notes", NewNotes(texts: texts), user: "ada")

        let export = try await client.send(.get, "/notes/export", user: "ada") {
            #expect(Imposer.shared.scope(named: "request") == nil)
        }
        #expect(export.text.split(separator: "\n").count == 250)
    }
}
