internal import Impose

/// The long text of an error, for the person who reads it at three in the morning.
struct ErrorReport: ErrorText {
    let headline: String
    /// The problem, one sentence without the type.
    let problem: String
    /// The first is the most likely.
    let fixList: [Fix]
    /// What is known besides, each fact with its label.
    private var facts: [(label: String, text: String)] = []
    /// The lists at the end, each with its title.
    private var lists: [(title: String, items: [String])] = []
    /// Paragraphs at the end: that a conforming type is imposed for another protocol, and the types that conform.
    private let notes: [String]
    let candidates: [ImposeError.Candidate]
    let searched: [String]
    /// The actor, other than the main one, without which the provider can't be called.
    let actor: String?
    let subject: TestRun.Subject
    /// A list longer than this is cut.
    private static let longestList = 12
    /// The column in which the facts begin, behind their labels.
    private static let column = 13

    init(_ failed: FailedRequest) {
        let (request, error) = (failed.request, failed.facts)
        let diagnosis = Diagnosis(failed.failure, request, error.path)
        // The calling thread may be building what answers the request already.
        let needing = request.dependent(isOnPath: error.path.count == Seam.underWay.count)
        let (candidates, areSaid) = diagnosis.candidates
        let types = [request.type] + error.path.flatMap(\.types) + failed.types + diagnosis.types
        let registered = [needing?.type, failed.failure.registration?.type].compactMap { $0 }
        let names = TypeNames(types + candidates.map(\.type) + registered)
        let action: String
        (headline, problem, action) = failed.sentences(saying: diagnosis.problem(names), names)
        (self.candidates, searched) = (candidates, diagnosis.searched)
        (fixList, notes) = (diagnosis.fixes(names), diagnosis.notes(names))
        subject = TestRun.Subject(failed.failure)
        if case .isolation(_, let actor) = failed.failure, actor !== MainActor.shared {
            self.actor = "\(type(of: actor))"
        } else {
            actor = nil
        }
        let links = error.links(names)
        // A place that was said already is not said again.
        if let needing {
            let place = isSaid(needing.location) ? "" : ", registered at \(needing.location)"
            if links.isEmpty { facts.append(("needed by", "\(names.key(needing.type, needing.key.name))\(place)")) }
        } else if !isSaid(error.location) {
            facts.append((action, "at \(error.location)"))
        }
        if error.path.count > 1 {
            // If the whole path is the cycle, the list of its links says it all.
            if error.startOfCycle != 0 { facts.append(("path", error.pathText(names))) }
            facts.append(("started", "at \(error.path[0].location)"))
        }
        if !searched.isEmpty { facts.append(("searched", searched.cut(to: Self.longestList).joined(separator: ", "))) }
        if let thrown = error.underlyingError {
            let reason = (thrown as? ImposeError)?.failureReason ?? "\(thrown)"
            facts.append(("thrown", reason.withoutUnknownContexts))
        }
        let listed: [String] = (areSaid ? [] : candidates).map { candidate in
            let line = candidate.description(in: names)
            return candidate.note.map { "\(line)\n\($0)" } ?? line
        }
        lists = [("The cycle", links), (error.kind == .ambiguous ? "Tied" : "Near misses", listed)]
    }

    func adding(_ others: [String]) -> any ErrorText {
        var report = self
        report.facts += others.map { ("besides", $0) }
        return report
    }

    var whole: String {
        // The first line is never broken: it is what a debugger shows and a search finds, and where the error stops the
        // program, the runtime puts a place of any length in front.
        var lines = [headline, ""]
        if let fixes, !fixes.isEmpty { lines += ["  To fix it:", fixes, ""] }
        for (label, text) in facts {
            let margin = String(repeating: " ", count: Self.column - 2 - label.count)
            lines.append("  \(label)\(margin)\(text.wrapped(after: Self.column, indent: Self.column))")
        }
        for (title, items) in lists where !items.isEmpty {
            lines += ["", "  \(title):"]
            lines += items.cut(to: Self.longestList).map { "    - \($0.wrapped(after: 6, indent: 6))" }
        }
        for note in notes { lines += ["", "  \(note.wrapped(after: 2, indent: 4))"] }
        // Without facts, lists and notes, the text ends with the headline or the fixes.
        while lines.last == "" { lines.removeLast() }
        return lines.joined(separator: "\n")
    }

    /// Whether the headline or a fix has a place.
    private func isSaid(_ place: Location) -> Bool {
        let text = "\(headline)\n\(fixes ?? "")"
        // `:12` is also the beginning of `:123`.
        return text.firstRange(of: "\(place)").map { !(text[$0.upperBound...].first?.isNumber ?? false) } ?? false
    }

    var fixes: String? { fixList.numbered(indent: 4) }
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
        let last = Seam.underWay.dropLast(isOnPath ? 1 : 0).last?.registration
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
        return steps.shortened(toFirst: Self.shownFirst, last: Self.shownLast).joined(separator: "\n→ ")
    }

    /// The index of the step at which the cycle begins; nil for errors of other kinds.
    fileprivate var startOfCycle: Int? { kind == .circular ? path.startOfCycle : nil }

    /// The links of a cycle, with the line of each.
    fileprivate func links(_ names: TypeNames) -> [String] {
        guard let start = startOfCycle else { return [] }
        return zip(path[start...], path[(start + 1)...]).map { needing, needed in
            let needing = names.key(needing.registeredType ?? needing.type, needing.name)
            return "\(needing) needs \(names.key(needed.type, needed.name)), at \(needed.location)"
        }
    }
}

extension [ImposeError.Step] {
    /// The index of the first step that the last one's registration answers, too.
    var startOfCycle: Int? {
        guard let last else { return nil }
        return firstIndex { step in
            (step.registeredType ?? step.type) == (last.registeredType ?? last.type) && step.name == last.name
        }
    }
}
