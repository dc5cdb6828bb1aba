/// What an imposer stands for that was given to a provider as a parameter: the imposer that holds the registration, in
/// the scope that the provider's parameters are injected in. It holds neither.
final class ImposerHandle: Sendable {
    private let holder: ImposerReference
    /// What the provider runs in; nil for the process's directory without a scope.
    let context: Context?

    fileprivate init(_ origin: Origin) {
        holder = ImposerReference(holdingNothing: origin.asked)
        let directory = origin.scope?.homeDirectory ?? .current
        let isPlain = origin.scope == nil && directory === Directory.process
        context = isPlain ? nil : Context(directory, scope: origin.scope, isHolding: false)
    }

    /// Where it searches.
    ///
    /// - Parameter handle: The imposer whose handle this is. Where its holder is gone it stands in for that one, since it
    ///   has the same node, which was disposed of.
    func origin(of handle: Imposer) -> Origin {
        if let holder = holder(of: handle) { return Origin(asked: holder, scope: context?.scope) }
        return Origin(asked: handle, scope: nil)
    }

    /// The imposer that holds the registration; nil if it is gone.
    fileprivate func holder(of handle: Imposer) -> Imposer? {
        switch holder {
        case .type(let type): return (context?.directory ?? .process).imposer(for: type)
        case .imposer(let imposer): return imposer
        case .kept(let reference):
            if let imposer = reference.imposer { return imposer }
            // It may be going right now, and would do the same in a moment.
            handle.node.clear(telling: nil, of: [])
            return nil
        }
    }

    var isScopeDisposed: Bool { context?.scope?.isDisposed ?? false }

    /// Runs `body` in what the provider runs in.
    func run<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        isCurrent ? try body() : try Context.run(in: context, body)
    }

    /// Whether the calling code runs in what the provider runs in.
    var isCurrent: Bool {
        let (current, scope) = (Context.current, context?.scope)
        return (current?.directory ?? .process) === (context?.directory ?? .process) && current?.scope === scope
    }
}

extension Imposer {
    /// For a provider's parameter: what is imposed for this type itself goes first, and then there is none.
    convenience init?(parameterFrom origin: Origin) {
        // Of a final class only a registration for itself answers.
        let key = RegistrationKey(type: Imposer.self, name: nil)
        if SearchOrder(from: origin).contains(where: { $0.recordInForce(for: key) != nil }) { return nil }
        self.init(ImposerHandle(origin), of: origin.asked)
    }

    /// The imposer that a handle changes: the one that holds the registration. Nil if this is no handle, or if that one is
    /// gone, and the handle stands in for it.
    var handled: Imposer? {
        handle?.holder(of: self)
    }

    /// The imposer whose own search is that of a handle: the scope that it searches first; the one that holds the
    /// registration, where there is no scope, or one that does not search that one. Nil as above.
    var handledSearch: Imposer? {
        guard let handle, let holder = handle.holder(of: self) else { return nil }
        return Origin(asked: holder, scope: handle.context?.scope).start ?? holder
    }

    /// Hands over where to search for a request from the user's code. A handle's are made in what its provider runs in.
    @inline(__always)
    func searching<Result, Failure: Error>(
        _ body: (Origin) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let handle else { return try body(Origin(asked: self)) }
        return try handle.run { () throws(Failure) -> Result in try body(handle.origin(of: self)) }
    }
}
