/// The place where the search for a request begins.
package struct Origin {
    /// The imposer that is asked.
    package let asked: ImposerNode
    /// The current scope: the imposer's own, or else the one that is running.
    package let scope: ImposerNode?

    /// Makes the origin of a request from the user's code: in the running scope, unless the imposer has its own.
    package init(asked: ImposerNode) {
        self.init(asked: asked, in: Context.current)
    }

    /// Makes the origin of such a request to an imposer of the running directory.
    init(askedOf type: ImposerType) {
        let context = Context.current
        self.init(asked: (context?.directory ?? .process).imposer(for: type).node, in: context)
    }

    /// Makes the origin of such a request in a given context.
    init(asked: ImposerNode, in context: Context?) {
        self.init(asked: asked, scope: asked.nearestScope ?? context?.scope)
    }

    /// Makes the origin of a request to an imposer: for a handle, where the provider's parameters come from.
    package init(askedBy imposer: Imposer) {
        guard let handle = imposer.handle else {
            self.init(asked: imposer.node)
            return
        }
        self.init(asked: imposer.node, scope: handle.context?.scope)
    }

    /// Makes the origin of a request in a given scope, or in none.
    package init(asked: ImposerNode, scope: ImposerNode?) {
        self.asked = asked
        self.scope = scope
    }

    /// The imposer whose own search is this one; nil if there is none.
    var start: ImposerNode? {
        guard let scope, asked !== scope else { return asked }
        // Nearly always it is a scope of the imposer that is asked.
        if scope.isRightBelow(UncountedReference(asked)) { return scope }
        if asked.isSelfOrDescendant(of: scope) { return asked }
        return scope.isSelfOrDescendant(of: asked) ? scope : nil
    }

    /// The imposer that remembers the answer: the start, or one that a scope without its own registrations defers to.
    ///
    /// Invariant: it is one of these two or above them, and so held by them.
    var base: UncountedReference<ImposerNode>? {
        let asked = UncountedReference(asked)
        // Nearly always there is no scope, or a scope of the asked imposer without registrations.
        guard let scope else { return asked }
        if scope.isRightBelow(asked), !scope.remembersAnswers, asked.with({ $0.remembersAnswers }) {
            return scope.isDisposed ? nil : asked
        }
        var next = start.map { UncountedReference($0) }
        while let imposer = next {
            // Its former registrations hide answers that the parent may remember, and nothing would make it forget.
            if imposer.with({ $0.isDisposed }) { return nil }
            if imposer.with({ $0.remembersAnswers }) { break }
            next = imposer.with { $0.unretainedParent }
        }
        return next
    }

    /// The table in which the answer is remembered. What the origin holds keeps it.
    var home: AnswerTableReference? { base?.with { $0.homeOfAnswers } }
}

extension ImposerNode {
    /// Whether a change to the registrations of a holder reaches this scope.
    func reaches(_ holder: ImposerNode) -> Bool {
        if isSelfOrDescendant(of: holder) { return true }
        guard let directory = holder.directory else { return false }
        // Only the last parent may be in a directory.
        return lineage.contains { $0.directory === directory }
    }
}
