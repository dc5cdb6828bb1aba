import GRDB
import Impose
import ImposeTesting
import Logging
import NotesCore
import Testing

@testable import NotesServer

@Suite(.imposing(empty: true, prepared: true) { $0.provide(using: TestModule()) })
struct ImportTests {
    /// Works off what is in the queue.
    private func workOff() async throws {
        let queue: ImportQueue = try tryInject()
        queue.close()
        await ImportService(queue: queue, logger: try tryInject()).run()
    }

    private func texts() async throws -> [String] {
        try await inject(of: DatabasePool.self).read { try Note.fetchAll($0).map(\.text).sorted() }
    }

    @Test func anImportGoesOnWhenItsRequestHasEnded() async throws {
        let answer = try await RouterClient().send(.post, "/notes/import", NewNotes(texts: ["a", "b"]), user: "ada")
        #expect(answer.status == .accepted)
        #expect(Imposer.shared.scope(named: "request") == nil)
        #expect(try await texts() == [])

        try await workOff()
        #expect(try await texts() == ["a", "b"])
        #expect(Imposer.shared.scope(named: "request") == nil)
    }

    @Test func anImportThatFailsHalfWayWritesNothing() async throws {
        let client = try RouterClient()
        for texts in [["a", "", "b"], ["c"]] {
            _ = try await client.send(.post, "/notes/import", NewNotes(texts: texts), user: "ada")
        }
        try await workOff()
        #expect(try await texts() == ["c"])
    }

    @Test func anImportIsRefusedWhenTheQueueIsClosed() async throws {
        try tryInject(of: ImportQueue.self).close()
        let answer = try await RouterClient().send(.post, "/notes/import", NewNotes(texts: ["a"]), user: "ada")
        #expect(answer.status == .serviceUnavailable)
    }
}
