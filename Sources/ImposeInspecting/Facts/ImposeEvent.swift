public import Impose

/// Something that happened in a directory. Observed with ``Impose/Imposer/observe(_:)``.
public struct ImposeEvent: Sendable {
    /// A kind of event.
    public enum Kind: Sendable {
        /// A registration was made.
        case imposed(Imposer.RegistrationInfo)
        /// A registration replaced another one.
        case replaced(Imposer.RegistrationInfo, by: Imposer.RegistrationInfo)
        /// A registration was removed.
        case removed(Imposer.RegistrationInfo)
        /// A request was answered for the first time, by a registration this many steps away from its type.
        case resolved(type: any Any.Type, name: InjectionName?, by: Imposer.RegistrationInfo, distance: Int)
        /// An instance was made. For lifetimes that keep none, only the first one for each request is reported.
        case built(Imposer.RegistrationInfo, duration: Duration)
        /// An injection, a store or a disposal failed.
        case failed(ImposeError)
        /// An imposer or a scope released an instance that it kept.
        case disposed(Imposer.RegistrationInfo)
        /// A disposal that nobody awaits (`dispose()`, `reset()`, a replaced registration, a last reference) has
        /// reached an instance whose disposer is asynchronous. The code that caused it continues, and a task does the
        /// rest in order.
        case disposalContinues(Imposer.RegistrationInfo)
    }

    /// The kind of event.
    public let kind: Kind
    /// The time of the event.
    public let time: ContinuousClock.Instant
    /// The line that caused it: the `impose` call or the injection; for other events, the registration.
    public let location: Imposer.SourceLocation
}

extension ImposeEvent: CustomStringConvertible {
    /// A sentence, without the time.
    public var description: String {
        switch kind {
        case .imposed(let new): return "imposed \(new)"
        case .replaced(let old, let new): return "replaced \(old) by \(new)"
        case .removed(let old): return "removed \(old)"
        case .resolved(let type, let name, let registration, let distance):
            let names = TypeNames([type, registration.type])
            return "resolved \(names.key(type, name)) by \(registration.description(in: names)), "
                + "\(distance.steps) away, for \(location)"
        case .built(let registration, let duration): return "built \(registration) in \(duration.text)"
        case .failed(let error): return "failed: \(error.failureReason ?? error.description)"
        case .disposed(let registration): return "disposed of an instance of \(registration)"
        case .disposalContinues(let registration):
            return "the disposal goes on in a task, from an instance of \(registration) on: "
                + "its disposer has to be awaited"
        }
    }
}
