import Foundation
import GRDB
import Impose
import ImposeTesting
import NotesCore
import Synchronization
import Testing

@testable import NotesServer

/// Over a real socket, to the end of the server.
@Suite(.imposing(empty: true) { $0.provide(using: TestModule()) })
struct ServerTests {
    /// A file that outlives the server.
    private let file: TemporaryFile

    init() async throws {
        let file = TemporaryFile()
        Imposer.impose(for: TemporaryFile.self, instance: file)
        self.file = file
        try await Imposer.prepare()
    }

    /// What is in the file when the server has ended.
    private func texts() async throws -> Set<String> {
        let queue = try DatabaseQueue(path: file.path)
        defer { file.remove() }
        return try await queue.read { Set(try Note.fetchAll($0).map(\.text)) }
    }

    @Test func theServerAnswersOverASocket() async throws {
        try await RunningServer.run { server async throws in
            let client = server.client
            #expect(try await client.send("GET", "/ping").text == "pong\n")
            #expect(try await client.send("GET", "/hello").text == "Hello, ada\n")
            #expect(try await client.send("POST", "/notes", NewNotes(texts: ["one", "two"])).status == 201)
            #expect(try await client.send("POST", "/notes", NewNotes(texts: ["three", ""])).status == 422)
            #expect(try await client.send("GET", "/notes/export").text.split(separator: "\n").count == 2)
            #expect(try await client.send("GET", "/nowhere").status == 404)
        }
        #expect(try await texts() == ["one", "two"])
    }

    @Test func theServerWritesItsQueueBeforeItEnds() async throws {
        let jobs = 50
        try await RunningServer.run { server async throws in
            for job in 0..<jobs {
                let answer = try await server.client.send("POST", "/notes/import", NewNotes(texts: ["\(job)"]))
                #expect(answer.status == 202)
            }
        }
        #expect(try await texts().count == jobs)
    }

    @Test func theServerAnswersWhatIsRunningBeforeItEnds() async throws {
        let authenticator = HeldAuthenticator()
        Imposer.impose(for: (any Authenticator).self, instance: authenticator)
        try await RunningServer.run { server async throws in
            async let answer = server.client.send("POST", "/notes", NewNotes(texts: ["held"]))
            for await _ in authenticator.arrivals { break }
            await server.end()
            authenticator.open()
            #expect(try await answer.status == 201)
        }
        #expect(try await texts() == ["held"])
    }

    /// Whatever was acknowledged is in the file, whenever the end comes.
    @Test func theServerLosesNothingThatItHasAcknowledged() async throws {
        let (acknowledgements, acknowledged) = AsyncStream.makeStream(of: String.self)
        let ending = Flag()
        var settings: Settings = try tryInject()
        settings.idleTime = .seconds(2)
        try Imposer.store(settings, for: Settings.self)
        let written = try await withThrowingTaskGroup(of: Set<String>.self) { group in
            group.addTask {
                var texts: Set<String> = []
                for await text in acknowledgements { texts.insert(text) }
                return texts
            }
            try await RunningServer.run { server async throws in
                await withTaskGroup { clients in
                    for client in 0..<6 {
                        clients.addTask {
                            // Nobody begins anew while the server ends: Hummingbird neither answers nor closes a
                            // connection that it accepts just then, until that has been idle for its time.
                            for number in 0..<300 where !ending.isRaised {
                                let text = "\(client)-\(number)"
                                let path = client.isMultiple(of: 3) ? "/notes/import" : "/notes"
                                let answer = try? await server.client.send("POST", path, NewNotes(texts: [text]))
                                guard let answer, answer.status < 300 else { return }
                                acknowledged.yield(text)
                                if client == 1, number == 20 {
                                    ending.raise()
                                    await server.end()
                                }
                            }
                        }
                    }
                }
            }
            acknowledged.finish()
            return try await group.next() ?? []
        }
        #expect(written.count > 20)
        #expect(try await texts().isSuperset(of: written))
    }
}

/// Says something once, to all who look.
private final class Flag: Sendable {
    private let raised = Atomic(false)

    var isRaised: Bool { raised.load(ordering: .acquiring) }

    func raise() { raised.store(true, ordering: .releasing) }
}
