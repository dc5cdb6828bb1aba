import Impose
import TestSupport
import Testing

private protocol Screen {}

@MainActor
private final class Window: @MainActor Screen {}

@Suite("What was answered on the main actor by a conformance of that actor")
struct AnswerMemoryTests {
    private let imposer = Imposer()

    @Test(
        "A conformance of the main actor that was answered there is asked again elsewhere",
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

private final class Basket: Sendable {
    let isOfScope: Bool

    init(isOfScope: Bool) { self.isOfScope = isOfScope }
}

@Suite("What a scope answers that has just got its first registration", .timeLimit(.minutes(20)))
struct LateRegistrationTests {
    @Test("The first registration of a scope is never remembered as an answer outside")
    func outside() {
        let rounds = 3000
        let imposers = (0..<rounds).map { _ in Imposer() }
        let scopes = imposers.map { imposer in
            imposer.impose(for: Basket.self) { Basket(isOfScope: false) }
            return imposer.openScope()
        }
        let arrived = CallCounter()
        onThreads(2) { _, thread in
            for (round, scope) in scopes.enumerated() {
                arrived.increment()
                spin { arrived.count >= 2 * (round + 1) }
                if thread == 0 {
                    // As long as the other one needs, more or less.
                    for _ in 0..<round % 60 { _ = scope.isDisposed }
                    _ = scope.inject(of: Basket.self)
                } else {
                    scope.impose(for: Basket.self) { Basket(isOfScope: true) }
                }
            }
        }
        #expect(!imposers.contains { $0.inject(of: Basket.self).isOfScope })
        #expect(scopes.allSatisfy { $0.inject(of: Basket.self).isOfScope })
    }
}
