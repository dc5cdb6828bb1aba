/// What an error says.
protocol ErrorText: Sendable {
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

/// A text to live by where nobody inspects: the sentence, the place and the path.
struct ShortErrorText: ErrorText {
    let headline: String
    /// The sentences that follow.
    private var more: [String]

    /// - Parameters:
    ///   - headline: One sentence: the request and the problem.
    ///   - facts: The error.
    ///   - names: Names for the types of the path.
    init(_ headline: String, _ facts: ImposeError.Facts, _ names: TypeNames) {
        self.headline = headline
        more = ["At \(facts.location)."]
        if facts.path.count > 1 {
            let steps = facts.path.map { $0.description(in: names) }
            more.append("Path: \(steps.joined(separator: " → ")).")
        }
        if let error = facts.underlyingError {
            let thrown = (error as? ImposeError)?.failureReason ?? "\(error)"
            more.append("Thrown: \(thrown.withoutUnknownContexts)")
        }
    }

    var whole: String { ([headline] + more).joined(separator: " ") }

    var fixes: String? { nil }

    var candidates: [ImposeError.Candidate] { [] }

    var searched: [String] { [] }

    func adding(_ others: [String]) -> any ErrorText {
        var text = self
        text.more += others
        return text
    }
}
