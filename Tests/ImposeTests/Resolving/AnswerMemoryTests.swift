import Impose
import Testing

private protocol Screen {}

@MainActor
private final class Window: @MainActor Screen {}

@Suite("What was answered on the main actor by a conformance of that actor")
struct AnswerMemoryTests {
    private let imposer = Imposer()

    @Test(
        "is asked again elsewhere, and an error there",
        arguments: [InjectOption.singleInstance, .weakInstance, .graphInstance, .closureBased]
    )
    func conformance(option: InjectOption) async throws {
        let imposer = imposer
        imposer.impose(for: Window.self, option: option) { @MainActor in Window() }
        let window = try await MainActor.run {
            for _ in 0..<2 {
                _ = try imposer.tryInject(of: Screen.self)
                _ = try imposer.tryInject(of: Screen?.self)
            }
            return try imposer.tryInject(of: Window.self)
        }
        await Task.detached {
            let error = failure { () throws(ImposeError) in try imposer.tryInject(of: Screen.self) }
            #expect(error?.kind == .isolation)
            let other = failure { () throws(ImposeError) in try imposer.tryInject(of: Screen?.self) }
            #expect(other?.kind == .isolation)
        }.value
        withExtendedLifetime(window) {}
    }
}
