import Impose
import Testing

// A test for each feature of Impose 1.x, under its name in Docs/MigratingFromImpose1.md.

private final class WrappedScreen {
    @Injected var service: any ImposeService
    @UnforceInjected(named: "other") var other: (any ImposeService)?
    @Injected(from: .secondary) var secondary: any ImposeService
}

@Suite("What Impose 1.x had, by wrappers")
struct ImposeWrapperRowTests {
    @Test("As in Impose 1.x, there are the wrappers Injected and UnforceInjected")
    func wrappers() {
        Imposer.isolated(empty: true) {
            Imposer.impose(for: ImposeService.self, ImposeLive())
            let screen = WrappedScreen()
            #expect(screen.service === inject(of: ImposeService.self))
            #expect(screen.other == nil)
        }
    }

    @Test("As in Impose 1.x, imposers of three kinds fall back on one another")
    func kindsOfImposer() {
        Imposer.isolated(empty: true) {
            Imposer.imposer(for: .custom("eu")).impose(for: ImposeService.self, ImposeLive())
            #expect(inject(of: ImposeService.self) is ImposeLive)
            #expect(inject(from: .secondary, of: ImposeService.self) is ImposeLive)

            Imposer.imposer(for: .secondary).impose(for: ImposeService.self, ImposeDouble())
            #expect(inject(of: ImposeService.self) is ImposeDouble)
            #expect(inject(from: .custom("eu"), of: ImposeService.self) is ImposeLive)
            #expect(inject(from: .custom("us"), of: ImposeService.self) is ImposeDouble)
            #expect(WrappedScreen().secondary is ImposeDouble)
        }
    }
}
