internal import Impose

/// The long text of an error, for the person who reads it at three in the morning.
struct ErrorReport: ErrorText {
    private let facts: ImposeError.Facts
    private let names: TypeNames
    let headline: String
    /// The problem, one sentence without the type.
    let problem: String
    /// The action at the location: "requested", "stored", "disposed" or "shut down".
    private let action: String
    /// For a provider's parameter: what needs it, and where that was registered.
    private let needing: RegistrationFacts?
    let candidates: [ImposeError.Candidate]
    private let hasSaidCandidates: Bool
    let searched: [String]
    /// For a cycle: its links, with the line of each.
    private let links: [String]
    /// What to know besides: a line that imposes for another type what conforms to the missing one, and the types of
    /// the program that could be imposed.
    private let notes: [String]
    /// The fixes; the first is the most likely.
    let fixList: [Fix]
    /// Further failures, a sentence each.
    private var others: [String] = []
    /// The actor, other than the main one, without which the provider can't be called.
    let actor: String?
    let subject: TestRun.Subject
    /// A list longer than this is cut.
    private static let longestList = 12
    /// The column in which the facts begin, behind their labels.
    private static let column = 13

    init(_ failed: FailedRequest) {
        let (request, facts) = (failed.request, failed.facts)
        let advice = failed.failure.advice(for: request, facts)
        // The calling thread may be building what answers the request already.
        let needing = request.dependent(isOnPath: facts.path.count == Seam.underway.count)
        var types = [request.type] + facts.path.flatMap(\.types) + failed.types
        types += advice.candidates.map(\.type) + advice.mentioned
        if let needing { types.append(needing.type) }
        names = TypeNames(types)
        self.facts = facts
        (headline, problem, action) = failed.sentences(saying: advice.problem(names), names)
        self.needing = needing
        notes = [advice.imposedAs(names), advice.conforming?.text(names)].compactMap { $0 }
        (candidates, hasSaidCandidates) = (advice.candidates, advice.hasSaidCandidates)
        searched = advice.searched
        links = facts.links(names)
        fixList = advice.fixes(names)
        actor = advice.actor
        subject = TestRun.Subject(failed.failure)
    }

    func adding(_ others: [String]) -> any ErrorText {
        var report = self
        report.others = others
        return report
    }

    var whole: String {
        // The first line is never broken: it is what a debugger shows and a search finds, and where the error stops the
        // program, the runtime puts a place of any length in front.
        var lines = [headline, ""]
        if !fixList.isEmpty { lines += ["  To fix it:", numberedFixes, ""] }
        // A place that was said already is not said again.
        if let needing {
            let place = isSaid(needing.location) ? "" : ", registered at \(needing.location)"
            if links.isEmpty { lines.append(fact("needed by", "\(names.key(needing.type, needing.key.name))\(place)")) }
        } else if !isSaid(facts.location) {
            lines.append(fact(action, "at \(facts.location)"))
        }
        if facts.path.count > 1 {
            // The path of a cycle may be nothing but that.
            if facts.startOfCycle != 0 { lines.append(fact("path", facts.pathText(names))) }
            lines.append(fact("started", "at \(facts.path[0].location)"))
        }
        if !searched.isEmpty {
            lines.append(fact("searched", searched.cut(to: Self.longestList).joined(separator: ", ")))
        }
        if let underlyingError = facts.underlyingError {
            let thrown = (underlyingError as? ImposeError)?.failureReason ?? "\(underlyingError)"
            lines.append(fact("thrown", thrown.withoutUnknownContexts))
        }
        for other in others { lines.append(fact("besides", other)) }
        lines += Self.list("The cycle", links)
        if !hasSaidCandidates {
            lines += Self.list(facts.kind == .ambiguous ? "Tied" : "Near misses", candidates.map(line))
        }
        for note in notes { lines += ["", "  \(note.wrapped(after: 2, indent: 4))"] }
        // Nothing may be left to say.
        while lines.last == "" { lines.removeLast() }
        return lines.joined(separator: "\n")
    }

    /// Whether the lines above have a place.
    private func isSaid(_ place: Location) -> Bool {
        let text = "\(headline)\n\(numberedFixes)"
        // A longer number begins the same.
        return text.firstRange(of: "\(place)").map { !(text[$0.upperBound...].first?.isNumber ?? false) } ?? false
    }

    var fixes: String? { numberedFixes }

    private var numberedFixes: String { fixList.numbered(indent: 4) }

    private func fact(_ label: String, _ text: String) -> String {
        let margin = String(repeating: " ", count: Self.column - 2 - label.count)
        return "  \(label)\(margin)\(text.wrapped(after: Self.column, indent: Self.column))"
    }

    private static func list(_ title: String, _ items: [String]) -> [String] {
        if items.isEmpty { return [] }
        return ["", "  \(title):"] + items.cut(to: longestList).map { "    - \($0.wrapped(after: 6, indent: 6))" }
    }

    private func line(for candidate: ImposeError.Candidate) -> String {
        let line = candidate.description(in: names)
        return candidate.note.map { "\(line)\n\($0)" } ?? line
    }
}

extension ImposeError {
    /// The long text; nil where the error was made without one.
    var report: ErrorReport? { storage.text as? ErrorReport }
}

extension Request {
    /// The registration whose provider has the request as a parameter; nil for other requests.
    ///
    /// - Parameter isOnPath: Whether what answers the request is being built already.
    func dependent(isOnPath: Bool = false) -> RegistrationFacts? {
        let last = Seam.underway.dropLast(isOnPath ? 1 : 0).last?.registration
        return last?.location == location ? last : nil
    }
}

extension ImposeError.Facts {
    /// A single line up to this long is read at a glance.
    private static let longestLine = 100
    /// For a longer path, this many steps are shown at each end.
    private static let (shownFirst, shownLast) = (4, 6)

    /// The path: on one line if it fits, otherwise a line for each step, with a count in place of some in the middle.
    fileprivate func pathText(_ names: TypeNames) -> String {
        let steps = path.map { $0.description(in: names) }
        let line = steps.joined(separator: " → ")
        if line.count <= Self.longestLine { return line }
        var lines: [String] = []
        var hidden: [String] = []
        for (index, step) in steps.enumerated() {
            guard index < Self.shownFirst || index >= steps.count - Self.shownLast || index == startOfCycle else {
                hidden.append(step)
                continue
            }
            // A single step takes no more room than the note that it is left out.
            lines += (hidden.count > 1 ? ["… \(hidden.count) more …"] : hidden) + [step]
            hidden = []
        }
        return lines.joined(separator: "\n→ ")
    }

    /// The index at which a cycle begins that the last step closes; nil for other errors.
    fileprivate var startOfCycle: Int? {
        guard kind == .circular, let last = path.last else { return nil }
        return path.firstIndex { $0.isSameRegistration(as: last) }
    }

    /// The links of a cycle, with the line of each.
    fileprivate func links(_ names: TypeNames) -> [String] {
        guard let start = startOfCycle else { return [] }
        return zip(path[start...], path[(start + 1)...]).map { needing, needed in
            let needing = names.key(needing.registeredType ?? needing.type, needing.name)
            return "\(needing) needs \(names.key(needed.type, needed.name)), at \(needed.location)"
        }
    }
}

extension ImposeError.Step {
    /// Whether both are answered by one registration.
    func isSameRegistration(as other: Self) -> Bool {
        (registeredType ?? type) == (other.registeredType ?? other.type) && name == other.name
    }
}
