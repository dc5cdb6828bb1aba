// What `explain` returns, and its text.

public import Impose

extension Imposer {
    /// The reasons why a request gets the instance that it gets. Made by
    /// ``Imposer/explain(_:named:ifNoMatchUse:fileID:line:)``, without making any instance.
    ///
    /// ```swift
    /// print(Imposer.explain(Gateway.self))
    /// ```
    public struct Explanation: Sendable {
        /// A registration that might have answered.
        public struct Candidate: Sendable {
            /// The registration: type, name, imposer, option and place.
            public let registration: RegistrationInfo
            /// The steps up to the requested type; nil if only its instance would tell.
            public let distance: Int?
            /// Whether an injection gets its instance.
            package let isChosen: Bool
            /// The reason why it is chosen, or why not.
            public let reason: String
        }

        /// A value that scopes are expected to be given, and that would answer in them.
        package struct Expected: Sendable {
            /// The expectation: type, name, scopes and place.
            package let expectation: ExpectationInfo
            /// Whether such a scope encloses the injection.
            package let isInScope: Bool
            /// Whether that scope has the value, or something else that answers.
            package let isGiven: Bool
        }

        /// Something that the provider of the chosen registration needs, or one that this leads to, and that nothing
        /// answers, or several registrations equally well: an injection fails.
        package struct Lack: Sendable {
            /// The registrations from the chosen one down to the one whose provider needs it.
            package let path: [RegistrationInfo]
            /// The type that it needs.
            package let type: any Any.Type
            /// The name that it needs it under.
            package let name: InjectionName?
            /// The registrations that answer equally well; empty if nothing is imposed.
            package let tied: [RegistrationInfo]
        }

        /// The outcome of an injection.
        public enum Outcome: String, Hashable, Sendable {
            /// It gets the instance of one of the candidates, if that can be made.
            case chosen
            /// It fails, since nothing is imposed that answers it.
            case missing
            /// It gets nil, since nothing is imposed that answers it and the type is an optional one.
            case absent
            /// It fails, since several registrations answer it equally well.
            case ambiguous
            /// It makes instances to see which of them can be cast.
            case undecided
            /// It fails, since an imposer that it searches, or the scope that would keep the instance, was disposed of; or
            /// since the instance is not there, and what would keep it was shut down.
            case disposed
            /// It fails, since no scope of the name that would have to keep the instance encloses it.
            case noScope
        }

        /// The type that would be asked for.
        package let requested: any Any.Type
        /// The name that it would be asked for under.
        package let name: InjectionName?
        /// The rule for the case that nothing is imposed for exactly this type.
        package let rules: InjectionRules
        /// The outcome of an injection.
        public let outcome: Outcome
        /// All compatible registrations, under any name, in the order of the search and nearest first; for a castable
        /// rule also the ones whose instances would have to be made.
        public let candidates: [Candidate]
        /// The registrations from the chosen one down to one whose provider is asynchronous, if an injection needs that
        /// one's instance and it does not exist: `inject()` fails then, and `injectAsync()` awaits it. Empty if nothing
        /// has to be awaited.
        public let awaited: [RegistrationInfo]
        /// Something that the chosen one's instance can't be made without, and that is missing; nil if nothing is known to be.
        package let lack: Lack?
        /// The values that scopes are given according to `Imposer.expectGiven(_:in:)`,
        /// and that would answer in them, whether such a scope is running or not.
        package let expected: [Expected]
        /// The imposers that are searched, in order.
        public let searched: [String]
        /// If nothing is imposed that answers: at most three types of the program that conform to the requested one.
        /// The calling module's come first, and types that can be named in other files come before private ones.
        package var conforming: [any Any.Type] { conformingTypes?.types ?? [] }
        let conformingTypes: ConformingTypes?
        /// Why no scope keeps it or nothing is imposed, where more is known than that.
        let cause: String?
        /// What to type, if an injection fails, or if another registration was meant to answer.
        let fixes: [Fix]

        /// The candidate whose instance an injection gets.
        public var chosen: Candidate? { candidates.first(where: \.isChosen) }
    }
}

