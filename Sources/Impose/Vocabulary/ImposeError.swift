public import Foundation
private import Synchronization

/// Why an injection failed: what was asked, where, on what way, and what to do about it.
///
/// ```swift
/// do {
///     let gateway = try tryInject(of: Gateway.self)
/// } catch {
///     print(error)              // the whole text
///     print(error.kind)         // missing
///     print(error.path)         // [Checkout, Gateway]
/// }
/// ```
public struct ImposeError: Error, Sendable {
    /// What kind of failure it is. Each has a section in Docs/Errors.md.
    public enum Kind: Hashable, Sendable, CaseIterable {
        /// Nothing is imposed that answers the request.
        case missing
        /// Several registrations answer it equally well.
        case ambiguous
        /// Building the instance needs the instance.
        case circular
        /// The provider threw, see `underlyingError`; or it made something that is not what it was imposed for, or ended the
        /// thread that it ran on.
        case providerFailed
        /// The arguments don't fit the provider's parameters.
        case arguments
        /// The provider belongs to an actor that the injection was not made on.
        case isolation
        /// The provider is asynchronous, the instance is not there yet, and the injection does not await it.
        case asynchronous
        /// The task that awaited the instance was cancelled.
        case cancelled
        /// What would answer, or would keep the instance, was disposed of.
        case disposed
        /// What is to keep the instance is a scope of a name, and no scope of that name encloses the injection.
        case noScope
        /// What was given to `onDispose` threw, see `underlyingError`.
        case disposerFailed
        /// Something was not done in the time that a shutdown had.
        case shutdownLate
        /// A `.weakInstance` provider made a value, which can't be held weakly.
        case weakValue
        /// The registration has no place to store a value in.
        case notStorable
        /// The object whose imposer should answer is gone.
        case ownerReleased
        /// Modules require each other in a circle.
        case moduleCycle
    }

    /// All there is to say, out of line: an injection that may throw should not have to make room for it.
    struct Details: Sendable {
        let kind: Kind
        let requested: any Any.Type
        let name: InjectionName?
        let path: [Step]
        let candidates: [Candidate]
        let location: Location
        let underlyingError: (any Error)?
        let searched: [String]
        /// Names for all types of the text.
        let names: TypeNames
        /// What could not be done, as in "inject Gateway".
        let attempt: String
        /// What was done at the place: "requested", "stored", "disposed" or "shut down".
        let action: String
        /// For a provider's parameter: what needs it, and where that was registered.
        var needing: String?
        /// For a circle: its links, with the line of each.
        var links: [String] = []
        /// Which types of the program could be imposed, if any are known.
        let conforming: String?
        /// One sentence on what is wrong, without the type.
        let problem: String
        /// What to do about it; the first is the most likely.
        let fixes: [String]
        /// What failed besides, a sentence each.
        var others: [String] = []
        /// The actor, other than the main one, without which the provider can't be called.
        var actor: String?
    }

    /// The details behind one reference.
    final class Storage: Sendable {
        let content: Details
        private let isReported = Atomic(false)

        init(_ content: Details) {
            self.content = content
        }

        /// Whether this is the first time that observers are to be told.
        func isReportedFirst() -> Bool {
            !isReported.exchange(true, ordering: .relaxed)
        }
    }

    let details: Storage

    init(_ details: Details) {
        self.details = Storage(details)
    }

    /// What kind of failure it is.
    public var kind: Kind { details.content.kind }

    /// The type that was asked for when it failed: the last one of `path`.
    public var requested: any Any.Type { details.content.requested }

    /// The name that it was asked for under.
    public var name: InjectionName? { details.content.name }

    /// What was being built, outermost first, and at the end the request that failed. For a cycle of modules: the
    /// modules that were providing, and at the end the one that closes the circle.
    public var path: [Step] { details.content.path }

    /// The registrations in question: those that tie, or for a missing one those that come near.
    public var candidates: [Candidate] { details.content.candidates }

    /// Where the injection stands. For a provider's parameter that is where the provider was imposed, for a cycle of
    /// modules where `provide(using:)` was called.
    public var location: Imposer.SourceLocation { details.content.location }

