import Impose
import Testing

struct Isolated: TestTrait, SuiteTrait, TestScoping {
    let isRecursive = true

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await Imposer.isolated(endsWithBody: true) { try await function() }
    }
}

extension Trait where Self == Isolated { static var isolated: Isolated { Isolated() } }