extension Imposer.Explanation: CustomStringConvertible {
    /// A sentence and a table.
    public var description: String {
        let types =
            candidates.map(\.registration.type) + awaited.map(\.type) + expected.map(\.expectation.type) + conforming
            + (lack.map { $0.path.map(\.type) + [$0.type] + $0.tied.map(\.type) } ?? [])
        let names = TypeNames([requested] + types)
        let rows = candidates.map { candidate in
            [
                candidate.isChosen ? "→" : "",
                names.key(candidate.registration.type, candidate.registration.name),
                candidate.distance.map { "\($0)" } ?? "?",
                candidate.registration.imposer,
                candidate.registration.lifetime,
                "\(candidate.registration.location)",
                candidate.reason,
            ]
        }
        let rule = rules == .nearest ? "" : ", .\(rules.identifier)"
        var lines = ["\(names.key(requested, name))\(rule): \(sentence(names))"]
        lines.append("searched: \(searched.joined(separator: ", "))")
        lines += expected.map { "expected: \($0.description(in: names))" }
        if !rows.isEmpty {
            lines += [""] + table([["", "type", "steps", "imposer", "option", "place", "why"]] + rows)
        }
        if let conforming = conformingTypes?.text(names) { lines += ["", conforming] }
        let heading =
            switch outcome {
            case .absent: "If it should not be nil:"
            case .chosen where lack == nil: "If another one should answer:"
            default: "To fix it:"
            }
        if !fixes.isEmpty { lines += ["", heading, fixes.numbered(indent: 2)] }
        return lines.joined(separator: "\n")
    }

    private func sentence(_ names: TypeNames) -> String {
        switch outcome {
        case .chosen:
            chosen.map { "answered by \(key($0.registration, names))\(lacking(names) ?? awaiting(names))" } ?? ""
        case .missing: "\(cause ?? Failure.nothing); an injection fails"
        case .absent: "\(cause ?? Failure.nothing); an injection gets nil"
        case .ambiguous: "several are equally far; an injection fails"
        case .undecided: "an injection makes instances to see which can be cast"
        case .disposed: "an imposer or a scope that it needs was disposed of or shut down; an injection fails"
        case .noScope: cause.map { "\($0)." } ?? "no scope that is to keep it encloses the injection, which fails"
        }
    }

    private func lacking(_ names: TypeNames) -> String? {
        lack.map { lack in
            let needed = names.key(lack.type, lack.name)
            let way = (lack.path.map { key($0, names) } + [needed]).joined(separator: " → ")
            let tied = lack.tied.map { "\(key($0, names)) (\($0.location))" }
            let problem =
                tied.isEmpty
                ? "not imposed\(cause.map { ": \($0)" } ?? "")"
                : "ambiguous between \(tied.cut(to: 3).joined(separator: " and "))"
            return ", which can't be made: \(needed) is \(problem)"
                + (lack.path.count == 1 ? "" : ", which it needs: \(way)")
        }
    }

    private func awaiting(_ names: TypeNames) -> String {
        if awaited.isEmpty { return "" }
        let way = awaited.count == 1 ? "" : ": \(awaited.map { key($0, names) }.joined(separator: " → "))"
        return ", which needs to be awaited\(way)"
    }

    private func key(_ registration: Imposer.RegistrationInfo, _ names: TypeNames) -> String {
        names.key(registration.type, registration.name)
    }
}

extension Imposer.Explanation.Candidate: CustomStringConvertible {
    /// The registration, its distance, and why it is chosen or not.
    public var description: String {
        "\(registration)\(distance.map { ", \($0.steps) away" } ?? ""): \(reason)"
    }
}

extension Imposer.Explanation.Expected {
    /// The expectation, and whether it was met.
    fileprivate func description(in names: TypeNames) -> String {
        let state =
            isGiven
            ? "this one has it"
            : isInScope
                ? "this one has not been given it" : "none of them encloses the injection"
        return "\(expectation.description(in: names)): \(state)"
    }
}

/// Rows of texts in columns, a line for each.
private func table(_ rows: [[String]]) -> [String] {
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
        let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
        return String(cells.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
    }
}

extension InjectionRules {
    /// The name of the case, which a build may leave out of the program.
    var identifier: String { (prefersNear ? "nearest" : "furthest") + (allowsCasting ? "AndCastable" : "") }
}
