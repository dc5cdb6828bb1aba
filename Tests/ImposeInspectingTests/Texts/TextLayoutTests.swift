import Foundation
import TestSupport
import Testing

@testable import Impose
@testable import ImposeInspecting

private struct Broken: Error, CustomStringConvertible {
    let description: String
}

@Suite("The layout of texts")
struct TextLayoutTests {
    @Test("A text is broken at spaces, no line longer than 120 characters, and nothing gets lost")
    func wrapping() {
        let text = Array(repeating: "seven", count: 100).joined(separator: " ")
        let lines = text.wrapped(after: 13, indent: 7).lines
        #expect(lines.count == 6)
        #expect(lines[0].count <= 107)
        #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("       seven") && $0.count <= 120 })
        #expect(lines.map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ") == text)
    }

    @Test("A line of 120 characters stays, one more is broken", arguments: [(110, 1), (111, 2)])
    func edge(length: Int, lines: Int) {
        let text = String(repeating: "a", count: length - 5) + " tail"
        #expect(text.wrapped(after: 10, indent: 4).lines.count == lines)
    }

    @Test("What is longer than a line stays in one piece")
    func longWord() {
        let word = String(repeating: "a", count: 200)
        #expect("to \(word) it".wrapped(indent: 2) == "to\n  \(word)\n  it")
    }

    @Test("Code is not broken where it fits into a line")
    func code() {
        let text = String(repeating: "word ", count: 20) + "Imposer.impose(for: Gateway.self, named: \"a b\", …)"
        #expect(text.wrapped(indent: 0).hasSuffix("word\nImposer.impose(for: Gateway.self, named: \"a b\", …)"))
        let long = "(" + String(repeating: "word, ", count: 40) + "word)"
        #expect(long.wrapped(indent: 0).lines.count == 3)
    }

    @Test("Line breaks and indentation of what a provider threw stay")
    func paragraphs() throws {
        let imposer = Imposer()
        imposer.impose(for: Int.self) { () throws -> Int in throw Broken(description: "one:\n  two  three\n\nfour") }
        let error = try #require(failure { () throws(ImposeError) in try imposer.tryInject(of: Int.self) })
        let margin = "\n             "
        #expect(error.description.contains("  thrown     one:\(margin)  two  three\(margin)\(margin)four"))
    }

    @Test("A list is cut with the number of the others", arguments: [(3, "1 2 3"), (4, "1 2 3 and 1 more")])
    func cut(count: Int, text: String) {
        #expect((1...count).map(String.init).cut(to: 3).joined(separator: " ") == text)
    }

    @Test("Of many imposers that were searched, the first are named")
    func searched() throws {
        var imposer = Imposer(label: "0")
        for number in 1..<20 { imposer = Imposer(parent: imposer, label: "\(number)") }
        let error = try #require(failure { () throws(ImposeError) in try imposer.tryInject(of: Int.self) })
        #expect(error.searched.count == 20)
        #expect(error.description.contains("private imposer \"8\" (0 registrations), and 8 more"))
        #expect(error.description.lines.allSatisfy { $0.count <= 120 })
    }

    @Test("A short path is one line, a long one has a line for each step", arguments: 1...11)
    func pathInLines(length: Int) throws {
        let steps = (1...length).map { "step \($0) of the path" }
        let path = try pathText(of: steps)
        let line = steps.map { "String named \"\($0)\"" }.joined(separator: " → ")
        #expect(path == (line.count <= 100 || length == 1 ? [line] : line.components(separatedBy: " → ")))
    }

    @Test("In the middle of a long path steps are counted only, and never a single one", arguments: [11, 12, 13, 40])
    func elided(length: Int) throws {
        let steps = (1...length).map { "step \($0) of the path" }
        let all = steps.map { "String named \"\($0)\"" }
        let path = try pathText(of: steps)
        #expect(path == (length == 11 ? all : all.prefix(4) + ["… \(length - 10) more …"] + all.suffix(6)))
    }

    /// The steps of the path in the text of an injection that goes through names and fails at the last one.
    private func pathText(of names: [String]) throws -> [String] {
        let imposer = Imposer(label: "pit")
        for (name, next) in zip(names, names.dropFirst()) {
            imposer.impose(for: String.self, named: InjectionName(name)) { [unowned imposer] () throws -> String in
                try imposer.tryInject(named: InjectionName(next))
            }
        }
        let error = try #require(
            failure { () throws(ImposeError) in try imposer.tryInject(of: String.self, named: InjectionName(names[0])) }
        )
        if names.count == 1 { return error.path.map(\.description) }
        let text = error.description
        let start = try #require(text.range(of: "  path       "))
        let end = try #require(text.range(of: "\n  started    "))
        return text[start.upperBound..<end.lowerBound].components(separatedBy: "\n             → ")
    }
}
