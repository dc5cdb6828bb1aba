import Impose
import ImposeInspecting
import TestSupport
import Testing

@Suite("A handle that closes a cycle of what nobody keeps")
struct HandleCycleTests {
    private final class Screen: Sendable {
        let presenter: Presenter
        init(presenter: Presenter) { self.presenter = presenter }
    }
    private final class Presenter: Sendable {
        let screen: Injected<Screen>
        init(screen: Injected<Screen>) { self.screen = screen }
    }
    private final class ToldScreen {
        let presenter: ToldPresenter
        init(presenter: ToldPresenter) { self.presenter = presenter }
    }
    private final class ToldPresenter {
        weak var screen: ToldScreen?
    }
    private protocol Plugin: Sendable {}
    private struct Host: Sendable { let plugins: InjectedAll<any Plugin> }
    private struct Theme: Plugin { let host: Host }
    private final class Left: Sendable {
        init(_ right: Right) {}
    }
    private final class Right: Sendable {
        init(_ left: Left) {}
    }

    private let imposer = Imposer()

    private var findings: [Imposer.Validation.Finding] { imposer.validate().findings.filter { $0.kind == .circular } }

    @Test(
        "A handle that closes a cycle nobody keeps is a warning, with the path and the fix",
        arguments: [InjectOption.closureBased, .graphInstance]
    )
    func unkept(_ option: InjectOption) throws {
        imposer.impose(for: Screen.self, option: option, fileID: "App/Setup.swift", line: 3, Screen.init)
        imposer.impose(for: Presenter.self, option: option, fileID: "App/Setup.swift", line: 4, Presenter.init)
        let finding = try #require(findings.first)
        #expect(findings.count == 1 && finding.severity == .warning)
        #expect(finding.path.map { "\($0)" } == ["Screen", "Presenter", "Screen"])
        #expect(finding.places.map(\.line) == [3, 4])
        #expect(
            finding.message
                == "what Presenter injects later is another Screen than the one that it was made for, since nobody keeps "
                + "these: Screen → Presenter → Screen."
        )
        #expect(finding.fix.contains("weak var screen: HandleCycleTests.Screen?"))
        #expect(finding.fix.contains("\n   .onCreate { $0.presenter.screen = $0 }\n"))
        #expect(finding.fix.hasSuffix("impose it with:\n   option: .singleInstance"))
        // It is true.
        let screen = imposer.inject(of: Screen.self)
        #expect(screen.presenter.screen() !== screen)
    }

    @Test("A handle cycle that nobody keeps is mended by the fix of its warning")
    func mended() {
        imposer.impose(for: ToldScreen.self, option: .closureBased, ToldScreen.init)
            .onCreate { $0.presenter.screen = $0 }
        imposer.impose(for: ToldPresenter.self, option: .closureBased, ToldPresenter.init)
        let screen = imposer.inject(of: ToldScreen.self)
        #expect(screen.presenter.screen === screen && findings.isEmpty)
    }

    @Test(
        "A handle cycle in which one instance is kept is no finding",
        arguments: [
            (InjectOption.singleInstance, InjectOption.closureBased), (.closureBased, .singleInstance),
            (.scopedInstance, .graphInstance), (.graphInstance, .weakInstance),
        ]
    )
    func kept(_ screen: InjectOption, _ presenter: InjectOption) {
        imposer.impose(for: Screen.self, option: screen, Screen.init)
        imposer.impose(for: Presenter.self, option: presenter, Presenter.init)
        #expect(findings.isEmpty)
    }

    @Test("A handle cycle that goes through an alias is a warning")
    func alias() {
        imposer.impose(for: Screen.self, named: "real", option: .closureBased, Screen.init).alias(Screen.self) { $0 }
        imposer.impose(for: Presenter.self, option: .closureBased, Presenter.init)
        #expect(findings.map(\.severity) == [.warning])
    }

    @Test("One Imposed<…> in a cycle that nobody keeps is a warning; two of them are none")
    func asking() {
        imposer.impose(for: Int.self, option: .closureBased) { (_: String) in 1 }
        imposer.impose(for: String.self, option: .closureBased) { (_: Imposed<Int>) in "" }
        #expect(findings.map(\.severity) == [.warning])
        imposer.impose(for: Int.self, option: .closureBased) { (_: Imposed<String>) in 1 }
        imposer.impose(for: Bool.self, option: .closureBased) { (_: Imposed<Bool>) in true }
        #expect(findings.isEmpty)
        imposer.impose(for: Int.self, option: .closureBased) { (_: Injected<String>) in 1 }
        #expect(findings.map(\.severity) == [.warning])
    }

    @Test("InjectedAll<…> that closes a cycle nobody keeps is a warning")
    func all() {
        imposer.impose(for: Host.self, option: .closureBased, Host.init)
        imposer.impose(for: Theme.self, option: .closureBased, Theme.init)
        #expect(findings.map(\.severity) == [.warning])
        #expect(findings.first?.fix.contains("onCreate") == false)
        imposer.impose(for: Host.self, Host.init)
        #expect(findings.isEmpty)
    }

    @Test("The fix of a cycle offers a handle only where somebody keeps what it would inject")
    func cure() throws {
        imposer.impose(for: Left.self, option: .closureBased, Left.init)
        imposer.impose(for: Right.self, option: .graphInstance, Right.init)
        #expect(try #require(findings.first).fix.contains("\n   .onCreate { $0.right.left = $0 }\n"))
        imposer.impose(for: Left.self, Left.init)
        #expect(try #require(findings.first).fix.contains("Injected<HandleCycleTests.Left>"))
        imposer.impose(for: Left.self, option: .closureBased, Left.init)
        imposer.impose(for: Right.self, Right.init)
        #expect(try #require(findings.first).fix.contains("Injected<HandleCycleTests.Right>"))
        #expect(findings.map(\.severity) == [.error])
    }
}

