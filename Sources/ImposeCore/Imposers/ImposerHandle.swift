/// The content of a handle, an imposer that was given to a provider as a parameter: the imposer that holds the
/// registration, and the scope that the provider's parameters are injected in. It holds neither.
final class ImposerHandle: Sendable {
    private let holder: ImposerReference
    /// The provider's context; nil for the process's directory without a scope.
    let context: Context?

    fileprivate init(_ origin: Origin) {
        holder = ImposerReference(holdingNothing: origin.asked)
        let directory = origin.scope?.homeDirectory ?? .current
        let isPlain = origin.scope == nil && directory === Directory.process
        context = isPlain ? nil : Context(directory, scope: origin.scope, isHolding: false)
    }

    /// Returns the origin of the handle's searches.
    ///
    /// - Parameter handle: The imposer whose handle this is. Where the holder is gone, the handle takes its place,
    ///   since it has the same node, which was disposed of.
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
            // The imposer may be going right now, and would do the same in a moment.
            handle.node.clear(for: nil)
            return nil
        }
    }

    var isScopeDisposed: Bool { context?.scope?.isDisposed ?? false }

    /// Runs `body` in the provider's context.
    func run<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        isCurrent ? try body() : try Context.run(in: context, body)
    }

    /// Whether the calling code runs in the provider's context.
    var isCurrent: Bool {
        let (current, scope) = (Context.current, context?.scope)
        return (current?.directory ?? .process) === (context?.directory ?? .process) && current?.scope === scope
    }
}

extension Imposer {
    /// Makes a handle for a provider's parameter; nil if an imposer is imposed for this type itself, which goes first.
    convenience init?(parameterFrom origin: Origin) {
        // Only a registration for the type itself answers, since it is a final class.
        let key = RegistrationKey(type: Imposer.self, name: nil)
        if SearchOrder(from: origin).contains(where: { $0.recordInForce(for: key) != nil }) { return nil }
        self.init(ImposerHandle(origin), of: origin.asked)
    }

    /// The imposer that a handle changes: the one that holds the registration. Nil if this is no handle, or if the
    /// holder is gone, and the handle takes its place.
    var handled: Imposer? {
        handle?.holder(of: self)
    }

    /// The imposer whose own search is the same as the handle's: the scope that it searches first; or the holder of the
    /// registration, where there is no scope, or one that does not search the holder. Nil as for `handled`.
    var handledSearch: Imposer? {
        guard let handle, let holder = handle.holder(of: self) else { return nil }
        return Origin(asked: holder, scope: handle.context?.scope).start ?? holder
    }

    /// Runs `body` with the origin of a request from the user's code; for a handle, in its provider's context.
    @inline(__always)
    func searching<Result, Failure: Error>(
        _ body: (Origin) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let handle else { return try body(Origin(asked: self)) }
        return try handle.run { () throws(Failure) -> Result in try body(handle.origin(of: self)) }
    }
}
