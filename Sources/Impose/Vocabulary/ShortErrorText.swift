/// What an error says.
package protocol ErrorText: Sendable {
    /// One sentence: the request and the problem.
    var headline: String { get }
    /// The whole text.
    var whole: String { get }
    /// The fixes, numbered; nil where nobody looked for any.
    var fixes: String? { get }
    /// The registrations in question, as far as somebody looked for them.
    var candidates: [ImposeError.Candidate] { get }
    /// The imposers that were searched, in order, as far as somebody noted them.
    var searched: [String] { get }

    /// The same text of an error that stands for further failures, with a sentence on each.
    func adding(_ others: [String]) -> any ErrorText
}

/// A text to live by where nobody inspects, of at most six lines: the sentence, the place, the path, the facts of its
/// kind, and how to be told more.
struct ShortErrorText: ErrorText {
    /// What follows the sentence, each with what it is.
    typealias Line = (label: String, text: String)

    /// The label of the line to type.
    static let fixLabel = "to fix it"
    let headline: String
    private var lines: [Line]
    /// For a longer list, this many elements are shown at each end.
    private static let shown = 3
    /// The width of the labels, with what is between them and the texts: that of long texts.
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
            let steps = Self.shortened(path.map { $0.description(in: names) }).joined(separator: " → ")
            lines.append(("path", "\(steps), from \(path[0].location)"))
        }
        lines += details
    }

    /// The elements, with a count in place of some in the middle. One takes no more room than its count.
    private static func shortened(_ elements: [String]) -> [String] {
        let hidden = elements.count - 2 * shown
        return hidden > 1 ? elements.prefix(shown) + ["… \(hidden) more …"] + elements.suffix(shown) : elements
    }

    var whole: String {
        let facts = lines.map { line in
            let margin = String(repeating: " ", count: Self.column - line.label.count)
            // Others have written what is thrown.
            let text = line.text.withoutUnknownContexts.split(whereSeparator: \.isNewline).joined(separator: " ")
            return "  \(line.label)\(margin)\(text)"
        }
        return ([headline] + facts + ["Link ImposeInspecting to be told more."]).joined(separator: "\n")
    }

    var fixes: String? { nil }

    var candidates: [ImposeError.Candidate] { [] }

    var searched: [String] { [] }

    /// More than one thing is to be mended then, and the sentences take the place of the line to type.
    func adding(_ others: [String]) -> any ErrorText {
        var text = self
        text.lines.removeAll { $0.label == Self.fixLabel }
        text.lines.append(("besides", Self.shortened(others).joined(separator: " ")))
        return text
    }
}
