import GRDB
import Impose
import ImposeTesting
import NotesCore
import Testing

@testable import NotesServer

@Suite(.imposing(empty: true, prepared: true) { $0.provide(using: TestModule()) })
struct UnitOfWorkTests {
    private func count() async throws -> Int {
        try await inject(of: DatabasePool.self).read { try Note.fetchCount($0) }
    }

    @Test func aUnitOfWorkWritesAllThatTheRequestAdded() async throws {
        let answer = try await RouterClient().send(.post, "/notes", NewNotes(texts: ["one", "two"]), user: "ada")
        #expect(answer.status == .created)
        #expect(try await count() == 2)
    }

    @Test func aUnitOfWorkWritesNothingIfTheRequestFailsHalfWay() async throws {
        let answer = try await RouterClient().send(.post, "/notes", NewNotes(texts: ["one", "", "two"]), user: "ada")
        #expect(answer.status == .unprocessableContent)
        #expect(try await count() == 0)
    }

    @Test func aUnitOfWorkWritesNothingIfTheDatabaseRefusesOneNote() async throws {
        Imposer.impose(for: (any Stamps).self, FixedStamps(ids: ["first", "same", "same"]))
        let answer = try await RouterClient().send(.post, "/notes", NewNotes(texts: ["1", "2", "3"]), user: "ada")
        #expect(answer.status == .internalServerError)
        #expect(try await count() == 0)
    }

    @Test func aUnitOfWorkIsSharedByStepsOfTheRequest() async throws {
        try await Imposer.withScope("request") { _ in
            let work: UnitOfWork = try tryInject()
            let inStep: UnitOfWork = try await Imposer.withScope("step") { _ in try tryInject() }
            #expect(inStep === work)
        }
    }
}
