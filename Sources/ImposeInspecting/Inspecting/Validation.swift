// What `validate` returns: its findings, and their text.

public import Impose

#if canImport(FoundationEssentials)
    // A part of Foundation: all of it takes several milliseconds to load.
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Imposer {
    /// The findings of ``Imposer/validate(building:wrappers:roots:)-swift.type.method``.
    ///
    /// ```swift
    /// print(Imposer.validate())
    /// try Imposer.validate().orThrow()
    /// ```
    public struct Validation: Sendable {
        /// The importance of a finding, from the least on.
        public enum Severity: Sendable, CaseIterable {
            /// Worth knowing.
            case note
            /// It works, but most likely not as intended.
            case warning
            /// An injection fails.
            case error
        }

        /// The kind of a finding. Each has a section in Docs/Validating.md.
        public enum Kind: Sendable, CaseIterable {
            /// A provider, a stored wrapper or a call needs something that is not imposed; as a note, a stored wrapper
            /// of an optional will be nil, and a call that handles the failure gets nothing.
            case missing
            /// A provider needs something that several registrations answer equally well.
            case ambiguous
            /// Providers need each other's instances.
            case circular
            /// A captive dependency: a kept instance holds something that is meant to be shorter-lived.
            case captive
            /// A registration has taken the place of another one.
            case replaced
            /// No injection from where one usually starts gets this registration's instance.
            case unreachable
            /// A value is imposed with a lifetime that holds weakly, or a stored wrapper holds weakly what nobody
            /// keeps.
            case weakValue
            /// It, or something it needs, is made asynchronously: `inject()` fails until somebody has awaited it.
            case asynchronous
            /// A kept instance is shared between threads, and its type is not `Sendable`.
            case notSendable
            /// A provider without parameters, or with one of type `Imposer`: its injections can't be seen without
            /// building.
            case opaque
            /// Stored wrappers whose dependency is unknown: the type depends on generic parameters, or the module was
            /// compiled without reflection metadata.
            case notChecked
            /// Calls of the free functions can't be told: the program was not built for debugging, for example.
            case callsNotChecked
            /// The process has several copies of this library, which know nothing of each other's registrations.
            case twoCopies
            /// A module of the program has not provided: a type that conforms to `ModuleInjector`.
            case moduleNotProvided
            /// It needs, directly or through others, an instance that can be made on one actor alone.
            case isolated
            /// An argument is expected that no parameter of the provider takes; or a kept instance is kept for each
            /// list of arguments.
            case argument
            /// Nothing that can be seen of the program asks for it.
            case unused
            /// A scope name that nothing else uses is nearly the same as another one.
            case misspelt
            /// Building it failed otherwise: its provider threw, for example. Only found by building.
            case failed
            /// It could not be built here, since it needs another actor, or to be awaited, or arguments or values that
            /// scopes are given. Only found by building.
            case notBuilt
        }

        /// One thing that was found.
        public struct Finding: Sendable {
            /// The kind of a finding.
            public let kind: Kind
            /// The importance of the finding.
            public internal(set) var severity: Severity
            /// The registration that it is about; nil if it is about stored wrappers or calls.
            package internal(set) var registration: RegistrationInfo?
            /// The property that it is about, if it is about a stored wrapper.
            package internal(set) var property: StoredProperty?
            /// The function that it is about, if it is about a call of a free function.
            package internal(set) var call: Call?
            /// The type that is missing, ambiguous, held or the like, or the module; if there is none, the
            /// registration's type, or else `Any`.
            public let type: any Any.Type
            /// One sentence.
            public let message: String
            /// The lines that it is about, the registration's own first; none for stored wrappers and calls, since no
            /// metadata says where they are.
            public var places: [SourceLocation] { lines.map(\.location) }
            let lines: [FindingPlace]
            /// The ways to fix it, one or two with a number each, the likelier first. Code has lines of its own.
            public let fix: String
            /// For a cycle: the types, from the registration's back to it.
            package internal(set) var path: [any Any.Type] = []

            /// The module of the stored wrapper or of the call that it is about; nil if it is about a registration, or
            /// if that is unknown.
            package var module: String? { property?.module ?? call?.module }
        }

        /// A property of some type of the program.
        package struct StoredProperty: Sendable, CustomStringConvertible {
            /// The type that it is a property of; nil if that is generic.
            package let owner: (any Any.Type)?
            /// The name of that type, with the types around it: `Receipt`, `Checkout.Row`.
            package let ownerName: String
            /// The name of the property, as it was declared.
            package let name: String
            /// The module that its owner is declared in; nil if that is unknown.
            package let module: String?

            /// `Receipt.gateway`.
            package var description: String { "\(ownerName).\(name)" }

            /// The property with its module: `Shop.Receipt.gateway`.
            var inModule: String { module.map { "\($0).\(self)" } ?? description }
        }

        /// A function of the program that calls one of the free functions, as `inject()`.
        package struct Call: Sendable, CustomStringConvertible {
            /// The function: `default argument 0 of Shop.Checkout.init(gateway:)`; nil if the program has no symbols.
            package let function: String?
            /// The module that it is in; nil if that is unknown.
            package let module: String?
            /// The address of the code that calls.
            package let code: UInt?

            /// The function, or that some function calls.
            package var description: String { function ?? "a call" }
        }

        /// All findings, errors first, then in the order of the registrations; stored wrappers come behind them, calls
        /// last.
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

        /// Throws an error if there is any error among the findings.
        ///
        /// ```swift
        /// try Imposer.validate().orThrow()
        /// ```
        ///
        /// - Throws: One ``Failure`` with all findings.
        public func orThrow() throws(Failure) {
            if !isValid { throw Failure(validation: self) }
        }
    }
}

