import Impose
import ImposeInspecting
import TestSupport
import Testing

/// Programs of which validating once said something that was not so.
@Suite("Findings of validate() are true")
struct TrueWordTests {
    private struct Actions: Sendable {}
    private final class Horse: Sendable {
        init(name: String, actions: Actions?) {}
    }
    private final class Pool: Sendable {}
    private final class Work: Sendable {
        init(pool: Pool) {}
    }
    private struct Book: Sendable { let pool: Pool }
    private final class Controller: Sendable {
        let book: Imposed<Book>
        init(book: Imposed<Book>) { self.book = book }
    }
    private struct Label: Sendable {}
    private struct Letter: Sendable {
        init(text: String) {}
    }

    private func text(_ validation: Imposer.Validation, _ kind: Imposer.Validation.Kind) -> String {
        validation.findings.filter { $0.kind == kind }.map(\.description).joined(separator: "\n").onOneLine
    }

    @Test("a parameter that is an optional takes an argument of the type that it is an optional of")
    func optionalArgument() throws {
        let imposer = Imposer()
        imposer.impose(for: Horse.self, option: .closureBased, Horse.init)
            .expectingArguments(String.self, Actions.self)
        #expect(imposer.validate().findings.isEmpty)
        _ = try imposer.tryInject(of: Horse.self, arguments: "Lucky", Actions())
    }

    @Test("a handle of what is made anew each time needs no await, if what it takes is prepared")
    func handle() async throws {
        let imposer = Imposer()
        imposer.impose(for: Pool.self) { () async in Pool() }
        imposer.impose(for: Book.self, option: .closureBased, Book.init)
        imposer.impose(for: Controller.self, Controller.init)
        #expect(imposer.validate().findings.allSatisfy { $0.severity == .note })
        try await imposer.prepare()
        _ = imposer.inject(of: Controller.self).book()
        imposer.impose(for: Pool.self, option: .closureBased) { () async in Pool() }
        let finding = imposer.validate().findings.first { $0.kind == .asynchronous && $0.severity == .warning }
        #expect(finding?.message == "Controller needs, later, Book, which is made asynchronously each time.")
    }

    @Test("The fix for an asynchronous need in a scope is prepare(), or to await there")
    func scoped() async throws {
        let imposer = Imposer()
        imposer.impose(for: Pool.self) { () async in Pool() }
        imposer.impose(for: Work.self, option: .scopedInstance(in: "request"), Work.init)
        let found = text(imposer.validate(), .asynchronous)
        #expect(found.contains("Work can't be injected without await before that is prepared"))
        #expect(
            found.contains(
                "1. Have it made where the program starts, once everything is imposed: try await imposer.prepare()"
            )
        )
        #expect(
            found.contains(
                "2. Or await it, in a scope \"request\": try await scope.injectAsync(of: TrueWordTests.Work.self)"
            )
        )
        try await imposer.withScope("request") { scope in _ = try await scope.injectAsync(of: Work.self) }
    }

    @Test("The fix for an unbuilt instance of a named scope is to build it in one")
    func built() {
        let imposer = Imposer()
        imposer.impose(for: Letter.self, option: .scopedInstance(in: "request"), Letter.init)
            .expectingArguments(String.self)
        #expect(
            text(imposer.validate(building: true), .notBuilt).hasSuffix(
                "imposer.withScope(\"request\") { scope in _ = scope.inject(of: TrueWordTests.Letter.self, arguments: string) }"
            )
        )
        imposer.withScope("request") { scope in _ = scope.inject(of: Letter.self, arguments: "Dear all") }
    }

    @Test("A finding about what a scope hides does not say to inject it from the scope")
    func hidden() {
        Imposer.isolated(empty: true) {
            Imposer.impose(for: Label.self, Label())
            Imposer.withScope("request") { scope in
                scope.give(Label())
                let found = text(scope.validate(), .unreachable)
                #expect(
                    found.contains("of primary answers no injection of one from scope \"request\", which has its own.")
                )
                #expect(found.hasSuffix("1. Delete it, if nothing asks primary itself."))
            }
        }
    }

    @Test("An unreachable finding speaks of injecting one, since injectAll finds it")
    func gathered() {
        Imposer.isolated(empty: true) {
            for name in ["log", "index"] {
                Imposer.imposer(for: .custom(name)).impose(for: Label.self, Label())
            }
            #expect(
                text(Imposer.validate(wrappers: false), .unreachable).contains(
                    "answers no injection of one from custom("
                )
            )
            #expect((try? injectAll(from: .custom("log"), of: Label.self))?.count == 2)
        }
    }
}
