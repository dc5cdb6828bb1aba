import Cart
import Impose
import Testing

private struct Sandbox: Gateway { func pay() -> String { "sandbox" } }

@Suite("A trait of an app's own", .isolated)
struct IsolationTests {
    @Test("An app's own trait gives each test registrations of its own, also in a dynamic library", arguments: 0..<100)
    func isolated(round: Int) {
        #expect(!Imposer.isImposed(Gateway.self))
        Imposer.impose(for: Gateway.self, Sandbox.init)
        #expect(Cart().pay() == "sandbox")
    }
}
