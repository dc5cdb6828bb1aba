import Impose
import ImposeInspecting
import TestSupport
import Testing

private struct ClosureBox<Element: Sendable>: Sendable {
    struct Lid: Sendable {}
}
private protocol ClosureGoods: Sendable {}

private final class ClosureForm: Sendable {}

/// A parameter that is a function, a closure that the initializer itself would take, and what the text has for it.
///
/// The code is written here a second time, as code, so that it is compiled and taken.
private struct ClosureCase: CustomTestStringConvertible, Sendable {
    let code: String
    var testDescription: String { code }
    let impose: @Sendable (Imposer) -> Void
    let refused: @Sendable (Imposer) throws(ImposeError) -> ClosureForm
    let taken: @Sendable (Imposer) throws(ImposeError) -> ClosureForm

    init<Parameter, Given, Written>(
        _ code: String,
        for _: Parameter.Type,
        _ given: Given,
        _ written: Written
    ) {
        // Called on one thread.
        nonisolated(unsafe) let (given, written) = (given, written)
        self.code = code
        impose = { imposer in
            imposer.impose(for: ClosureForm.self, option: .closureBased, fileID: "Shop/Start.swift", line: 5) {
                (_: Parameter) in ClosureForm()
            }
        }
        refused = { imposer throws(ImposeError) in try imposer.tryInject(of: ClosureForm.self, arguments: given) }
        taken = { imposer throws(ImposeError) in try imposer.tryInject(of: ClosureForm.self, arguments: written) }
    }
}

private let cases = [
    ClosureCase(
        "{ … } as @Sendable () -> ()",
        for: (@Sendable () -> Void).self,
        { print("done") },
        { print("done") } as @Sendable () -> ()
    ),
    ClosureCase(
        "{ … } as @Sendable (Int, String) -> Bool",
        for: (@Sendable (Int, String) -> Bool).self,
        { (number: Int, text: String) in text.count == number },
        { (number: Int, text: String) in text.count == number } as @Sendable (Int, String) -> Bool
    ),
    ClosureCase(
        "{ … } as @Sendable () async throws -> Int",
        for: (@Sendable () async throws -> Int).self,
        { 1 },
        { 1 } as @Sendable () async throws -> Int
    ),
    ClosureCase(
        "{ … } as () async -> ()",
        for: (() async -> Void).self,
        { print("done") },
        { print("done") } as () async -> ()
    ),
    ClosureCase(
        "{ … } as @MainActor @Sendable () -> ()",
        for: (@MainActor () -> Void).self,
        { print("done") },
        { print("done") } as @MainActor @Sendable () -> ()
    ),
    ClosureCase(
        "{ … } as () -> ()",
        for: (() -> Void).self,
        { @MainActor in print("done") },
        { print("done") } as () -> ()
    ),
    ClosureCase(
        "{ … } as @Sendable () -> String",
        for: (@Sendable () -> String)?.self,
        { "done" },
        { "done" } as @Sendable () -> String
    ),
    ClosureCase(
        "{ … } as @MainActor @Sendable (String) -> ()",
        for: (@MainActor (String) -> Void)?.self,
        { (text: String) in print(text) },
        { (text: String) in print(text) } as @MainActor @Sendable (String) -> ()
    ),
    ClosureCase(
        "{ … } as @Sendable (ClosureBox<Int>.Lid) -> Array<ClosureGoods>",
        for: (@Sendable (ClosureBox<Int>.Lid) -> [any ClosureGoods]).self,
        { (_: ClosureBox<Int>.Lid) -> [any ClosureGoods] in [] },
        { (_: ClosureBox<Int>.Lid) -> [any ClosureGoods] in [] }
            as @Sendable (ClosureBox<Int>.Lid) -> Array<ClosureGoods>
    ),
]

@Suite("Texts of closures as arguments")
struct ClosureTextTests {
    private let imposer = Imposer()

    @Test("An error for a closure that differs in attributes alone says how to write it", arguments: cases)
    private func written(row: ClosureCase) throws {
        row.impose(imposer)
        let error = try #require(failure { () throws(ImposeError) in try row.refused(imposer) })
        #expect(error.kind == .arguments)
        #expect(error.description.contains("as argument 1, write the closure as:\n       \(row.code)"), "\(error)")
        _ = try row.taken(imposer)
    }

    @Test("An error for several closures says how to write each for its parameter")
    func several() throws {
        imposer.impose(for: ClosureForm.self, option: .closureBased) {
            (_: @escaping @Sendable (Int) -> Int, _: String, _: @escaping @Sendable () -> Void) in ClosureForm()
        }
        let error = failure { () throws(ImposeError) in
            try imposer.tryInject(
                of: ClosureForm.self,
                arguments: { print("done") },
                "name",
                { (number: Int) in number }
            )
        }
        let text = (error.map { "\($0)" } ?? "").onOneLine
        #expect(text.contains("argument 1 is a () -> (), and its provider"), "\(text)")
        #expect(text.contains("takes a @Sendable () -> () there"), "\(text)")
        #expect(
            text.contains(
                "as argument 1 and argument 3, write the closure as: { … } as @Sendable () -> (), { … } as @Sendable (Int) -> Int"
            ),
            "\(text)"
        )
        _ = try imposer.tryInject(
            of: ClosureForm.self,
            arguments: { print("done") } as @Sendable () -> (),
            "name",
            { (number: Int) in number } as @Sendable (Int) -> Int
        )
    }

    @Test("An error offers no code for a closure that throws, awaits or takes more than the parameter")
    func other() {
        func text<Parameter>(for _: Parameter.Type, _ given: some Any) -> String {
            imposer.impose(for: ClosureForm.self, option: .closureBased) { (_: Parameter) in ClosureForm() }
            let error = failure { () throws(ImposeError) in
                try imposer.tryInject(of: ClosureForm.self, arguments: given)
            }
            return error.map { "\($0)" } ?? ""
        }
        let throwing: () throws -> Void = {}
        let awaited: () async -> Void = {}
        let taking: (() -> Void) -> Void = { _ in }
        for text in [
            text(for: (() -> Void).self, throwing), text(for: (@Sendable () throws -> Void).self, awaited),
            text(for: (@Sendable (@escaping () -> Void) -> Void).self, taking),
        ] {
            #expect(text.contains(" as argument 1.") && !text.contains("{ …"), "\(text)")
        }
    }

    @Test("A finding about expected closures says which function types to expect")
    func expected() {
        imposer.impose(for: ClosureForm.self, option: .closureBased, fileID: "Shop/Start.swift", line: 5) {
            (_: @escaping @Sendable (Int) -> Int, _: @escaping @Sendable () -> Void) in ClosureForm()
        }
        .expectingArguments((() -> Void).self, ((Int) -> Int).self)
        let finding = imposer.validate().findings.first { $0.kind == .argument }
        #expect(finding?.severity == .error)
        #expect(
            finding?.fix.onOneLine
                == """
                1. At Shop/Start.swift:5, in place of what it expects, write: \
                .expectingArguments((@Sendable () -> ()).self, (@Sendable (Int) -> Int).self)
                """,
            "\(finding?.fix ?? "")"
        )
        imposer.impose(for: ClosureForm.self, option: .closureBased) {
            (_: @escaping @Sendable (Int) -> Int, _: @escaping @Sendable () -> Void) in ClosureForm()
        }
        .expectingArguments((@Sendable () -> ()).self, (@Sendable (Int) -> Int).self)
        #expect(!imposer.validate().findings.contains { $0.kind == .argument })
    }
}
