/// A registry of the implementations that are imposed for types, and of the instances that are kept of them.
///
/// Most apps use the primary imposer through static methods and never make one:
///
/// ```swift
/// Imposer.impose(for: Gateway.self, StripeGateway.init)
/// let gateway: any Gateway = inject()
/// ```
///
/// The primary, the secondary and the custom imposers are found by their ``ImposerType`` and fall back on each other.
/// ``Imposer/init(parent:label:)`` makes a private one, which answers from its own registrations and its parents'.
///
/// A provider with a parameter of this type is given a handle, unless an imposer is imposed, or given as an argument:
///
/// ```swift
/// imposer.impose(for: Ledger.self) { (imposer: Imposer) in
///     Ledger(gateway: try imposer.tryInject(named: .sandbox))
/// }
/// ```
///
/// The handle injects, opens scopes, runs code and is disposed of where the provider's other parameters come from: in
/// the scope that they are injected in, or else in the imposer that holds the registration. It passes on to that
/// imposer every call to impose, to remove or to reset. It keeps neither of them alive. When the imposer is gone, the
/// handle's injections are ``ImposeError``s of kind ``ImposeError/Kind/disposed``; when the scope is gone, so are
/// injections of values that were the scope's.
///
/// All methods may be called from any thread. None of them holds a lock while it runs your code.
public final class Imposer: Sendable {
    /// The imposer in which registrations are looked for next, if there are none here.
    var parent: Imposer? { unretainedParent?.object }
    /// The parent without a reference to it.
    ///
    /// Invariant: held by `heldParent`, or by the process's directory, which lets go of no imposer.
    let unretainedParent: UncountedReference<Imposer>?
    /// Nil for a parent in the process's directory: threads that count references to one object wait for each other.
    private let heldParent: Imposer?
    /// The type by which it is found, if it is in a directory.
    let type: ImposerType?
    /// The directory that it is found in, except the process's. The directory owns it, hence the weak reference.
    private weak let isolatedDirectory: Directory?
    /// Whether it is found in the process's directory, which needs no reference: reading a weak one would cost more
    /// than all else here.
    let isOfProcess: Bool
    /// Holds the directory of the parent, if the parent can't, so that it stays as long as this imposer.
    private let directoryReference: DirectoryReference?
    /// The state that makes it a scope.
    let scopeState: ScopeState?
    /// The handle's content, if it was given to a provider as a parameter. Then its node is another imposer's.
    let handle: ImposerHandle?
    /// Its registrations and the instances that are kept of them.
    let node: ImposerNode
    /// The table in which its answers are found. For a scope, it is always empty: the scope's node says where to look.
    @usableFromInline
    let home: AnswerTableReference
    /// Holds the answers.
    private let answers: AnswerCache?

    /// Makes a private imposer, which is in no directory.
    ///
    /// - Parameters:
    ///   - parent: The imposer to search for anything that is not imposed here. A parent from a directory brings that
    ///     directory's other imposers along, as the last ones to be searched.
    ///   - label: The name of the imposer in errors.
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
        node = ImposerNode(.named(label), answers: answers)
        parent?.node.adopt(node, of: self)
        Inspector.current?.madeImposer(node)
        // Below a disposed imposer there is nothing, as in a scope that is opened there.
        if let disposal = parent?.node.disposal { node.disposeOfNothing(disposal) }
    }

    /// Makes an imposer that a directory owns.
    ///
    /// - Parameters:
    ///   - original: The imposer of another directory whose registrations it begins with.
    ///   - remembersAnswers: Whether answers are remembered; where they are not, each request is seen.
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
        node = ImposerNode(.member(type), answers: remembersAnswers ? answers : nil)
        if let original { node.copyRegistrations(of: original.node) }
    }

    /// Makes a private imposer with the registrations of another one. It remembers no answers.
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
        node = ImposerNode(original.node.title, answers: nil)
        parent?.node.adopt(node, of: self)
        node.copyRegistrations(of: original.node)
    }

    /// Makes a scope.
    ///
    /// - Parameter gone: The node of a disposed scope that is gone, in whose place this one comes.
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
        // Code that disposes of the parent, or ends the directory, closes it first and then looks for scopes.
        let end = node.isGuest ? scope.directory.takeIn(node) : nil
        let refusal = parent.node.disposal ?? end ?? parent.refusingShutdown(for: parent)?.refusal
        guard let refusal else { return }
        node.disposeOfNothing(refusal)
        // Nobody needs to wait for it.
        node.body.end()
    }

    /// Makes a handle for another imposer.
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
        if type == nil, scopeState == nil { Inspector.current?.imposerIsGoing(node) }
        unretainedParent?.with { $0.node.forgetImposer(of: node) }
        if !node.isDisposed { node.clear(for: self, isFound: true) }
        leave()
        Shutdown.forget(Shutdown.Subject(node))
    }

    /// The directory that it is found in; a directory that has ended in place of one that is gone.
    var directory: Directory? {
        if isOfProcess { return .process }
        return type == nil ? nil : isolatedDirectory ?? .gone
    }

    /// Whether it was disposed of.
    public var isDisposed: Bool { node.isDisposed || handle?.isScopeDisposed ?? false }

    /// The primary imposer, which the static methods use.
    public static var shared: Imposer { Directory.current.imposer(for: .primary) }

    /// The imposer of a type, made at first use.
    ///
    /// - Parameter type: Primary, secondary, or custom with your own key.
    /// - Returns: The same imposer each time.
    public static func imposer(for type: ImposerType) -> Imposer {
        Directory.current.imposer(for: type)
    }
}

// A copy to try something out on.
extension Imposer {
    /// Returns an imposer with the same registrations and parents, and without instances.
    func copy(in directory: Directory) -> Imposer {
        if let type { return directory.imposer(for: type) }
        let parent = parent?.copy(in: directory)
        guard let parent, let scopeState else { return Imposer(copying: self, in: parent) }
        // A scope again, since it keeps the instances for scopes of its name.
        let state = ScopeState(named: scopeState.title, in: directory, at: scopeState.location)
        let copy = Imposer(scope: state, in: parent)
        copy.node.copyRegistrations(of: node)
        return copy
    }
}

extension Imposer: CustomStringConvertible, CustomReflectable {
    /// `primary`, `secondary`, `custom(eu)`, `private imposer`, `private imposer "Payments"`, `scope` or
    /// `scope "request"`.
    public var description: String { node.title.description }

    /// An empty mirror: the content is internal.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
