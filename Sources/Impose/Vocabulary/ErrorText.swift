/// The text of an error, for the person who reads it at three in the morning.
struct ErrorText {
    private let error: ImposeError
    private let names: TypeNames
    /// A list longer than this is cut.
    private static let longestList = 12
    /// The column in which the facts begin, behind their labels.
    private static let column = 13

    init(_ error: ImposeError) {
        self.error = error
        names = error.details.content.names
    }

    /// One sentence: the request and the problem.
    var headline: String {
        "Impose can't \(error.details.content.attempt): \(error.details.content.problem)."
    }

    /// The whole text, over several lines.
    var text: String {
        var lines = [headline.wrapped(indent: 0), ""]
        if let needing = error.details.content.needing {
            lines.append(fact("needed by", needing))
        } else {
            lines.append(fact(error.details.content.action, "at \(error.location)"))
        }
        if error.path.count > 1 {
            lines.append(fact("path", PathText(error, names).text))
            lines.append(fact("started", "at \(error.path[0].location)"))
        }
        if !error.searched.isEmpty {
            lines.append(fact("searched", error.searched.cut(to: Self.longestList).joined(separator: ", ")))
        }
        if let underlyingError = error.underlyingError {
            let thrown = (underlyingError as? ImposeError)?.failureReason ?? "\(underlyingError)"
            lines.append(fact("thrown", thrown.withoutUnknownContexts))
        }
        for other in error.details.content.others { lines.append(fact("besides", other)) }
        lines += links + candidates
        if let conforming = error.details.content.conforming {
            lines += ["", "  \(conforming.wrapped(after: 2, indent: 4))"]
        }
        if !error.details.content.fixes.isEmpty { lines += ["", "  \(instruction):", fixes] }
        return lines.joined(separator: "\n")
    }

    /// The numbered fixes.
    var fixes: String {
        error.details.content.fixes.enumerated()
            .map { "    \($0.offset + 1). \($0.element.wrapped(after: 7, indent: 7))" }
            .joined(separator: "\n")
    }

    /// A circle is cut in one place.
    private var instruction: String {
        guard error.kind == .circular else { return "To fix it" }
        let count = error.details.content.fixes.count
        return "To fix it, one of these \(count == 3 ? "three" : "\(count)")"
    }

    private var links: [String] {
        let links = error.details.content.links
        if links.isEmpty { return [] }
        return ["", "  The circle:"]
            + links.cut(to: Self.longestList).map { "    - \($0.wrapped(after: 6, indent: 6))" }
    }

    private func fact(_ label: String, _ text: String) -> String {
        let margin = String(repeating: " ", count: Self.column - 2 - label.count)
        return "  \(label)\(margin)\(text.wrapped(after: Self.column, indent: Self.column))"
    }

    private var candidates: [String] {
        guard !error.candidates.isEmpty else { return [] }
        return ["", error.kind == .ambiguous ? "  Tied:" : "  Near misses:"]
            + error.candidates.map(line).cut(to: Self.longestList)
            .map { "    - \($0.wrapped(after: 6, indent: 6))" }
    }

    private func line(for candidate: ImposeError.Candidate) -> String {
        let line = candidate.description(in: names)
        return candidate.note.map { "\(line)\n\($0)" } ?? line
    }
}

/// The path of an error: on one line if it fits, otherwise with a line for each step.
private struct PathText {
    private let error: ImposeError
    private let steps: [String]
    /// A single line up to this long is read at a glance.
    private static let longestLine = 100
    /// For a longer path, this many steps are shown at each end.
    private static let (shownFirst, shownLast) = (4, 6)

    init(_ error: ImposeError, _ names: TypeNames) {
        self.error = error
        steps = error.path.map { $0.description(in: names) }
    }

    var text: String {
        let line = steps.joined(separator: " → ")
        return line.count <= Self.longestLine ? line : lines.joined(separator: "\n→ ")
    }

    /// The steps, with a count in place of some in the middle.
    private var lines: [String] {
        var lines: [String] = []
        var hidden: [String] = []
        for (index, step) in steps.enumerated() {
            guard isShown(index) else {
                hidden.append(step)
                continue
            }
            lines += Self.elided(hidden) + [step]
            hidden = []
        }
        return lines
    }

    /// Shows a single step: it takes no more room than the note that it is left out.
    private static func elided(_ steps: [String]) -> [String] {
        steps.count > 1 ? ["… \(steps.count) more …"] : steps
    }

    private func isShown(_ index: Int) -> Bool {
        index < Self.shownFirst || index >= steps.count - Self.shownLast || index == startOfCircle
    }

    /// The index at which a cycle begins that the last step closes.
    private var startOfCircle: Int? {
        guard error.kind == .circular, let last = error.path.last else { return nil }
        return error.path.firstIndex { $0.isSameRegistration(as: last) }
    }
}

extension ImposeError.Step {
    /// Whether both are answered by one registration.
    func isSameRegistration(as other: Self) -> Bool {
        (registeredType ?? type) == (other.registeredType ?? other.type) && name == other.name
    }
}
