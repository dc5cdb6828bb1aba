import Impose
import ImposeInspecting
import TestSupport
import Testing

private protocol Gateway: Sendable {}

private struct Real: Gateway {}

private let file: StaticString = "Shop/Start.swift"

private struct Payments: ModuleInjector {
    var requires: [any ModuleInjector] { [Core()] }

    func provide(for imposer: Imposer) {
        imposer.impose(for: Gateway.self, named: "card", fileID: file, line: 1, Real())
    }
}

private struct Core: ModuleInjector {
    var requires: [any ModuleInjector] { [Payments()] }

    func provide(for imposer: Imposer) {
        imposer.impose(for: Gateway.self, named: "card", fileID: file, line: 2, Real())
    }
}

private struct Narcissus: ModuleInjector {
    var requires: [any ModuleInjector] { [Narcissus()] }

    func provide(for imposer: Imposer) {}
}

private struct Shop: ModuleInjector {
    func provide(for imposer: Imposer) {
        imposer.provide(using: Payments(), fileID: file, line: 3)
    }
}

@Suite("Texts about modules")
struct ModuleReportTextTests {
    private let imposer = Imposer(label: "till")

    @Test("a cycle has a text with the path and the fixes")
    func cycle() throws {
        let error = try #require(imposer.provide(using: Payments(), fileID: file, line: 9).cycles.first)
        #expect(
            error.description == """
                Impose can't provide Payments before Core: Core requires it, and it is itself waiting for Core.

                  To fix it:
                    1. Take Payments out of what Core requires. A module need not require what its instances inject, since that is
                       looked for later.
                    2. Or move what both of them override into a third module, and let both require that.

                  requested  at Shop/Start.swift:9
                  path       Payments → Core → Payments
                  started    at Shop/Start.swift:9
                """
        )
        #expect(ObjectIdentifier(error.requested) == ObjectIdentifier(Payments.self))
        #expect(error.location == Imposer.SourceLocation(fileID: file, line: 9))
    }

    @Test("a module that requires itself has a text of its own")
    func selfCycle() throws {
        let error = try #require(imposer.provide(using: Narcissus(), fileID: file, line: 9).cycles.first)
        #expect(
            error.description == """
                Impose can't provide Narcissus before itself: it requires a module of its own type.

                  To fix it:
                    1. Take Narcissus out of what Narcissus requires.

                  requested  at Shop/Start.swift:9
                  path       Narcissus → Narcissus
                  started    at Shop/Start.swift:9
                """
        )
    }

    @Test("the path begins where the outermost call stands, and the error stands where the innermost one does")
    func nested() throws {
        let error = try #require(imposer.provide(using: [Shop()], fileID: file, line: 9).cycles.first)
        #expect("\(error.path)" == "[Shop, Payments, Core, Payments]")
        #expect(error.path.map(\.location.line) == [9, 3, 3, 3])
        #expect(error.location.line == 3)
    }

    @Test("a report is a sentence for each error and each override")
    func report() {
        let report = imposer.provide(using: Payments())
        #expect(
            report.description == """
                Impose can't provide Payments before Core: Core requires it, and it is itself waiting for Core.
                Payments overrode Gateway named "card" of Core in private imposer "till": Shop/Start.swift:1 took the \
                place of Shop/Start.swift:2.
                """
        )
        let lines = report.description.split(separator: "\n").map { String($0) }
        #expect(report.overrides.map(\.description) == Array(lines.dropFirst()))
        #expect(imposer.provide().description == "No module overrode another one.")
    }

    @Test("modules of one name are told apart in the text")
    func ambiguousNames() {
        enum Inner {
            struct Core: ModuleInjector {
                func provide(for imposer: Imposer) {
                    imposer.impose(for: Gateway.self, named: "card", fileID: file, line: 4, Real())
                }
            }
        }
        imposer.provide(using: Core())
        imposer.provide(using: Core())
        let text = imposer.provide(using: Inner.Core()).description
        #expect(text.contains("Inner.Core overrode"))
        #expect(text.contains("of ImposeTests.Core in"))
    }

    @Test("a report throws its first error if it is asked to, and overrides are no errors")
    func orThrow() throws {
        struct Second: ModuleInjector {
            func provide(for imposer: Imposer) {
                imposer.impose(for: Gateway.self, named: "card", Real())
            }
        }
        let report = imposer.provide(using: Narcissus(), Payments())
        #expect(report.cycles.count == 2)
        let error = #expect(throws: ImposeError.self) { try report.orThrow() }
        #expect(error?.requested == Narcissus.self)
        let overriding = imposer.provide(using: Second())
        #expect(overriding.overrides.count == 1)
        try overriding.orThrow()
    }
}
