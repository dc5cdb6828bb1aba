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
/// ``Imposer/init(parent:label:fileID:line:)`` makes a private one. It answers from its own registrations and its
/// parents'.
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
/// - ``impose(for:named:onConflict:fileID:line:instance:)-swift.type.method``
/// - ``impose(for:named:onConflict:fileID:line:instance:)-swift.method``
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
/// ### Changing what another module has imposed
///
/// - ``registration(for:named:)``
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
/// - ``withScope(_:of:fileID:line:_:)-(_,_,_,_,(Imposer)->Result)``
/// - ``withScope(_:fileID:line:_:)-7j8x7``
/// - ``withScope(_:fileID:line:_:)-(_,_,_,(Imposer)->Result)``
/// - ``openScope(_:fileID:line:)-swift.type.method``
/// - ``openScope(_:fileID:line:)-swift.method``
/// - ``scope(named:)``
/// - ``run(_:)-naeb``
/// - ``run(_:)-(()->Result)``
///
/// ### Giving a scope its values
///
/// - ``give(_:for:named:fileID:line:)``
/// - ``expectGiven(_:named:in:fileID:line:)-swift.type.method``
/// - ``expectGiven(_:named:in:fileID:line:)-swift.method``
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
/// - ``isolated(empty:endsWithBody:fileID:line:_:)-(_,_,_,_,()->Result)``
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
/// ### Types used by these methods
///
/// - ``SourceLocation``
/// - ``MissingType``
///
/// ### Printing an imposer
///
/// - ``description``
/// - ``customMirror``
public final class Imposer: Sendable {
    // It is the user's token on a node, which has all of the state: when the last reference to it goes, the node ends.

    let node: Node
    /// The context that a provider ran in, if the provider was given this imposer as a parameter; otherwise nil. The
    /// node is then the holder of the provider's registration. This keeps neither of them open.
    private let parameterContext: HeldContext?
    /// The token of the imposer that this one is in, which it keeps open.
    private let parent: Imposer?
    /// Whether the node ends with this token. Roots of a directory end with the directory.
    private let endsNode: Bool

    init(_ node: Node, in parent: Imposer?, endsNode: Bool) {
        (self.node, self.parent, self.endsNode, parameterContext) = (node, parent, endsNode, nil)
        if endsNode { node.setToken(self) }
    }

    /// A parameter of a provider: it searches where the provider's other parameters come from.
    ///
    /// - Parameter resolver: Where those are searched from.
    init(parameterOf resolver: Resolver) {
        let context = HeldContext(resolver.context, keepsOpen: false)
        (node, parent, endsNode, parameterContext) = (resolver.asked.object, nil, false, context)
    }

    /// Whether it was given to a provider as a parameter.
    var isParameter: Bool { parameterContext != nil }

    /// The node that calls on this imposer act on: requests search it first, scopes are opened in it, and `dispose`
    /// ends it.
    ///
    /// It is the imposer's own node, but for a provider's parameter. For that it is the scope that the provider ran in,
    /// if this scope is inside the node, or in the directory whose root the node is.
    var target: Node {
        guard let scope = parameterContext?.context.scope?.object else { return node }
        let isOfDirectory = node.kind == .root && scope.directoryID == node.directoryID
        return isOfDirectory || scope.isInside(UncountedReference(node)) ? scope : node
    }

    /// The token that an imposer holds if it is opened in this one. Nil for a provider's parameter: what is opened by
    /// it may be part of an instance that the scope keeps, and must not keep the scope open.
    var tokenOfParent: Imposer? { isParameter ? nil : target.tokenToHold }

    /// Returns the context for code that `run` runs in this imposer. If it is no scope, this is the context of its
    /// directory.
    func contextToRunIn(from running: Context) -> Context { parameterContext?.context ?? running.inside(node) }

    /// Runs `body` with the start of a search from here, in a section.
    @inline(__always)
    func withResolver<Result, Failure: Error>(
        _ body: (Resolver, ThreadRecord) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // Keeps the node, whoever else releases this.
        defer { withExtendedLifetime(self) {} }
        if let parameterContext { return try withResolver(by: parameterContext, body) }
        let running = Context.current
        return try Injection.run(asking: node, in: running) { thread throws(Failure) in
            try body(Resolver(to: node, current: running), thread)
        }
    }

    @inline(never)
    private func withResolver<Result, Failure: Error>(
        by parameterContext: HeldContext,
        _ body: (Resolver, ThreadRecord) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try parameterContext.runRequest { () throws(Failure) in
            try Injection.run(asking: node, in: parameterContext.context) { thread throws(Failure) in
                try body(Resolver(to: node, fromScopeOf: parameterContext.context), thread)
            }
        }
    }

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
        let (label, location) = (label.map { InjectionName($0) }, Location(fileID, line))
        let node =
            parent.map { Node(.child, in: $0.target, named: label, at: location) }
            ?? Directory.ofPrivateImposer(label: label, at: location)
        self.init(node, in: parent?.tokenOfParent, endsNode: true)
        Inspector.note(.madePrivateImposer(NodeFacts(node)))
    }

    deinit {
        if !endsNode { return }
        // Invariant: the token holds the node until the end of its deinit.
        UncountedReference(node).with { node in
            // The disposers of an isolated directory run in that directory, and not in the one that happens to run
            // here.
            if node.directoryKind == .isolated, node.kind == .root {
                node.runDisposer { node.end(at: nil) }
            } else {
                node.end(at: nil)
            }
        }
    }

    /// Whether it was disposed of.
    public var isDisposed: Bool { node.isEnded || parameterContext?.context.scope?.with { $0.isEnded } ?? false }

    /// The primary imposer, which the static methods use.
    public static var shared: Imposer { imposer(for: .primary) }

    /// The imposer of a type, made at first use.
    ///
    /// - Parameter type: Primary, secondary, or custom with your own key.
    /// - Returns: The same imposer each time.
    public static func imposer(for type: ImposerType) -> Imposer {
        let root = Context.current.root
        // Not by `==`, which makes keys of both.
        if root == nil, case .primary = type { return primaryOfProcess }
        return (root?.object ?? Directory.processPrimary).directory.imposer(type)
    }

    private static let primaryOfProcess = Directory.processPrimary.directory.imposer(.primary)
}

extension Node {
    /// A root of the directory that code runs in.
    static func currentRoot(_ type: ImposerType) -> Node { root(type, in: .current) }

    /// A root of the directory of a context.
    static func root(_ type: ImposerType, in context: Context) -> Node {
        let primary = context.root?.object ?? Directory.processPrimary
        return if case .primary = type { primary } else { primary.directory.root(type) }
    }
}

extension Imposer: CustomStringConvertible, CustomReflectable {
    /// `primary`, `secondary`, `custom(eu)`, `private imposer`, `private imposer "Payments"`, `scope` or
    /// `scope "request"`.
    public var description: String { node.description }

    /// An empty mirror: the content is internal.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
