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
/// ``Imposer/init(parent:label:fileID:line:)`` makes a private one. It answers from its own registrations and its parents'.
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
///
/// ## Topics
///
/// ### Getting an imposer
///
/// - ``shared``
/// - ``imposer(for:)``
/// - ``init(parent:label:fileID:line:)``
///
/// ### Imposing an initializer or a closure
///
/// - ``impose(for:named:option:onConflict:fileID:line:_:)-8eir3``
/// - ``impose(for:named:option:onConflict:fileID:line:_:)-1z8n7``
///
/// ### Imposing an asynchronous initializer or closure
///
/// - ``impose(for:named:option:onConflict:fileID:line:_:)-9uok``
/// - ``impose(for:named:option:onConflict:fileID:line:_:)-7uvti``
///
/// ### Imposing an expression
///
/// - ``impose(for:named:option:onConflict:fileID:line:_:)-1d6on``
/// - ``impose(for:named:option:onConflict:fileID:line:_:)-46xa1``
///
/// ### Imposing an existing instance
///
/// - ``impose(for:named:onConflict:fileID:line:instance:)-1j3h2``
/// - ``impose(for:named:onConflict:fileID:line:instance:)-5drl5``
///
/// ### Imposing a type on itself
///
/// - ``impose(_:named:option:onConflict:fileID:line:)-swift.type.method``
/// - ``impose(_:named:option:onConflict:fileID:line:)-swift.method``
///
/// ### Letting modules impose
///
/// - ``provide(using:fileID:line:)-5pdsz``
/// - ``provide(using:fileID:line:)-1pr2s``
/// - ``provide(using:fileID:line:)-9oi5c``
/// - ``provide(using:fileID:line:)-41li8``
///
/// ### Removing registrations and instances
///
/// - ``remove(for:named:fileID:line:)-swift.type.method``
/// - ``remove(for:named:fileID:line:)-swift.method``
/// - ``removeAll(fileID:line:)-swift.type.method``
/// - ``removeAll(fileID:line:)-swift.method``
/// - ``reset()-swift.type.method``
/// - ``reset()-swift.method``
///
/// ### Injecting
///
/// - ``inject(of:named:ifNoMatchUse:fileID:line:)``
/// - ``inject(of:named:ifNoMatchUse:arguments:fileID:line:)``
/// - ``tryInject(of:named:ifNoMatchUse:fileID:line:)``
/// - ``tryInject(of:named:ifNoMatchUse:arguments:fileID:line:)``
/// - ``unforceInject(of:named:ifNoMatchUse:fileID:line:)``
/// - ``unforceInject(of:named:ifNoMatchUse:arguments:fileID:line:)``
/// - ``injectAll(of:named:fileID:line:)``
///
/// ### Injecting what has to be awaited
///
/// - ``injectAsync(of:named:ifNoMatchUse:fileID:line:)``
/// - ``injectAsync(of:named:ifNoMatchUse:arguments:fileID:line:)``
/// - ``injectAllAsync(of:named:fileID:line:)``
/// - ``prepare(fileID:line:)-swift.type.method``
/// - ``prepare(fileID:line:)-swift.method``
///
/// ### Asking without making an instance
///
/// - ``isImposed(_:named:ifNoMatchUse:)-swift.type.method``
/// - ``isImposed(_:named:ifNoMatchUse:)-swift.method``
/// - ``existing(_:named:)-swift.type.method``
/// - ``existing(_:named:)-swift.method``
///
/// ### Working in a scope
///
/// - ``withScope(_:of:fileID:line:_:)-5m59v``
/// - ``withScope(_:of:fileID:line:_:)-2bes0``
/// - ``withScope(_:fileID:line:_:)-7j8x7``
/// - ``withScope(_:fileID:line:_:)-3n39q``
/// - ``openScope(_:fileID:line:)-swift.type.method``
/// - ``openScope(_:fileID:line:)-swift.method``
/// - ``scope(named:)``
/// - ``run(_:)-naeb``
/// - ``run(_:)-86lgo``
///
/// ### Giving a scope its values
///
/// - ``give(_:for:named:fileID:line:)``
/// - ``expectGiven(_:named:in:fileID:line:)-swift.type.method``
/// - ``expectGiven(_:named:in:fileID:line:)-swift.method``
/// - ``ExpectationInfo``
///
/// ### Storing values
///
/// - ``store(_:for:named:fileID:line:)-swift.type.method``
/// - ``store(_:for:named:fileID:line:)-swift.method``
///
/// ### Letting an object choose its imposer
///
/// - ``ownerPolicy-swift.type.property``
///
/// ### Isolating and handing on
///
/// - ``isolated(empty:endsWithBody:fileID:line:_:)-2rqe1``
/// - ``isolated(empty:endsWithBody:fileID:line:_:)-8p9jy``
/// - ``currentContext()``
///
/// ### Disposing and shutting down
///
/// - ``dispose(fileID:line:)``
/// - ``disposeAsync(fileID:line:)``
/// - ``disposeScopes(named:fileID:line:)``
/// - ``isDisposed``
/// - ``shutdown(within:fileID:line:)-swift.type.method``
/// - ``shutdown(within:fileID:line:)-swift.method``
///
/// ### Observing
///
/// - ``observe(_:)``
///
/// ### Facts that the others are made of
///
/// - ``RegistrationInfo``
/// - ``SourceLocation``
/// - ``MissingType``
///
/// ### Printing an imposer
///
/// - ``description``
/// - ``customMirror``
public final class Imposer: Sendable {
    // It is the user's token on a node, which has all of the state: when the last reference to it goes, the node ends.

