import Impose
import TestSupport
import Testing

private final class Screen: @unchecked Sendable {
    @Injected var value: ScopeTestValue
    @InjectedAll var all: [ScopeTestValue]
    @UnforceInjected var perhaps: ScopeTestValue?
}

@Suite("Scopes, and wrappers that are created in them")
struct ScopeWrapperTests {
    @Test("Global functions and wrappers inject from the scope that runs, and only inside")
    func running() {
        Imposer.isolated(empty: true) {
            Imposer.impose(for: ScopeTestValue.self, "primary")
            let scope = Imposer.openScope()
            scope.impose(for: ScopeTestValue.self, "scope")
            let inside: ScopeTestValue = scope.run { inject() }
            #expect(inside == "scope")
            #expect(scope.run { Screen().value } == "scope")
            #expect(inject(of: ScopeTestValue.self) == "primary")
            #expect(Screen().value == "primary")
            #expect(inject(from: .secondary, of: ScopeTestValue.self) == "primary")
            #expect(scope.run { inject(from: .secondary, of: ScopeTestValue.self) } == "scope")
        }
    }

    @Test("An object that was created in a scope injects from it, whenever and wherever it reads")
    func wrappers() {
        let scope = Imposer().openScope()
        scope.impose(for: ScopeTestValue.self, "scope")
        let screen = scope.run { Screen() }
        let other = scope.run { Screen() }
        onAnotherThread {
            #expect(screen.value == "scope")
            #expect(screen.all == ["scope"])
            #expect(screen.perhaps == "scope")
        }
        #expect(other.value == "scope")
    }
}
