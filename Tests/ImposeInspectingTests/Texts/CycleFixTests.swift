import Impose
import ImposeTesting
import TestSupport
import Testing

/// Two objects that need each other, as they are, and below as the text has them be.
private final class CycleScreen: @unchecked Sendable {
    let presenter: CyclePresenter
    init(presenter: CyclePresenter) { self.presenter = presenter }
}
private final class CyclePresenter: @unchecked Sendable {
    let screen: CycleScreen
    init(screen: CycleScreen) { self.screen = screen }
}

private final class CuredScreen: @unchecked Sendable {
    let presenter: CuredPresenter
    init(presenter: CuredPresenter) { self.presenter = presenter }
}
private final class CuredPresenter: @unchecked Sendable {
    weak var screen: CuredScreen?
}

private protocol CycleView: AnyObject, Sendable {}
private protocol CycleModel: AnyObject, Sendable {}
private final class CycleTableView: CycleView {
    let model: any CycleModel
    init(model: any CycleModel) { self.model = model }
}
private final class CycleTableModel: CycleModel {
    let view: any CycleView
    init(view: any CycleView) { self.view = view }
}

private protocol CuredView: AnyObject, Sendable {}
private protocol CuredModel: AnyObject, Sendable {}
private final class CuredTableView: CuredView {
    let model: any CuredModel
    init(model: any CuredModel) { self.model = model }
}
private final class CuredTableModel: CuredModel, @unchecked Sendable {
    weak var view: (any CuredView)?
}

@MainActor private final class CyclePage {
    let guide: CycleGuide
    init(guide: CycleGuide) { self.guide = guide }
}
@MainActor private final class CycleGuide {
    let page: CyclePage
    init(page: CyclePage) { self.page = page }
}
@MainActor private final class CuredPage {
    let guide: CuredGuide
    init(guide: CuredGuide) { self.guide = guide }
}
@MainActor private final class CuredGuide {
    weak var page: CuredPage?
}

private final class CycleHead: Sendable {
    let neck: CycleNeck
    init(neck: CycleNeck) { self.neck = neck }
}
private struct CycleNeck: Sendable {
    let body: CycleBody
}
private final class CycleBody: Sendable {
    let head: CycleHead
    init(head: CycleHead) { self.head = head }
}
private final class CuredHead: Sendable {
    let neck: CuredNeck
    init(neck: CuredNeck) { self.neck = neck }
}
private struct CuredNeck: Sendable {
    let body: CuredBody
}
private final class CuredBody: @unchecked Sendable {
    weak var head: CuredHead?
}

private final class LazyPresenter: Sendable {
    let screen: Injected<LazyScreen>
    init(screen: Injected<LazyScreen>) { self.screen = screen }
}
private final class LazyScreen: Sendable {
    let presenter: LazyPresenter
    init(presenter: LazyPresenter) { self.presenter = presenter }
}

/// The texts of cycles: what they offer holds the very same instance.
@Suite("Texts of cycles offer what gives the same instance", .imposing(empty: true))
struct CycleFixTests {
    private let file: StaticString = "Shop/Start.swift"

    private func text<T>(_ type: T.Type) -> String {
        failure { () throws(ImposeError) in try tryInject(of: type, fileID: "Shop/Desk.swift", line: 9) }?.description
            ?? ""
    }

