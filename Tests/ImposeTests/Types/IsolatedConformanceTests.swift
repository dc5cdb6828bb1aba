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

    @Test("A conformance of the main actor matches on the main actor")
    @MainActor
    func onMainActor() throws {
        #expect(imposer.isImposed(Screen.self))
        #expect(try imposer.tryInject(of: Screen.self) is Window)
    }

    @Test(
        "A conformance of the main actor is an error elsewhere, though the instance exists"
    )
    func elsewhere() async throws {
        let imposer = imposer
        try await MainActor.run { _ = try imposer.tryInject(of: Window.self) }
        await Task.detached {
            _ = #expect(throws: ImposeError.self) { try imposer.tryInject(of: Screen.self) }
            #expect(imposer.unforceInject(of: Screen.self) == nil)
        }.value
    }

    @Test("An instance of a main-actor conformance imposed for the protocol goes anywhere once made")
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

    @Test("A castable rule passes over a conformance of the main actor elsewhere")
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

    @Test("A conformance of the main actor is told from one that counts anywhere")
    func isBound() {
        let relation = TypeRelation(to: Screen.self)
        #expect(relation.isBoundToActor(Window.self))
        #expect(!relation.isBoundToActor(Poster.self))
    }
}
