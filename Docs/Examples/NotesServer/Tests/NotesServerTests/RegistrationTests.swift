import Impose
import ImposeTesting
import Logging
import NotesCore
import Testing

@testable import NotesServer

@Suite(.imposing(empty: true, prepared: true) { $0.provide(using: TestModule()) })
struct RegistrationTests {
    @Test func theRegistrationsAreSound() throws {
        try Imposer.validate().orThrow()
    }

    @Test func theRegistrationsCanBeBuiltInARequest() async throws {
        try await Imposer.withScope("request") { scope in
            scope.give(User(name: "ada"))
            scope.give(RequestNumber(of: Logger(label: "test")))
            scope.give(Logger(label: "test"))
            try scope.validate(building: true).orThrow()
        }
    }
}
