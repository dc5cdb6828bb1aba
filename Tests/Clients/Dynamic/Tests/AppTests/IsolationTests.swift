import Cart
import Impose
import Testing

private struct Sandbox: Gateway { func pay() -> String { "sandbox" } }

/// What a test of a program with dynamic libraries has in place of `.imposing`.
private struct Isolated: TestTrait, SuiteTrait, TestScoping {
    let isRecursive = true

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        try await Imposer.isolated(endsWithBody: true) { try await function() }
    }
}

@Suite("A trait of an app's own", Isolated())
struct IsolationTests {
    @Test("gives each test registrations of its own, which a dynamic library sees", arguments: 0..<100)
    func isolated(round: Int) {
        #expect(!Imposer.isImposed(Gateway.self))
        Imposer.impose(for: Gateway.self, Sandbox.init)
        #expect(Cart().pay() == "sandbox")
    }
}