    /// Its registrations and the instances that are kept of them.
    package let node: ImposerNode
    /// The table in which its answers are found. For a scope, it is always empty: the scope's node says where to look.
    @usableFromInline
    let home: AnswerTableReference
    /// The parent, unless a directory has it, which the node holds.
    private let parent: Imposer?
    /// Keeps the instances of the directory that it was made in.
    private let lease: DirectoryLease?
    /// The content of a handle, which was given to a provider as a parameter. It stands for the node, and does not end it.
    let handle: ImposerHandle?

    /// Makes a private imposer, which is in no directory.
    ///
    /// - Parameters:
    ///   - parent: The imposer to search for anything that is not imposed here. A parent from a directory brings that
    ///     directory's other imposers along, as the last ones to be searched.
    ///   - label: The name of the imposer in errors.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    public convenience init(
        parent: Imposer? = nil,
        label: String? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let parent = parent?.searched
        let node = ImposerNode(.named(label), below: parent, remembersAnswers: true)
        self.init(node, below: parent)
        Inspector.current?.madeImposer(node, Location(fileID, line))
        // Below a disposed imposer there is nothing, as in a scope that is opened there.
        if let disposal = parent?.disposal { node.disposeOfNothing(disposal) }
    }

    /// Makes the imposer of a node that has none yet, and tells the parent of it.
    init(_ node: ImposerNode, below parent: __shared ImposerNode? = nil) {
        self.node = node
        home = node.home
        handle = nil
        self.parent = parent.flatMap { $0.isMember ? nil : $0.imposer }
        lease = node.leaseToHold
        node.attach(self)
        parent?.adopt(node)
    }

    /// Makes a handle for another imposer.
    init(_ handle: ImposerHandle, of node: ImposerNode) {
        self.node = node
        self.handle = handle
        (home, parent, lease) = (AnswerCache.none.home, nil, nil)
    }

    deinit {
        if handle == nil { node.endWithImposer() }
    }

    /// Whether it was disposed of.
    public var isDisposed: Bool { node.isDisposed || handle?.context?.scope?.isDisposed ?? false }

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

extension Imposer: CustomStringConvertible, CustomReflectable {
    /// `primary`, `secondary`, `custom(eu)`, `private imposer`, `private imposer "Payments"`, `scope` or
    /// `scope "request"`.
    public var description: String { node.description }

    /// An empty mirror: the content is internal.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
