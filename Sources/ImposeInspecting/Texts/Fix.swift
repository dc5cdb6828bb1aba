/// A way to mend a failure: what to do, and the code to type for it, if there is any.
struct Fix: Equatable, ExpressibleByStringInterpolation {
    /// The instruction. Where code follows, it ends without a full stop.
    private let instruction: String
    private let code: String?

    init(_ instruction: String, _ code: String? = nil) {
        (self.instruction, self.code) = (instruction, code)
    }

    init(stringLiteral instruction: String) {
        self.init(instruction)
    }

    /// On one line, as part of a sentence: without a full stop.
    var inSentence: String {
        if let code { return "\(instruction): \(code)" }
        return instruction.hasSuffix(".") ? String(instruction.dropLast()) : instruction
    }

    /// The instruction; the code follows on a line of its own, with a margin.
    fileprivate var inFinding: String { code.map { "\(instruction):\n  \($0)" } ?? instruction }

    /// With the code on a line of its own that is never broken, so that it can be copied.
    ///
    /// - Parameter indent: The margin of all lines but the first, which is that far to the right already.
    func lines(indent: Int) -> String {
        guard let code else { return instruction.wrapped(after: indent, indent: indent) }
        let margin = String(repeating: " ", count: indent)
        return "\("\(instruction):".wrapped(after: indent, indent: indent))\n\(margin)\(code)"
    }
}

extension Sequence<Fix> {
    /// With a number each, and the code on lines of its own.
    func numbered(indent: Int) -> [String] {
        let margin = String(repeating: " ", count: indent)
        return enumerated().map { "\(margin)\($0.offset + 1). \($0.element.lines(indent: indent + 3))" }
    }

    /// As a finding has them: each begins a line, and so does its code.
    var inFinding: String { map(\.inFinding).joined(separator: "\n") }
}
