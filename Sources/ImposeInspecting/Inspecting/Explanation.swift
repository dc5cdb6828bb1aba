// `explain`, and what it returns.

public import Impose

extension Imposer {
    /// Explains which registration answers a request that starts at this imposer, and why. Makes no instance.
    ///
    /// ```swift
    /// print(imposer.explain(Gateway.self))
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type that the injection would ask for.
    ///   - name: The name that it would ask for.
    ///   - rules: The choice among compatible registrations if nothing is imposed for exactly this type.
    ///   - fileID: The file of the module whose types are suggested first if nothing answers; the caller's by default.
    ///   - line: The line in that file; the caller's by default.
    /// - Returns: The candidates, ranked, each with the reason why it is chosen or not. Its description is a table.
    public func explain<T>(
        _ type: T.Type,
        named name: InjectionName? = nil,
        ifNoMatchUse rules: InjectionRules = .nearest,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Explanation {
        let request = Request(type, named: name, rules: rules, at: Location(fileID: fileID, line: line))
        return Explainer(request, from: Seam.origin(ofCallOf: self)).explanation
    }

    /// Explains which registration answers a request that starts at an imposer of the directory. Makes no instance.
    ///
    /// ```swift
    /// print(Imposer.explain(Gateway.self, ifNoMatchUse: .furthest))
    /// ```
    ///
    /// The search starts at `imposerType`. Everything else is as in
    /// ``Imposer/explain(_:named:ifNoMatchUse:fileID:line:)``.
    public static func explain<T>(
        _ type: T.Type,
        from imposerType: ImposerType = .primary,
        named name: InjectionName? = nil,
        ifNoMatchUse rules: InjectionRules = .nearest,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Explanation {
        imposer(for: imposerType).explain(type, named: name, ifNoMatchUse: rules, fileID: fileID, line: line)
    }
}

extension Imposer {
    /// The reasons why a request gets the instance that it gets. Made by
    /// ``Imposer/explain(_:named:ifNoMatchUse:fileID:line:)``, without making any instance.
    ///
    /// ```swift
    /// print(Imposer.explain(Gateway.self))
    /// ```
    public struct Explanation: Sendable, CustomStringConvertible {
        /// A registration that might have answered.
        package struct Candidate: Sendable {
            /// The registration: type, name, imposer, option and place.
            package let registration: RegistrationInfo
            /// The steps up to the requested type; nil if only its instance would tell.
            package let distance: Int?
            /// Whether an injection gets its instance.
            package let isChosen: Bool
            /// The reason why it is chosen, or why not.
            package let reason: String
        }

        /// The outcome of an injection.
        public enum Outcome: Sendable {
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

        /// The outcome of an injection.
        public let outcome: Outcome
        /// All compatible registrations, under any name, in the order of the search and nearest first; for a castable
        /// rule also the ones whose instances would have to be made.
        package let candidates: [Candidate]
        /// The registrations from the chosen one down to one whose provider is asynchronous, if an injection needs that
        /// one's instance and it does not exist: `inject()` fails then, and `injectAsync()` awaits it. Empty if nothing
        /// has to be awaited.
        public let awaited: [RegistrationInfo]
        /// A sentence and a table.
        public let description: String

        /// The candidate whose instance an injection gets.
        package var chosen: Candidate? { candidates.first(where: \.isChosen) }
    }
}

extension Imposer.Explanation.Candidate: CustomStringConvertible {
    /// The registration, its distance, and why it is chosen or not.
    package var description: String {
        "\(registration)\(distance.map { ", \($0.steps) away" } ?? ""): \(reason)"
    }
}
