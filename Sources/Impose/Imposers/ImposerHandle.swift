/// The content of a handle, an imposer that was given to a provider as a parameter: the place that the provider's other
/// parameters come from.
struct ImposerHandle: Sendable {
    /// The provider's context; nil for the process's directory without a scope. It holds neither scope nor instances.
    let context: Context?

    /// Whether the calling code runs in the provider's context.
    var isCurrent: Bool { Context.isCurrent(context?.directory ?? .process, context?.scope) }
}

extension Imposer {
    /// Makes a handle for a provider's parameter; nil if an imposer is imposed for this type itself, which goes first.
    convenience init?(parameterFrom origin: Origin) {
        // Only a registration for the type itself answers, since it is a final class.
        let key = RegistrationKey(type: Imposer.self, name: nil)
        if SearchOrder(from: origin).contains(where: { $0.recordInForce(for: key) != nil }) { return nil }
        let directory = origin.scope?.homeDirectory ?? .current
        let context = Context.context(in: directory, origin.scope, isHolding: false)
        self.init(ImposerHandle(context: context), of: origin.asked)
    }

    /// The node whose own search is this imposer's: for a handle the scope that is searched first, or the holder of the
    /// registration where there is no scope, or one that does not search the holder.
    package var searched: ImposerNode {
        guard let handle else { return node }
        return Origin(asked: node, scope: handle.context?.scope).start ?? node
    }

    /// Runs `body` with the origin of a request from the user's code; for a handle, in its provider's context.
    @inline(__always)
    func searching<Result, Failure: Error>(
        _ body: (Origin) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let handle, !handle.isCurrent else { return try body(Origin(askedBy: self)) }
        return try Context.run(in: handle.context) { () throws(Failure) -> Result in
            try body(Origin(askedBy: self))
        }
    }
}