extension Imposer.Validation {
    /// The findings that make injections fail, in one error.
    public struct Failure: Error, Sendable {
        /// Everything that was found, warnings and notes included.
        package let validation: Imposer.Validation
    }
}

extension Imposer.Validation: CustomStringConvertible {
    /// Each finding with its places and its fix. Findings about providers that were not checked are summed up, and so
    /// are findings about instances that are shared between threads, with the place of each.
    public var description: String {
        if findings.isEmpty { return "Impose has validated the registrations and found nothing." }
        let paragraphs = Severity.allCases.reversed().map { severity in
            let found = findings.filter { $0.severity == severity }
            let summedUp = Self.summedUp.compactMap { kind in Self.sumUp(found.filter { $0.kind == kind }) }
            let others = found.filter { !Self.summedUp.contains($0.kind) }.map(\.description)
            return (severity: severity, texts: others + summedUp)
        }
        let counts = paragraphs.filter { !$0.texts.isEmpty }.map { severity, texts in
            "\(texts.count) \(severity)\(texts.count == 1 ? "" : "s")"
        }
        let summary = "Impose has validated the registrations: \(counts.joined(separator: ", "))."
        return ([summary] + paragraphs.flatMap(\.texts)).joined(separator: "\n\n")
    }

    /// The kinds of which texts sum up all findings in one paragraph.
    private static let summedUp: [Kind] = [.notSendable, .opaque, .unused]

    /// One paragraph for several findings of a kind; nil for none.
    private static func sumUp(_ findings: [Finding]) -> String? {
        guard let first = findings.first, findings.count > 1 else { return findings.first?.description }
        if first.kind == .notSendable {
            let problem = "threads share \(findings.count) kept instances of types that are not Sendable."
            return first.text(saying: problem, of: findings.flatMap(\.lines))
        }
        let names = TypeNames(findings.map(\.type))
        let list = findings.listed(upTo: 8) { names.key($0.type, $0.registration?.name) }
        let problem =
            first.kind == .opaque
            ? "\(findings.count) providers were not checked, since they do not say what they inject"
            : "nothing that can be seen asks for \(findings.count) registrations"
        var fix = first.fix
        if first.kind == .unused, let range = fix.firstRange(of: names.expression(first.type)) {
            fix.replaceSubrange(range, with: findings.map { names.expression($0.type) }.joined(separator: ", "))
        }
        return first.text(saying: "\(problem): \(list).", of: [], fix)
    }
}

extension Imposer.Validation.Finding {
    /// The kind and the importance of a finding, and the type that it is about.
    typealias Row = (kind: Imposer.Validation.Kind, severity: Imposer.Validation.Severity, type: any Any.Type)

    init(_ row: Row, _ message: String, _ lines: [FindingPlace], _ fixes: [Fix]) {
        (kind, severity, type) = row
        (self.message, self.lines, fix) = (message, lines, fixes.numbered(indent: 0))
    }
}

extension Imposer.Validation.Finding: CustomStringConvertible {
    /// The place, the severity and the message, as a compiler would say it, then further places and the fix.
    public var description: String {
        guard let own = lines.first, registration != nil || own.note.isEmpty else {
            return text(saying: message, of: lines)
        }
        return "\(own.location): \(text(saying: message, of: Array(lines.dropFirst())))"
    }

    /// The same for another message, the lines that it is about, and another fix.
    fileprivate func text(saying message: String, of lines: [FindingPlace], _ fix: String? = nil) -> String {
        (["\(severity): \(message)"] + lines.map { "  \($0.note) at \($0.location)" } + ["  to fix:"]
            + (fix ?? self.fix).split(separator: "\n").map { "    \($0)" })
            .joined(separator: "\n")
    }
}

extension Imposer.Validation.Failure: CustomStringConvertible, LocalizedError {
    /// The text of the whole validation.
    public var description: String { validation.description }

    /// The text of the whole validation.
    public var errorDescription: String? { description }
}

/// A line that a finding is about.
struct FindingPlace: Sendable {
    /// What is there: "Invoice, imposed". Empty where the line itself begins the text: the first line of a finding
    /// without a registration.
    let note: String
    let location: Location

    init(_ note: String, _ location: Location) { (self.note, self.location) = (note, location) }

    /// The line of a registration.
    @inline(never)
    init(_ record: RegistrationFacts, _ names: TypeNames) {
        self.init("\(names.key(record.type, record.key.name)), imposed", record.location)
    }

    /// The line of an expectation.
    init(_ expectation: Expectation, _ names: TypeNames) {
        self.init("\(names.key(expectation.type, expectation.key.name)), expected", expectation.location)
    }
}
