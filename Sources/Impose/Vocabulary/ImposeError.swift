// The error of this library: its kind, its path and its texts.

#if canImport(FoundationEssentials)
    // A part of Foundation: all of it takes several milliseconds to load.
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A failure of an injection, a store or a disposal: the request, its location, its path, and the fixes.
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
    /// A kind of failure. Each has a section in Docs/Errors.md.
    public enum Kind: Hashable, Sendable, CaseIterable {
        /// No registration answers the request.
        case missing
        /// Several registrations answer it equally well.
        case ambiguous
        /// Building the instance needs the instance.
        case circular
        /// The provider threw an error, which is the ``ImposeError/underlyingError``; or it made something that is not
        /// of the type it was imposed for, or ended the thread that it ran on.
        case providerFailed
        /// The arguments don't fit the provider's parameters.
        case arguments
        /// The provider, the instance or a conformance belongs to an actor and can't be used where the injection is
        /// made.
        case isolation
        /// The provider is asynchronous, the instance has not been made, and the injection does not await it.
        case asynchronous
        /// The task that awaited the instance was cancelled.
        case cancelled
        /// The imposer or the scope that would answer, or keep the instance, was disposed of.
        case disposed
        /// The instance has to be kept by a scope of some name, and no scope of that name encloses the injection.
        case noScope
        /// A closure of ``Registration/onDispose(_:)-1abtp`` threw an error, which is the
        /// ``ImposeError/underlyingError``.
        case disposerFailed
        /// A step was not done in the time that a shutdown had.
        case shutdownLate
        /// A ``InjectOption/weakInstance`` provider made a value, which can't be held weakly.
        case weakValue
        /// The registration has no place to store a value in.
        case notStorable
        /// The object whose imposer should answer is gone.
        case ownerReleased
    }

    /// What is known of an error, whatever its text says.
    package struct Facts: Sendable {
        package let kind: Kind
        let requested: any Any.Type
        let name: InjectionName?
        package let path: [Step]
        package let location: Location
        package private(set) var underlyingError: (any Error)?
    }

    /// The content of an error, behind one reference: an injection that may throw should not have to make room for it.
    package final class Storage: Sendable {
        let facts: Facts
        package let text: any ErrorText

        init(_ facts: Facts, _ text: any ErrorText) { (self.facts, self.text) = (facts, text) }
    }

    package let storage: Storage

    init(_ facts: Facts, _ text: any ErrorText) { storage = Storage(facts, text) }

    /// Casts an error that can only be an `ImposeError`. The compiler has lost the type: in code whose `throws` names
    /// none, or behind a function of the standard library.
    static func cast(_ error: any Error) -> ImposeError {
        guard let error = error as? ImposeError else { preconditionFailure("It throws nothing else") }
        return error
    }

    /// The kind of failure.
    public var kind: Kind { storage.facts.kind }

    /// The type that was asked for when it failed: the last one of ``path``.
    public var requested: any Any.Type { storage.facts.requested }

    /// The name that it was asked for under.
    public var name: InjectionName? { storage.facts.name }

    /// The requests that were being built, outermost first, and at the end the one that failed.
    public var path: [Step] { storage.facts.path }

    /// The registrations in question: the tied ones, or for a missing one the near misses. Empty in a program without
    /// `ImposeInspecting`.
    public var candidates: [Candidate] { storage.text.candidates }

    /// The location of the injection. For a provider's parameter that is where the provider was imposed.
    public var location: Imposer.SourceLocation { storage.facts.location }

    /// The error that the provider or the disposer threw; nil if it did not fail by throwing.
    public var underlyingError: (any Error)? { storage.facts.underlyingError }

    /// The imposers that were searched, in order. Empty in a program without `ImposeInspecting`.
    public var searched: [String] { storage.text.searched }
}

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

    /// Returns the text of an error that stands for other failures, too: with a sentence on each of these.
    func adding(_ others: [String]) -> any ErrorText
}

extension ImposeError {
    /// One element of a resolution path.
    public struct Step: Sendable, CustomStringConvertible {
        /// The type that was asked for.
        public let type: any Any.Type
        /// The name that it was asked for under.
        package let name: InjectionName?
        /// The type that the chosen registration was imposed for, nil where none was chosen.
        package let registeredType: (any Any.Type)?
        /// The location of the request.
        public let location: Imposer.SourceLocation
        /// Whether it is being built by a thread other than the one that got the error.
        package private(set) var isOnAnotherThread = false
        /// Whether it is being built by a task other than the one that got the error.
        private(set) var isInAnotherTask = false

        /// The type, with its name if there is one and the registration's type if it is another.
        public var description: String { description(in: TypeNames(types)) }

        package func description(in names: TypeNames) -> String {
            var text = names.key(type, name)
            if let registeredType, registeredType != TypeRelation.unwrapped(type), registeredType != type {
                text += " (\(names[registeredType]))"
            }
            if isInAnotherTask { return text + " [in another task]" }
            return isOnAnotherThread ? text + " [on another thread]" : text
        }

        /// The types that the description names.
        package var types: [any Any.Type] { [type, registeredType].compactMap { $0 } }

        /// The same step, built by another task, or else by another thread.
        func elsewhere(inTask isInTask: Bool) -> Step {
            var step = self
            (step.isInAnotherTask, step.isOnAnotherThread) = (isInTask, !isInTask)
            return step
        }
    }

    /// A registration that is involved in the failure.
    public struct Candidate: Sendable {
        /// The type that it was imposed for.
        public let type: any Any.Type
        /// The name that it was imposed under.
        package let name: InjectionName?
        /// Steps up to the requested type, nil if it is not compatible.
        public let distance: Int?
        /// The imposer that holds it; for a value announced with
        /// ``Imposer/expectGiven(_:named:in:fileID:line:)-swift.method``, the scopes that are to be given it.
        package let imposer: String
        /// Its lifetime. Nil for a value that scopes are expected to be given, which is no registration.
        package let option: InjectOption?
        /// The line that imposed it.
        package let location: Imposer.SourceLocation
        /// The reason that it is listed, if that is not its distance.
        package let note: String?
    }
}

extension ImposeError.Candidate: CustomStringConvertible {
    /// `Gateway named "sandbox": in primary, singleInstance, at Shop/Setup.swift:12`, with the note.
    public var description: String {
        let line = description(in: TypeNames([type]))
        return note.map { "\(line); \($0)" } ?? line
    }

    /// The description without the note.
    package func description(in names: TypeNames) -> String {
        let steps = distance.map { [$0.steps] } ?? []
        let facts = steps + ["in \(imposer)"] + (option.map { ["\($0)"] } ?? []) + ["at \(location)"]
        return "\(names.key(type, name)): \(facts.joined(separator: ", "))"
    }
}

extension ImposeError: CustomStringConvertible, CustomReflectable {
    /// The whole text, which is also what `inject()` traps with. In a program without `ImposeInspecting` it has at most
    /// six lines.
    public var description: String { storage.text.whole }

    /// An empty mirror: the content is internal.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension ImposeError: LocalizedError {
    /// The whole text.
    public var errorDescription: String? { description }

    /// One sentence: the request and the problem.
    public var failureReason: String? { storage.text.headline }

    /// The fixes, numbered. Nil in a program without `ImposeInspecting`.
    public var recoverySuggestion: String? { storage.text.fixes }
}