    /// What the provider or the disposer threw; nil if it did not fail by throwing.
    public var underlyingError: (any Error)? { details.content.underlyingError }

    /// The imposers that were searched, in order.
    public var searched: [String] { details.content.searched }
}

extension ImposeError {
    /// One element of a resolution path.
    public struct Step: Sendable, CustomStringConvertible {
        /// The type that was asked for.
        public let type: any Any.Type
        /// The name that it was asked for under.
        public let name: InjectionName?
        /// The type that the chosen registration was imposed for, nil where none was chosen.
        public let registeredType: (any Any.Type)?
        /// Where it was asked for.
        public let location: Imposer.SourceLocation
        /// Whether another thread than the one that got the error is building it.
        public private(set) var isOnAnotherThread = false
        /// Whether another task than the one that got the error is building it.
        public private(set) var isInAnotherTask = false

        init(
            _ type: any Any.Type,
            named name: InjectionName?,
            registeredAs registeredType: (any Any.Type)? = nil,
            at location: Location
        ) {
            self.type = type
            self.name = name
            self.registeredType = registeredType
            self.location = location
        }

        /// The type, with its name if there is one and the registration's type if it is another.
        public var description: String {
            description(in: TypeNames(types))
        }

        func description(in names: TypeNames) -> String {
            var text = names.key(type, name)
            if let registeredType, registeredType != TypeRelation.unwrapped(type), registeredType != type {
                text += " (\(names[registeredType]))"
            }
            if isInAnotherTask { return text + " [in another task]" }
            return isOnAnotherThread ? text + " [on another thread]" : text
        }

        /// The types that the description names.
        var types: [any Any.Type] { [type, registeredType].compactMap { $0 } }

        func inAnotherTask() -> Step {
            var step = self
            step.isInAnotherTask = true
            return step
        }

        func onAnotherThread() -> Step {
            var step = self
            step.isOnAnotherThread = true
            return step
        }
    }

    /// A registration that has to do with the failure.
    public struct Candidate: Sendable {
        /// The type that it was imposed for.
        public let type: any Any.Type
        /// The name that it was imposed under.
        public let name: InjectionName?
        /// Steps up to the requested type, nil if it is not compatible.
        public let distance: Int?
        /// The imposer that holds it; for what `expectGiven` has named, the scopes that are to be given it.
        public let imposer: String
        /// Its lifetime.
        public let option: InjectOption
        /// Where it was imposed.
        public let location: Imposer.SourceLocation
        /// Why it is listed, if not for its distance.
        public let note: String?
        /// Whether it is no registration, but what scopes are expected to be given.
        private let isExpected: Bool

        init(
            type: any Any.Type,
            name: InjectionName?,
            distance: Int?,
            imposer: String,
            option: InjectOption,
            location: Location,
            note: String?,
            isExpected: Bool
        ) {
            self.type = type
            self.name = name
            self.distance = distance
            self.imposer = imposer
            self.option = option
            self.location = location
            self.note = note
            self.isExpected = isExpected
        }
    }
}

extension ImposeError.Candidate: CustomStringConvertible {
    /// `Gateway named "sandbox": in primary, singleInstance, at Shop/Setup.swift:12`, and why it is listed.
    public var description: String {
        let line = description(in: TypeNames([type]))
        return note.map { "\(line); \($0)" } ?? line
    }

    /// Without the note.
    func description(in names: TypeNames) -> String {
        let steps = distance.map { [$0.steps] } ?? []
        let facts = steps + ["in \(imposer)"] + (isExpected ? [] : ["\(option)"]) + ["at \(location)"]
        return "\(names.key(type, name)): \(facts.joined(separator: ", "))"
    }
}

extension ImposeError: CustomStringConvertible, CustomReflectable {
    /// The whole text, which is also what `inject()` traps with.
    public var description: String { ErrorText(self).text }

    /// Without what is inside.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension ImposeError: LocalizedError {
    /// The whole text.
    public var errorDescription: String? { description }

    /// One sentence: what was asked for and why it failed.
    public var failureReason: String? { ErrorText(self).headline }

    /// What to do about it.
    public var recoverySuggestion: String? { ErrorText(self).fixes }
}
