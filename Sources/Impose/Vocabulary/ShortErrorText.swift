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

/// A text to live by where nobody inspects: the sentence, the facts of its kind, the places and the path, on a line or two.
struct ShortErrorText: ErrorText {
    let headline: String
    /// The sentences that follow.
    private var more: [String]
    /// For a longer path, this many steps are shown at each end.
    private static let shown = 3

    /// - Parameters:
    ///   - headline: One sentence: the request and the problem.
    ///   - action: The action at the location: "requested".
    ///   - details: Sentences on facts of the kind.
    ///   - facts: The error.
    ///   - names: Names for the types of the path.
    init(_ headline: String, _ action: String, _ details: [String], _ facts: ImposeError.Facts, _ names: TypeNames) {
        self.headline = headline
        more = details + ["\(action.prefix(1).uppercased())\(action.dropFirst()) at \(facts.location)."]
        if facts.path.count > 1 {
            let steps = Self.shortened(facts.path.map { $0.description(in: names) }).joined(separator: " → ")
            // The location is the one of a parameter, mostly: nobody sees there who began.
            let start = facts.path[0].location
            more.append(start == facts.location ? "Path: \(steps)." : "Path, from \(start): \(steps).")
        }
        if let error = facts.underlyingError {
            let thrown = (error as? ImposeError)?.failureReason ?? "\(error)"
            let isSentence = thrown.last.map { ".!?".contains($0) } ?? false
            more.append("Thrown: \(thrown.withoutUnknownContexts)\(isSentence ? "" : ".")")
        }
    }

    /// The steps, with a count in place of some in the middle. One takes no more room than its count.
    private static func shortened(_ steps: [String]) -> [String] {
        let hidden = steps.count - 2 * shown
        return hidden > 1 ? steps.prefix(shown) + ["… \(hidden) more …"] + steps.suffix(shown) : steps
    }

    var whole: String { ([headline] + more).joined(separator: " ") }

    var fixes: String? { nil }

    var candidates: [ImposeError.Candidate] { [] }

    var searched: [String] { [] }

    func adding(_ others: [String]) -> any ErrorText {
        var text = self
        text.more += others.map { "Besides: \($0)" }
        return text
    }
}
