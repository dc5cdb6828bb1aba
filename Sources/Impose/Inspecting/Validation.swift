public import Foundation

extension Imposer {
    /// What `Imposer.validate` has found.
    ///
    /// ```swift
    /// print(Imposer.validate())
    /// try Imposer.validate().orThrow()
    /// ```
    public struct Validation: Sendable {
        /// How much a finding matters.
        public enum Severity: Int, Hashable, Sendable, Comparable, CaseIterable {
            /// Worth knowing.
            case note
            /// It works, but most likely not as intended.
            case warning
            /// An injection fails.
            case error

            /// Notes come before warnings, and these before errors.
            public static func < (one: Severity, other: Severity) -> Bool { one.rawValue < other.rawValue }
        }

        /// What kind of finding it is.
        public enum Kind: Hashable, Sendable {
            /// A provider or a stored wrapper needs something that is not imposed.
            case missing
            /// A provider needs something that several registrations answer equally well.
            case ambiguous
            /// Providers need each other's instances.
            case circular
            /// What is kept holds something that is meant to be shorter-lived.
            case captive
            /// A registration has taken the place of another one.
            case replaced
            /// No injection from where one usually starts gets this registration's instance.
            case unreachable
            /// A lifetime that holds weakly, for values.
            case weakValue
            /// It, or what it needs, is made asynchronously: `inject()` fails until it was made by those who await it.
            case asynchronous
            /// A kept instance is shared between threads, and its type is not `Sendable`.
            case notSendable
            /// A provider without parameters, or with one of type `Imposer`: what it injects can't be seen without building.
            case opaque
            /// Stored wrappers of which nobody can say what they inject: those whose type depends on generic parameters, and
            /// those of modules that were compiled without reflection metadata.
            case notChecked
            /// Building it failed otherwise: its provider threw, for example. Only found by building.
            case failed
            /// It could not be built here: on another actor, without awaiting it, or without arguments. Only found by building.
            case notBuilt
        }

        /// One thing that was found.
        public struct Finding: Sendable {
            /// What kind of finding it is.
            public let kind: Kind
            /// How much it matters.
            public internal(set) var severity: Severity
            /// The registration that it is about; nil if it is about stored wrappers.
            public let registration: RegistrationInfo?
            /// The property that it is about, if it is about a stored wrapper.
            public let property: StoredProperty?
            /// The type that is missing, ambiguous, held or the like; that of the registration where there is none, and
            /// `Any` where there is neither.
            public let type: any Any.Type
            /// One sentence.
            public let message: String
            /// The lines that it is about, the registration's own first; none for stored wrappers, since no metadata says
            /// where a property is declared.
            public var places: [SourceLocation] { lines.map(\.location) }
            let lines: [FindingPlace]
            /// What to do about it.
            public let fix: String
            /// For a circle: the types, from the registration's back to it.
            public let path: [any Any.Type]
        }

        /// A property of some type of the program.
        public struct StoredProperty: Sendable, CustomStringConvertible {
            /// The type that it is a property of; nil if that is generic.
            public let owner: (any Any.Type)?
            /// What that type is called, with the types around it: `Receipt`, `Checkout.Row`.
            public let ownerName: String
            /// As it was declared.
            public let name: String
            /// The module that its owner is declared in; nil if that is unknown.
            public let module: String?

            /// `Receipt.gateway`.
            public var description: String { "\(ownerName).\(name)" }
        }

        /// All findings, errors first, then in the order of the registrations; those of stored wrappers come last.
        public let findings: [Finding]

        init(_ findings: [Finding]) {
            self.findings = Severity.allCases.reversed().flatMap { severity in
                findings.filter { $0.severity == severity }
            }
        }

        /// The findings that make an injection fail.
        public var errors: [Finding] { findings.filter { $0.severity == .error } }

        /// Whether there is no error.
        public var isValid: Bool { errors.isEmpty }

        /// Throws if there is any error, with all of them in one.
        ///
        /// ```swift
        /// try Imposer.validate().orThrow()
        /// ```
        ///
        /// - Throws: `Failure`.
        public func orThrow() throws(Failure) {
            if !isValid { throw Failure(validation: self) }
        }
    }
}

extension Imposer.Validation {
    /// All that makes injections fail, in one error.
    public struct Failure: Error, Sendable {
        /// Everything that was found, warnings and notes included.
        public let validation: Imposer.Validation
    }
}

extension Imposer.Validation: CustomStringConvertible {
    /// Each finding with its places and its fix. Those of providers that were not checked are summed up, and those of
    /// instances that are shared between threads.
    public var description: String {
        if findings.isEmpty { return "Impose has validated the registrations and found nothing." }
        let paragraphs = Severity.allCases.reversed().map { severity in
            let found = findings.filter { $0.severity == severity }
            let summedUp = [Kind.notSendable, .opaque].compactMap { kind in Self.sumUp(found.filter { $0.kind == kind })
            }
            return (severity: severity, texts: found.filter { !$0.kind.isSummedUp }.map(\.description) + summedUp)
        }
        let counts = paragraphs.filter { !$0.texts.isEmpty }.map { severity, texts in
            "\(texts.count) \(severity)\(texts.count == 1 ? "" : "s")"
        }
        let summary = "Impose has validated the registrations: \(counts.joined(separator: ", "))."
        return ([summary] + paragraphs.flatMap(\.texts)).joined(separator: "\n\n")
    }

    /// One paragraph for several findings of a kind; nil for none.
    private static func sumUp(_ findings: [Finding]) -> String? {
        guard let first = findings.first, findings.count > 1 else { return findings.first?.description }
        let names = TypeNames(findings.map(\.type))
        let most = 8
        let list = findings.prefix(most).map { names.key($0.type, $0.registration?.name) }.joined(separator: ", ")
        let rest = findings.count > most ? " and \(findings.count - most) more" : ""
        let problem =
            first.kind == .opaque
            ? "providers were not checked, since they do not say what they inject"
            : "kept instances are shared between threads, and are not Sendable"
        return """
            \(first.severity): \(findings.count) \(problem): \(list)\(rest).
              to fix: \(first.fix)
            """
    }
}

extension Imposer.Validation.Kind {
    /// Whether texts name all findings of this kind in one sentence.
    fileprivate var isSummedUp: Bool { self == .opaque || self == .notSendable }
}

extension Imposer.Validation.Finding: CustomStringConvertible {
    /// The severity and the message, then the places and the fix.
    public var description: String {
        (["\(severity): \(message)"] + lines.map { "  \($0.note) at \($0.location)" } + ["  to fix: \(fix)"])
            .joined(separator: "\n")
    }
}

extension Imposer.Validation.Failure: CustomStringConvertible, LocalizedError {
    /// The text of the whole validation.
    public var description: String { validation.description }

    /// The text of the whole validation.
    public var errorDescription: String? { description }
}
