import Impose
import ImposeTesting
import TestSupport
import Testing

/// Imposed as an optional, as by an initializer that may fail.
private struct Crash: Sendable {
    init?(key: String) { if key.isEmpty { return nil } }
}
private final class CrashApp { @Injected var crash: Crash? }
private final class NestedApp { @Injected var crash: Crash?? }
private final class PlainApp { @Injected var crash: Crash }
private struct Report: Sendable { init(crash: Crash?) {} }
private struct LaterReport: Sendable { init(crash: Injected<Crash?>) {} }
private struct PlainReport: Sendable { init(crash: Crash) {} }

/// Nobody makes these calls.
private func ask() -> Crash? { inject() }
private func askPlainly() -> Crash { inject() }

private let setup: StaticString = "Shop/Setup.swift"

@Suite("What is imposed for an optional", .imposing(empty: true))
struct ImposedOptionalTests {
    private func imposeOptional() {
        Imposer.impose(for: Crash?.self, fileID: setup, line: 3) { Crash(key: "k") }
    }

    /// The findings about the type, other than notes that it is not used.
    private func findings(_ roots: Any.Type...) -> [Imposer.Validation.Finding] {
        Imposer.validate(roots: roots).findings.filter { $0.type == Crash.self || $0.type == Crash?.self }
    }

    private func missing(_ owner: Any.Type) -> [Imposer.Validation.Finding] {
        findings().filter { $0.property?.owner == owner }
    }

    @Test("A registration for an optional answers wrappers, calls and roots of it, and is used")
    func answered() {
        #expect(!missing(CrashApp.self).isEmpty)
        imposeOptional()
        #expect(missing(CrashApp.self).isEmpty && missing(NestedApp.self).isEmpty)
        #expect(CrashApp().crash != nil && NestedApp().crash != nil)
        #expect(findings().allSatisfy { $0.call?.function?.contains("ask()") != true && $0.kind != .unused })
        let missing = findings(Crash?.self, Crash??.self).filter { $0.kind == .missing }
        #expect(missing.allSatisfy { $0.property != nil || $0.call != nil })
    }

    @Test("A registration for an optional answers parameters and handles of it")
    func parameters() {
        imposeOptional()
        Imposer.impose(for: Report.self, Report.init)
        Imposer.impose(for: LaterReport.self, LaterReport.init)
        #expect(Imposer.validate(wrappers: false).isValid)
        _ = (inject(of: Report.self), inject(of: LaterReport.self))
        let unused = Imposer.validate(roots: [Report.self, LaterReport.self]).findings.filter { $0.kind == .unused }
        #expect(unused.isEmpty)
    }

    @Test("An error for a type that a scope was given as an optional says to give it unwrapped")
    func given() {
        Imposer.impose(for: PlainReport.self, option: .scopedInstance, PlainReport.init)
        Imposer.withScope { scope in
            scope.give(Crash(key: "k"), for: Crash?.self, fileID: setup, line: 4)
            let text = #expect(throws: ImposeError.self) { try scope.tryInject(of: PlainReport.self) }?.description
            let fix = "1. At Shop/Setup.swift:4, give it unwrapped: if let crash { scope.give(crash, for: Crash.self) }"
            #expect(text?.onOneLine.contains(fix) == true, "\(text ?? "")")
        }
    }

    @Test("An error for a type that is imposed as an optional alone says so, and what to write")
    func plainly() throws {
        imposeOptional()
        let error = try #require(
            failure { () throws(ImposeError) in try tryInject(of: Crash.self, fileID: setup, line: 9) }
        )
        #expect(
            error.description.hasPrefix(
                """
                Impose can't inject Crash: it is imposed as an optional alone, Crash?, at Shop/Setup.swift:3.

                  To fix it:
                    1. Ask for the optional: at Shop/Setup.swift:9, in place of Crash, write:
                       Crash?

                """
            )
        )
        let deeper = try #require(failure { () throws(ImposeError) in try Imposer.shared.tryInject(of: Crash.self) })
        #expect(deeper.candidates.map(\.note) == ["is imposed as an optional"])
        Imposer.removeAll()
        Imposer.impose(for: Crash??.self, fileID: setup, line: 4) { Crash(key: "k") }
        let twice = "\(Imposer.explain(Crash?.self))"
        #expect(twice.hasPrefix("Crash?: it is imposed as an optional alone, Crash??, at Shop/Setup.swift:4;"))
    }

    @Test("Findings say of a type asked for that it is imposed as an optional alone")
    func plainlyFound() throws {
        imposeOptional()
        let problem = "it is imposed as an optional alone, Crash?, at Shop/Setup.swift:3"
        let wrapper = try #require(missing(PlainApp.self).first)
        #expect(wrapper.severity == .error && wrapper.message.hasSuffix("injects Crash, and \(problem)."))
        #expect("\(wrapper)".hasPrefix("Shop/Setup.swift:3: error: "))
        #expect(wrapper.fix.hasPrefix("1. Ask for the optional: in place of Crash, write:\n   Crash?\n"))
        let root = try #require(findings(Crash.self).first { $0.property == nil && $0.call == nil })
        #expect(root.message == "nothing answers the root Crash: \(problem).")
        Imposer.impose(for: PlainReport.self, fileID: setup, line: 5, PlainReport.init)
        let parameter = try #require(findings().first { $0.registration != nil && $0.kind == .missing })
        #expect(parameter.message == "PlainReport needs Crash, and \(problem).")
        let place = "at Shop/Setup.swift:5, or in the initializer that it names"
        #expect(
            parameter.fix.onOneLine.hasPrefix("1. Ask for the optional: \(place), in place of Crash, write: Crash? ")
        )
    }

    // What is unused is told only where calls can be seen.
    #if DEBUG
        @Test("A registration for an optional is unused where only the type itself is asked for")
        func unused() {
            Imposer.impose(for: Report?.self) { nil }
            #expect(Imposer.validate(roots: [Report.self]).findings.contains { $0.kind == .unused })
            #expect(Imposer.validate(roots: [Report?.self]).findings.allSatisfy { $0.kind != .unused })
        }
    #endif
}
