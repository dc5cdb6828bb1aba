import TestSupport
import Testing

@testable import Impose

private protocol Screen {}

/// A class that conforms on the main actor only, as all types of a module do that is on it by default.
@MainActor
private final class Window: @MainActor Screen {}

/// A type that conforms anywhere.
private struct Poster: Screen {}

@Suite("Conformances of the main actor")
struct IsolatedConformanceTests {
    private let imposer = Imposer()

    init() {
        imposer.impose(for: Window.self) { @MainActor in Window() }
    }

    @Test("they match on the main actor")
    @MainActor
    func onMainActor() throws {
        #expect(imposer.isImposed(Screen.self))
        #expect(try imposer.tryInject(of: Screen.self) is Window)
    }

    @Test(
        "elsewhere they are an error, and no trap, though the instance is made already"
    )
    func elsewhere() async throws {
        let imposer = imposer
        try await MainActor.run { _ = try imposer.tryInject(of: Window.self) }
        await Task.detached {
            _ = #expect(throws: ImposeError.self) { try imposer.tryInject(of: Screen.self) }
            #expect(imposer.unforceInject(of: Screen.self) == nil)
        }.value
    }

    @Test("an instance that is imposed for the protocol itself is handed out anywhere once it is made")
    func exact() async throws {
        let imposer = Imposer()
        try await MainActor.run {
            imposer.impose(for: Screen.self) { @MainActor in Window() }
            _ = try imposer.tryInject(of: Screen.self)
        }
        await Task.detached {
            #expect(imposer.unforceInject(of: Screen.self) != nil)
        }.value
    }

    @Test("castable rules pass over them elsewhere")
    func castable() async throws {
        let imposer = Imposer()
        try await MainActor.run {
            imposer.impose(for: AnyObject.self) { @MainActor in Window() }
            _ = try imposer.tryInject(of: AnyObject.self)
            #expect(imposer.unforceInject(of: Screen.self, ifNoMatchUse: .nearestAndCastable) != nil)
        }
        await Task.detached {
            #expect(imposer.unforceInject(of: Screen.self, ifNoMatchUse: .nearestAndCastable) == nil)
        }.value
    }

    @Test("they are told from those that count anywhere, which need not be looked at each time")
    func isBound() {
        let relation = TypeRelation(to: Screen.self)
        #expect(relation.isBoundToActor(Window.self))
        #expect(!relation.isBoundToActor(Poster.self))
    }
}
