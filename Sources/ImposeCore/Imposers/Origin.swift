/// The place where the search for a request begins.
package struct Origin {
    /// The imposer that is asked.
    package let asked: Imposer
    /// The current scope: the imposer's own, or else the one that is running.
    package let scope: Imposer?

    /// Makes the origin of a request from the user's code: in the running scope, unless the imposer has its own.
    package init(asked: Imposer) {
        self.init(asked: asked, in: Context.current)
    }

    /// Makes the origin of such a request in a given context.
    init(asked: Imposer, in context: Context?) {
        guard let handle = asked.handle else {
            self.init(asked: asked, scope: asked.nearestScope ?? context?.scope)
            return
        }
        self = handle.origin(of: asked)
    }

    /// Makes the origin of a request in a given scope, or in none.
    package init(asked: Imposer, scope: Imposer?) {
        self.asked = asked
        self.scope = scope
    }

    /// The imposer whose own search is this one; nil if there is none.
    var start: Imposer? {
        guard let scope, asked !== scope else { return asked }
        // Nearly always it is a scope of the imposer that is asked.
        if scope.parent === asked { return scope }
        if asked.isSelfOrDescendant(of: scope) { return asked }
        return scope.isSelfOrDescendant(of: asked) ? scope : nil
    }

    /// The imposer that remembers the answer: the start, or one that a scope without its own registrations defers to.
    var base: Imposer? {
        // Nearly always there is no scope, or a scope of the asked imposer without registrations.
        guard let scope else { return asked }
        if scope.parent === asked, !scope.node.remembersAnswers, asked.node.remembersAnswers {
            return scope.isDisposed ? nil : asked
        }
        var next = start
        while let imposer = next {
            // Its former registrations hide answers that the parent may remember, and nothing would make it forget.
            if imposer.isDisposed { return nil }
            if imposer.node.remembersAnswers { break }
            next = imposer.parent
        }
        return next
    }

    /// The cache that remembers the answer.
    var remembering: AnswerCache? { base?.node.answers }
}

extension Imposer {
    /// Whether a change to the registrations of a holder reaches this scope.
    func reaches(_ holder: Imposer) -> Bool {
        if isSelfOrDescendant(of: holder) { return true }
        guard let directory = holder.directory else { return false }
        return rootDirectory === directory
    }
}
