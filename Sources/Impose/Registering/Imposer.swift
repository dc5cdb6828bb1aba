/// A registry of what is imposed on which type.
///
/// Most apps use the primary imposer through static methods and never make one:
///
/// ```swift
/// Imposer.impose(for: Gateway.self, StripeGateway.init)
/// let gateway: any Gateway = inject()
/// ```
///
/// The primary, the secondary and the custom imposers are found by their `ImposerType` and fall back on each other.
/// `Imposer()` makes a private one, which answers from its own registrations and those of its parents.
///
/// All methods may be called from any thread. None of them holds a lock while it runs code of yours.
public final class Imposer: Sendable {
    /// Where registrations are looked for next, if there are none here.
    let parent: Imposer?
    /// What it is called in texts, if it is a private one.
    let label: String?
    /// What it is found by, if it is in a directory.
    let type: ImposerType?
    /// The directory that it is found in. The directory owns it, hence the weak reference.
    weak let directory: Directory?
    private let registry = Guarded(Registry())
    /// Tells what was built before a reset from what was built after it.
    let epoch = ResetEpoch()
    /// What it has answered lately.
    @usableFromInline
    let answers: AnswerCache

    /// Makes a private imposer, which is in no directory.
    ///
    /// - Parameters:
    ///   - parent: Where to look for what is not imposed here. A parent from a directory brings that directory's
    ///     other imposers along, as the last ones to be searched.
    ///   - label: What to call it in errors.
    public init(parent: Imposer? = nil, label: String? = nil) {
        self.parent = parent
        self.label = label
        type = nil
        directory = nil
        answers = AnswerCache(isProcessPrimary: false)
        parent?.answers.adopt(answers)
        PrivateImposers.add(registry, description: description)
    }

    /// Makes an imposer that a directory owns.
    init(type: ImposerType, in directory: Directory) {
        parent = nil
        label = nil
        self.type = type
        self.directory = directory
        answers = AnswerCache(isProcessPrimary: directory === Directory.process && type == .primary)
    }

    deinit {
        if type == nil { PrivateImposers.remove(registry) }
        parent?.answers.disown(answers)
        // Others may hold these two for another moment, but not what is in them.
        var garbage = Garbage()
        _ = answers.forget(into: &garbage)
        _ = registry.withLock { exchange(&$0, with: Registry()) }
    }

    /// The primary imposer: the one that the static methods mean.
    public static var shared: Imposer { Directory.current.imposer(for: .primary) }

    /// The imposer of a type, made at first use.
    ///
    /// - Parameter type: Primary, secondary, or custom with a key of yours.
    /// - Returns: The same imposer each time.
    public static func imposer(for type: ImposerType) -> Imposer {
        Directory.current.imposer(for: type)
    }
}

extension Imposer: CustomStringConvertible {
    /// `primary`, `secondary`, `custom(eu)`, `private imposer` or `private imposer "Payments"`.
    public var description: String {
        if let type { return type.description }
        return label.map { "private imposer \"\($0)\"" } ?? "private imposer"
    }
}

extension Imposer {
    /// Adds a registration, unless it is to leave an earlier one in place.
    func add<T>(_ record: TypedRegistration<T>, onConflict policy: ConflictPolicy) -> Registration<T> {
        let replaced = registry.withLock { registry in
            if policy == .keep, registry.record(for: record.key) != nil { return nil as RegistrationRecord? }
            return registry.add(record)
        }
        change { garbage in replaced?.forgetInstances(isFinal: true, into: &garbage) }
        return Registration(record: record, imposer: self)
    }

    func removeRecord(for key: RegistrationKey) -> Bool {
        let removed = registry.withLock { $0.remove(key) }
        // Also if there was none: somebody else may be about to complete its removal.
        change { garbage in removed?.forgetInstances(isFinal: true, into: &garbage) }
        return removed != nil
    }

    func removeAllRecords() {
        let removed = registry.withLock { exchange(&$0, with: Registry()) }
        change { garbage in
            for case let record? in removed.records { record.forgetInstances(isFinal: true, into: &garbage) }
        }
    }

    func forgetAllInstances() {
        var garbage = Garbage()
        epoch.reset {
            for case let record? in records { record.forgetInstances(isFinal: false, into: &garbage) }
            forgetAnswers(into: &garbage)
        }
        withExtendedLifetime(garbage) {}
    }

    /// To be called after a change to the registrations that may change an answer, here or in an imposer that searches
    /// this one.
    func forgetAnswers() {
        change { _ in }
    }

    /// Completes a change to the registrations: forgets instances and answers, and releases them at the very end.
    private func change(_ forgetInstances: (inout Garbage) -> Void) {
        var garbage = Garbage()
        forgetInstances(&garbage)
        forgetAnswers(into: &garbage)
        withExtendedLifetime(garbage) {}
    }

    private func forgetAnswers(into garbage: inout Garbage) {
        answers.forgetWithDescendants(into: &garbage)
        guard let directory else { return }
        for imposer in directory.imposers where imposer !== self {
            imposer.answers.forgetWithDescendants(into: &garbage)
        }
    }

    func record(for key: RegistrationKey) -> RegistrationRecord? {
        registry.withLock { $0.record(for: key) }
    }

    /// All registrations in the order they were made, with gaps.
    var records: [RegistrationRecord?] {
        registry.withLock { $0.records }
    }

    var registrationCount: Int {
        registry.withLock { $0.count }
    }
}
