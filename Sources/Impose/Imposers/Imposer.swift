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
/// A provider that has a parameter of this type is given a handle, unless an imposer is imposed, or given as an argument:
///
/// ```swift
/// imposer.impose(for: Ledger.self) { (imposer: Imposer) in
///     Ledger(gateway: try imposer.tryInject(named: .sandbox))
/// }
/// ```
///
/// The handle looks for things, opens scopes, runs code and is disposed of where the provider's other parameters come
/// from: in the scope that they are injected in, or else in the imposer that holds the registration. What it is told to
/// impose, to remove or to reset, it passes on to that imposer. It keeps neither of them alive. When the imposer is gone,
/// its injections are `ImposeError`s of kind `disposed`; when the scope is, those of what was the scope's.
///
/// All methods may be called from any thread. None of them holds a lock while it runs code of yours.
public final class Imposer: Sendable {
    /// Where registrations are looked for next, if there are none here.
    var parent: Imposer? { unretainedParent?.object }
    /// The same without a reference to it.
    ///
    /// Invariant: held by `heldParent`, or by the process's directory, which lets go of no imposer.
    let unretainedParent: UncountedReference<Imposer>?
    /// Nil for one of the process's directory: threads that count references to one object wait for each other.
    private let heldParent: Imposer?
    /// What it is found by, if it is in a directory.
    let type: ImposerType?
    /// The directory that it is found in, unless that is the process's. The directory owns it, hence the weak reference.
    private weak let isolatedDirectory: Directory?
    /// Whether it is found in the process's directory, which needs no reference: a weak one costs more than the rest of a
    /// look at it.
    let isOfProcess: Bool
    /// Holds the directory of the parent, if that one can't, so that it stays as long as this imposer.
    private let directoryReference: DirectoryReference?
    /// What makes it a scope.
    let scopeState: ScopeState?
    /// What it stands for, if it was given to a provider as a parameter. Then its node is that of another imposer.
    let handle: ImposerHandle?
    /// Its registrations and what is kept of them.
    let node: ImposerNode
    /// Where its answers are found. A scope is never asked for it without a look at the node.
    @usableFromInline
    let home: AnswerTableReference
    /// Holds them.
    private let answers: AnswerCache?

    /// Makes a private imposer, which is in no directory.
    ///
    /// - Parameters:
    ///   - parent: Where to look for what is not imposed here. A parent from a directory brings that directory's
    ///     other imposers along, as the last ones to be searched.
    ///   - label: What to call it in errors.
    public init(parent: Imposer? = nil, label: String? = nil) {
        let parent = parent.map { $0.handledSearch ?? $0 }
        (unretainedParent, heldParent) = Self.references(to: parent)
        type = nil
        isolatedDirectory = nil
        isOfProcess = false
        directoryReference = parent?.directory.map { DirectoryReference(in: $0) }
        scopeState = nil
        handle = nil
        let answers = AnswerCache(isProcessPrimary: false)
        (home, self.answers) = (answers.home, answers)
        node = ImposerNode(.named(label), answers: answers, mayKeepForOthers: false)
        parent?.node.adopt(node, of: self)
        PrivateImposers.add(node, description: description)
        // Below what was disposed of there is nothing, as in a scope that is opened there.
        if let disposal = parent?.node.disposal { node.disposeOfNothing(disposal) }
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
        (unretainedParent, heldParent) = (nil, nil)
        self.type = type
        isOfProcess = directory === Directory.process
        isolatedDirectory = isOfProcess ? nil : directory
        directoryReference = nil
        scopeState = nil
        handle = nil
        let answers = AnswerCache(isProcessPrimary: isOfProcess && type == .primary)
        (home, self.answers) = (answers.home, answers)
        node = ImposerNode(.member(type), answers: remembersAnswers ? answers : nil, mayKeepForOthers: original != nil)
        if let original { node.copyRegistrations(of: original.node) }
    }

    /// Makes a private imposer with the registrations of another one, which remembers no answers.
    init(copying original: Imposer, in parent: Imposer?) {
        (unretainedParent, heldParent) = Self.references(to: parent)
        type = nil
        isolatedDirectory = nil
        isOfProcess = false
        directoryReference = parent?.directory.map { DirectoryReference(in: $0) }
        scopeState = nil
        handle = nil
        let answers = AnswerCache(isProcessPrimary: false)
        (home, self.answers) = (answers.home, answers)
        node = ImposerNode(original.node.title, answers: nil, mayKeepForOthers: true)
        parent?.node.adopt(node, of: self)
        node.copyRegistrations(of: original.node)
    }

    /// Makes a scope.
    ///
    /// - Parameter gone: The node of a scope that is gone, and was disposed of, which this one is to stand in for.
    init(scope: consuming ScopeState, in parent: __shared Imposer, standingInWith gone: ImposerNode? = nil) {
        unretainedParent = UncountedReference(parent)
        heldParent = parent.isOfProcess ? nil : parent
        type = nil
        isolatedDirectory = nil
        isOfProcess = false
        directoryReference = nil
        node = gone ?? ImposerNode(scope: scope.title, isGuest: scope.isGuest, below: UncountedReference(parent.node))
        scopeState = scope
        handle = nil
        (home, answers) = (AnswerCache.none.home, nil)
        if gone != nil { return }
        if scope.hasBody { node.body.begin() }
        parent.node.adopt(node, of: self)
        // Whoever disposes of the parent, or ends the directory, closes it first and then looks for scopes.
        let end = node.isGuest ? scope.directory.takeIn(node) : nil
        let refusal = parent.node.disposal ?? end ?? parent.refusingShutdown(for: parent)?.refusal
        guard let refusal else { return }
        node.disposeOfNothing(refusal)
        // Nobody needs to wait for it.
        node.body.end()
    }

    /// Makes a handle of another one.
    init(_ handle: ImposerHandle, of holder: Imposer) {
        (unretainedParent, heldParent) = (nil, nil)
        type = nil
        isolatedDirectory = nil
        isOfProcess = false
        directoryReference = nil
        scopeState = nil
        self.handle = handle
        (home, answers) = (AnswerCache.none.home, nil)
        node = holder.node
    }

    private static func references(to parent: Imposer?) -> (UncountedReference<Imposer>?, Imposer?) {
        guard let parent else { return (nil, nil) }
        return (UncountedReference(parent), parent.isOfProcess ? nil : parent)
    }

    deinit {
        if handle != nil { return }
        if type == nil, scopeState == nil { PrivateImposers.remove(node) }
        leave()
        if !node.isDisposed { node.clear(telling: homeDirectory, of: numbersUpward) }
        Shutdown.forget(.imposer(number))
    }

    /// The directory that it is found in; one that is gone is stood in for by one that has ended.
    var directory: Directory? {
        if isOfProcess { return .process }
        return type == nil ? nil : isolatedDirectory ?? .gone
    }

    /// Whether it was disposed of.
    public var isDisposed: Bool { node.isDisposed || handle?.isScopeDisposed ?? false }

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
    public var description: String { node.title.description }

    /// Without what is inside.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
