import Impose
import Testing

// A test for each feature of Impose 1.x, under its name in Docs/MigratingFromImpose1.md.

private protocol Service: AnyObject, Sendable {}

private final class Live: Service {}

private final class Double: Service {}

private final class WrappedScreen {
    @Injected var service: any Service
    @UnforceInjected(named: "other") var other: (any Service)?
    @Injected(from: .secondary) var secondary: any Service
}

@Suite("What Impose 1.x had, by wrappers")
struct ImposeWrapperRowTests {
    @Test("Impose: both wrappers")
    func wrappers() {
        Imposer.isolated(empty: true) {
            Imposer.impose(for: Service.self, Live())
            let screen = WrappedScreen()
            #expect(screen.service === inject(of: Service.self))
            #expect(screen.other == nil)
        }
    }

    @Test("Impose: three kinds of imposer, and the fallback between them")
    func kindsOfImposer() {
        Imposer.isolated(empty: true) {
            Imposer.imposer(for: .custom("eu")).impose(for: Service.self, Live())
            #expect(inject(of: Service.self) is Live)
            #expect(inject(from: .secondary, of: Service.self) is Live)

            Imposer.imposer(for: .secondary).impose(for: Service.self, Double())
            #expect(inject(of: Service.self) is Double)
            #expect(inject(from: .custom("eu"), of: Service.self) is Live)
            #expect(inject(from: .custom("us"), of: Service.self) is Double)
            #expect(WrappedScreen().secondary is Double)
        }
    }
}
