/// The text of an error, for the person who reads it at three in the morning.
struct ErrorText {
    private let error: ImposeError
    private let names: TypeNames
    /// A list longer than this is cut.
    private static let longestList = 12

    init(_ error: ImposeError) {
        self.error = error
        names = error.details.content.names
    }

    /// One sentence: what was asked for and what is wrong.
    var headline: String {
        "Impose can't \(error.details.content.attempt): \(error.details.content.problem)."
    }

    /// Everything, over several lines.
    var text: String {
        var lines = [headline, ""]
        lines.append("  asked for  at \(error.place)")
        if error.path.count > 1 {
            lines.append("  path       \(path)")
            lines.append("  begun      at \(error.path[0].place)")
        }
        if !error.searched.isEmpty { lines.append("  searched   \(error.searched.joined(separator: ", "))") }
        if let underlyingError = error.underlyingError { lines.append("  thrown     \("\(underlyingError)".withoutUnknownContexts)") }
        lines += candidates
        if !error.details.content.fixes.isEmpty { lines += ["", "  To fix it:", fixes] }
        return lines.joined(separator: "\n")
    }

    /// The numbered fixes.
    var fixes: String {
        error.details.content.fixes.enumerated().map { "    \($0.offset + 1). \($0.element)" }.joined(separator: "\n")
    }

    private var path: String {
        error.path.map { $0.description(in: names) }.joined(separator: " → ")
    }

    private var candidates: [String] {
        guard !error.candidates.isEmpty else { return [] }
        var lines = ["", error.kind == .ambiguous ? "  Tied:" : "  Near misses:"]
        lines += error.candidates.prefix(Self.longestList).map { "    - \(line(for: $0))" }
        let rest = error.candidates.count - Self.longestList
        if rest > 0 { lines.append("    - and \(rest) more") }
        return lines
    }

    private func line(for candidate: ImposeError.Candidate) -> String {
        var facts: [String] = []
        if let distance = candidate.distance { facts.append(distance == 1 ? "1 step" : "\(distance) steps") }
        facts += ["in \(candidate.imposer)", "\(candidate.option)", "at \(candidate.place)"]
        let line = "\(names.key(candidate.type, candidate.name)): \(facts.joined(separator: ", "))"
        return candidate.note.map { "\(line)\n      \($0)" } ?? line
    }
}