    @Test(
        "The fix of a cycle that nobody keeps makes one without the other, and sets it later",
        arguments: [
            InjectOption.graphInstance, .closureBased,
        ]
    )
    private func unkept(option: InjectOption) {
        Imposer.impose(for: CycleScreen.self, option: option, fileID: file, line: 5, CycleScreen.init)
        Imposer.impose(for: CyclePresenter.self, option: option, fileID: file, line: 6, CyclePresenter.init)
        let text = text(CycleScreen.self)
        #expect(
            text.onOneLine.contains(
                """
                1. Set it later, since nobody keeps CycleScreen. In CyclePresenter, which is imposed at Shop/Start.swift:6, \
                leave out the parameter of init, and let the property be weak var screen: CycleScreen?. At \
                Shop/Start.swift:5, append: .onCreate { $0.presenter.screen = $0 } 2. Or move
                """
            ),
            "\(text)"
        )
        #expect(!text.contains("Injected<"))
        Imposer.impose(for: CuredScreen.self, option: option, CuredScreen.init)
            .onCreate { $0.presenter.screen = $0 }
        Imposer.impose(for: CuredPresenter.self, option: option, CuredPresenter.init)
        let screen = inject(of: CuredScreen.self)
        #expect(screen.presenter.screen === screen)
    }

    @Test(
        "The fix of a cycle with a kept instance is a handle, and gives the same instance",
        arguments: [InjectOption.singleInstance, .scopedInstance, .weakInstance]
    )
    private func kept(option: InjectOption) {
        Imposer.impose(for: CycleScreen.self, option: option, fileID: file, line: 5, CycleScreen.init)
        Imposer.impose(for: CyclePresenter.self, option: .closureBased, fileID: file, line: 6, CyclePresenter.init)
        Imposer.withScope { _ in
            // Whichever is asked for first.
            for text in [text(CycleScreen.self), text(CyclePresenter.self)] {
                #expect(
                    text.onOneLine.contains("In CyclePresenter, which is imposed at Shop/Start.swift:6, let the"),
                    "\(text)"
                )
                #expect(text.contains("\n       screen: Injected<CycleScreen>\n"), "\(text)")
                #expect(!text.contains("onCreate"))
            }
            Imposer.impose(for: LazyScreen.self, option: option, LazyScreen.init)
            Imposer.impose(for: LazyPresenter.self, option: .closureBased, LazyPresenter.init)
            let screen = inject(of: LazyScreen.self)
            #expect(screen.presenter.screen() === screen)
        }
    }

    @Test("The fix of a cycle through protocols compiles, and gives the same instance")
    func protocols() throws {
        Imposer.impose(for: CycleView.self, option: .graphInstance, fileID: file, line: 5, CycleTableView.init)
        Imposer.impose(for: CycleModel.self, option: .graphInstance, fileID: file, line: 6, CycleTableModel.init)
        let text = text((any CycleView).self)
        #expect(
            text.onOneLine.contains("let the property be weak var view: (any CycleView)?. At Shop/Start.swift:5"),
            "\(text)"
        )
        #expect(
            text.contains(
                "\n       .onCreate { (($0 as? CycleTableView)?.model as? CycleTableModel)?.view = $0 }\n"
            ),
            "\(text)"
        )
        Imposer.impose(for: CuredView.self, option: .graphInstance, CuredTableView.init)
            .onCreate { (($0 as? CuredTableView)?.model as? CuredTableModel)?.view = $0 }
        Imposer.impose(for: CuredModel.self, option: .graphInstance, CuredTableModel.init)
        let view = inject(of: CuredView.self)
        #expect(((view as? CuredTableView)?.model as? CuredTableModel)?.view === view)
    }

    @Test("The fix of a cycle through aliases compiles, and gives the same instance")
    func aliases() {
        Imposer.impose(for: CycleTableView.self, option: .graphInstance, fileID: file, line: 5, CycleTableView.init)
            .alias(CycleView.self, fileID: file, line: 6) { $0 }
        Imposer.impose(for: CycleTableModel.self, option: .graphInstance, fileID: file, line: 7, CycleTableModel.init)
            .alias(CycleModel.self, fileID: file, line: 8) { $0 }
        for text in [text(CycleTableView.self), text((any CycleView).self)] {
            #expect(
                text.onOneLine.contains("In CycleTableModel, which is imposed at Shop/Start.swift:7, leave out"),
                "\(text)"
            )
            #expect(text.onOneLine.contains("At Shop/Start.swift:5, append:"), "\(text)")
            #expect(text.contains("\n       .onCreate { ($0.model as? CycleTableModel)?.view = $0 }\n"), "\(text)")
        }
        Imposer.impose(for: CuredTableView.self, option: .graphInstance, CuredTableView.init)
            .onCreate { ($0.model as? CuredTableModel)?.view = $0 }
            .alias(CuredView.self) { $0 }
        Imposer.impose(for: CuredTableModel.self, option: .graphInstance, CuredTableModel.init)
            .alias(CuredModel.self) { $0 }
        let view = inject(of: CuredTableView.self)
        #expect((view.model as? CuredTableModel)?.view === view)
    }

    @Test("The fix of a cycle through calls in providers is a hook, or a handle as a property")
    func calls() {
        Imposer.impose(for: CycleScreen.self, option: .closureBased, fileID: file, line: 5) { (imposer: Imposer) in
            CycleScreen(presenter: try imposer.tryInject(fileID: "Shop/Start.swift", line: 6))
        }
        Imposer.impose(for: CyclePresenter.self, option: .closureBased, fileID: file, line: 7) { (imposer: Imposer) in
            CyclePresenter(screen: try imposer.tryInject(fileID: "Shop/Start.swift", line: 8))
        }
        let unkept = text(CycleScreen.self)
        #expect(unkept.contains("\n       .onCreate { $0.presenter.screen = $0 }\n"), "\(unkept)")
        Imposer.impose(for: CycleScreen.self, fileID: file, line: 5) { (imposer: Imposer) in
            CycleScreen(presenter: try imposer.tryInject(fileID: "Shop/Start.swift", line: 6))
        }
        // A call has no handle to give to the parameter.
        let kept = text(CycleScreen.self)
        #expect(kept.contains("\n       let screen = Injected<CycleScreen>()\n"), "\(kept)")
        #expect(!kept.contains("screen: Injected"))
    }

    @Test("The fix of a cycle on the main actor says that its hook runs there")
    @MainActor func mainActor() async throws {
        Imposer.impose(for: CyclePage.self, option: .closureBased, fileID: file, line: 5, CyclePage.init)
        Imposer.impose(for: CycleGuide.self, option: .closureBased, fileID: file, line: 6, CycleGuide.init)
        let text = text(CyclePage.self)
        let hook = ".onCreate { cyclePage in MainActor.assumeIsolated { cyclePage.guide.page = cyclePage } }"
        #expect(text.contains("\n       \(hook)\n"), "\(text)")
        Imposer.impose(for: CuredPage.self, option: .closureBased, CuredPage.init)
            .onCreate { cyclePage in MainActor.assumeIsolated { cyclePage.guide.page = cyclePage } }
        Imposer.impose(for: CuredGuide.self, option: .closureBased, CuredGuide.init)
        let page = inject(of: CuredPage.self)
        #expect(page.guide.page === page)
        let awaited = try await Self.awaitedElsewhere()
        #expect(awaited.guide.page === awaited)
    }

    private nonisolated static func awaitedElsewhere() async throws -> CuredPage {
        try await injectAsync(of: CuredPage.self)
    }

    @Test("The fix of a cycle of three is a hook, but none that sets a property of a value")
    func three() {
        Imposer.impose(for: CycleHead.self, option: .graphInstance, fileID: file, line: 5, CycleHead.init)
        Imposer.impose(for: CycleNeck.self, option: .graphInstance, fileID: file, line: 6, CycleNeck.init)
        Imposer.impose(for: CycleBody.self, option: .graphInstance, fileID: file, line: 7, CycleBody.init)
        let first = text(CycleHead.self)
        #expect(first.contains("\n       .onCreate { $0.neck.body.head = $0 }\n"), "\(first)")
        // The neck, a value, can't be told later.
        let other = text(CycleBody.self)
        #expect(!other.contains("weak var body"), "\(other)")
        Imposer.impose(for: CuredHead.self, option: .graphInstance, CuredHead.init)
            .onCreate { $0.neck.body.head = $0 }
        Imposer.impose(for: CuredNeck.self, option: .graphInstance, CuredNeck.init)
        Imposer.impose(for: CuredBody.self, option: .graphInstance, CuredBody.init)
        let head = inject(of: CuredHead.self)
        #expect(head.neck.body.head === head)
    }
}