@Suite("What is kept for each list of arguments")
struct KeptForArgumentsTests {
    private final class Page: Sendable {
        init(number: Int) {}
    }
    private protocol Sticker: Sendable {}
    private struct Stamp: Sendable {}
    private final class Ribbon: Sendable {}
    private struct Mark: Sendable { let stamp: Stamp }
    private struct Label: Sendable { let ribbon: Ribbon }
    private struct Tag: Sendable { let sticker: any Sticker }

    private let imposer = Imposer()

    private var findings: [Imposer.Validation.Finding] { imposer.validate().findings.filter { $0.kind == .argument } }

    @Test(
        "validate() notes an expected argument of what is kept: one instance for each list",
        arguments: [InjectOption.singleInstance, .weakInstance]
    )
    func expected(_ option: InjectOption) throws {
        imposer.impose(for: Page.self, option: option, fileID: "App/Setup.swift", line: 3, Page.init)
            .expectingArguments(Int.self)
        let finding = try #require(findings.first)
        #expect(finding.severity == .note)
        let end = option == .weakInstance ? "as long as something holds it" : "for good"
        #expect(finding.message == "Page, a .\(option), keeps one instance for each list of arguments, \(end).")
        #expect(
            finding.fix == """
                1. If the arguments differ often, as identifiers do: at App/Setup.swift:3, impose it with:
                   option: .closureBased
                2. If there are few lists of arguments, leave it.
                """
        )
    }

    @Test(
        "An expected argument that can't tell lists apart is an error, or a warning for a class"
    )
    func unhashable() throws {
        imposer.impose(for: Mark.self, Mark.init).expectingArguments(Stamp.self)
        imposer.impose(for: Label.self, Label.init).expectingArguments(Ribbon.self)
        imposer.impose(for: Tag.self, Tag.init).expectingArguments((any Sticker).self)
        #expect(findings.map(\.severity) == [.error, .warning, .note])
        let message =
            "Mark, a .singleInstance, keeps one instance for each list of arguments, and Stamp is not Hashable."
        #expect(findings.first?.message == message)
        #expect(failure { () throws(ImposeError) in try imposer.tryInject(of: Mark.self, arguments: Stamp()) } != nil)
    }

    @Test("validate() says nothing of arguments where nobody keeps the instance or none were given")
    func none() {
        imposer.impose(for: Page.self, option: .closureBased, Page.init).expectingArguments(Int.self)
        imposer.impose(for: Int.self, 1)
        imposer.impose(for: String.self) { (_: Int) in "" }
        _ = imposer.inject(of: Page.self, arguments: 1)
        _ = imposer.inject(of: String.self)
        #expect(findings.isEmpty)
    }

    @Test("validate() notes how many instances are kept for arguments that were given")
    func given() {
        imposer.impose(for: Page.self, Page.init)
        for number in [1, 2, 2, 3] { _ = imposer.inject(of: Page.self, arguments: number) }
        #expect(findings.map(\.severity) == [.note])
        #expect(findings.first?.message.hasSuffix("for good: there are 3.") == true)
        // Though building looks at copies.
        let built = imposer.validate(building: true).findings.first { $0.kind == .argument }
        #expect(built?.message.hasSuffix("for good: there are 3.") == true)
        imposer.reset()
        #expect(findings.isEmpty)
    }

    @Test("validate() counts the instances for arguments in the scopes that are open")
    func scoped() {
        imposer.impose(for: Page.self, option: .scopedInstance, Page.init)
        let scopes = [imposer.openScope(), imposer.openScope("request")]
        for scope in scopes { _ = scope.inject(of: Page.self, arguments: 1) }
        let end = "keeps one instance for each list of arguments, as long as its scope: there are"
        #expect(findings.first?.message == "Page, a .scopedInstance, \(end) 2.")
        scopes[1].dispose()
        #expect(findings.first?.message == "Page, a .scopedInstance, \(end) 1.")
        scopes[0].dispose()
        #expect(findings.isEmpty)
    }

    @Test("More than a thousand instances kept for arguments are a warning; those gone don't count")
    func many() {
        imposer.impose(for: Page.self, Page.init)
        imposer.impose(for: String.self) { (number: Int) in "\(number)" }
        for number in 0..<1_001 { _ = imposer.inject(of: Page.self, arguments: number) }
        for number in 0..<1_000 { _ = imposer.inject(of: String.self, arguments: number) }
        #expect(findings.map(\.severity) == [.warning, .note])
        imposer.impose(for: Page.self, option: .weakInstance, Page.init).expectingArguments(Int.self)
        for number in 0..<1_001 { _ = imposer.inject(of: Page.self, arguments: number) }
        #expect(findings.last?.message.hasSuffix("as long as something holds it.") == true)
    }
}
