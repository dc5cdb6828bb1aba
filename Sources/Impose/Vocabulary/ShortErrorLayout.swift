/// The text of an error in a program without `ImposeInspecting`. It has at most six lines: the headline, the place, the
/// path, at most two details, and how to be told more.
struct ShortErrorLayout: ErrorText {
    /// A line below the headline, with its label.
    typealias Line = (label: String, text: String)

    /// The label of the line that shows the code to write.
    static let fixLabel = "to fix it"
    let headline: String
    private var lines: [Line]
    /// For a longer list, this many elements are shown at each end.
    private static let shown = 3
    /// The column at which the texts begin, the same as in the long texts.
    private static let column = 11

    /// - Parameters:
    ///   - headline: One sentence: the request and the problem.
    ///   - place: The place of the request.
    ///   - path: The path of the error.
    ///   - details: At most two facts of the kind.
    ///   - names: Names for the types of the path.
    init(_ headline: String, _ place: Line, _ path: [ImposeError.Step], _ details: [Line], _ names: TypeNames) {
        self.headline = headline
        lines = [place]
        if path.count > 1 {
            let steps = path.map { $0.description(in: names) }.shortened(toFirst: Self.shown, last: Self.shown)
            lines.append(("path", "\(steps.joined(separator: " → ")), from \(path[0].location)"))
        }
        lines += details
    }

    var whole: String {
        let facts = lines.map { line in
            let margin = String(repeating: " ", count: Self.column - line.label.count)
            // A detail may be the description of a user's error, which can have several lines.
            let text = line.text.withoutUnknownContexts.split(whereSeparator: \.isNewline).joined(separator: " ")
            return "  \(line.label)\(margin)\(text)"
        }
        return ([headline] + facts + ["Link ImposeInspecting to be told more."]).joined(separator: "\n")
    }

    var fixes: String? { nil }

    var candidates: [ImposeError.Candidate] { [] }

    var searched: [String] { [] }

    /// Adds the other failures. They take the place of the line with the fix, which would mend only one failure.
    func adding(_ others: [String]) -> any ErrorText {
        var text = self
        text.lines.removeAll { $0.label == Self.fixLabel }
        text.lines.append(("besides", others.shortened(toFirst: Self.shown, last: Self.shown).joined(separator: " ")))
        return text
    }
}

extension [String] {
    /// The elements, with a count in place of those in the middle. It never hides a single one: the count would be as
    /// long.
    package func shortened(toFirst first: Int, last: Int) -> [String] {
        let hidden = count - first - last
        return hidden > 1 ? prefix(first) + ["… \(hidden) more …"] + suffix(last) : self
    }
}
