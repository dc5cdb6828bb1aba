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
    /// What it is found by, if it is in a directory.
    let type: ImposerType?
    /// The directory that it is found in, unless that is the process's. The directory owns it, hence the weak reference.
    private weak let isolatedDirectory: Directory?
    /// Whether it is found in the process's directory, which needs no reference: a weak one costs more than the rest of a
    /// look at it.
    private let isOfProcess: Bool
    /// Holds the directory of the parent, if that one can't, so that it stays as long as this imposer.
    private let tenancy: Tenancy?
    /// What makes it a scope.
    let scopeState: ScopeState?
    /// Its registrations and what is kept of them.
    let branch: Branch
    /// What it has answered lately. A scope is never asked for it without a look at the branch.
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
        type = nil
        isolatedDirectory = nil
        isOfProcess = false
        tenancy = parent?.directory.map { Tenancy(in: $0) }
        scopeState = nil
        answers = AnswerCache(isProcessPrimary: false)
        branch = Branch(.named(label), answers: answers, book: nil)
        parent?.branch.adopt(branch, of: self)
        PrivateImposers.add(branch.registry, description: description)
    }

    /// Makes an imposer that a directory owns.
    ///
    /// - Parameters:
    ///   - original: The imposer of another directory whose registrations it begins with.
    ///   - remembersAnswers: Whether requests that were answered are remembered, so that nobody is seen to make them.
    init(
        type: ImposerType,
        in directory: Directory,
        copying original: Imposer? = nil,
        remembersAnswers: Bool = true
    ) {
        parent = nil
        self.type = type
        isOfProcess = directory === Directory.process
        isolatedDirectory = isOfProcess ? nil : directory
        tenancy = nil
        scopeState = nil
        answers = AnswerCache(isProcessPrimary: isOfProcess && type == .primary)
        let book = original.map { _ in KeeperBook() }
        branch = Branch(.member(type), answers: remembersAnswers ? answers : nil, book: book)
        if let original { branch.copyRegistrations(of: original.branch) }
    }

    /// Makes a private imposer with the registrations of another one, which remembers no answers.
    init(copying original: Imposer, in parent: Imposer?) {
        self.parent = parent
        type = nil
        isolatedDirectory = nil
        isOfProcess = false
        tenancy = parent?.directory.map { Tenancy(in: $0) }
        scopeState = nil
        answers = AnswerCache(isProcessPrimary: false)
        branch = Branch(original.branch.title, answers: nil, book: KeeperBook())
        parent?.branch.adopt(branch, of: self)
        branch.copyRegistrations(of: original.branch)
    }

    /// Makes a scope.
    init(scope: ScopeState, in parent: Imposer) {
        self.parent = parent
        type = nil
        isolatedDirectory = nil
        isOfProcess = false
        tenancy = nil
        scopeState = scope
        answers = .none
        branch = Branch(.scope(scope.name), answers: nil, book: KeeperBook())
        parent.branch.adopt(branch, of: self)
        // Whoever disposes of the parent, or ends the directory, closes it first and then looks for scopes.
        let end = scope.isGuest ? scope.directory.takeIn(branch) : nil
        if let disposal = parent.branch.disposal ?? end { branch.disposeOfNothing(disposal) }
    }

    deinit {
        if type == nil, scopeState == nil { PrivateImposers.remove(branch.registry) }
        leave()
        if !branch.isDisposed { branch.clear(telling: homeDirectory) }
    }

    /// The directory that it is found in; one that is gone is stood in for by one that has ended.
    var directory: Directory? {
        if isOfProcess { return .process }
        return type == nil ? nil : isolatedDirectory ?? .gone
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

extension Imposer: CustomStringConvertible, CustomReflectable {
    /// `primary`, `secondary`, `custom(eu)`, `private imposer`, `private imposer "Payments"`, `scope` or
    /// `scope "request"`.
    public var description: String { branch.title.description }

    /// Without what is inside.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
