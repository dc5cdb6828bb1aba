/// Where the search for a request begins.
struct Origin {
    /// The imposer that is asked.
    let asked: Imposer
    /// The current scope: that of the imposer, or else the one that is running.
    let scope: Imposer?

    /// For a request from the user's code: in the scope that is running, unless the imposer has its own.
    init(asked: Imposer) {
        self.init(asked: asked, in: Context.current)
    }

    /// The same in a context that is known.
    init(asked: Imposer, in context: Context?) {
        guard let handle = asked.handle else {
            self.init(asked: asked, scope: asked.nearestScope ?? context?.scope)
            return
        }
        self = handle.origin(of: asked)
    }

    /// For a request in a given scope, or in none.
    init(asked: Imposer, scope: Imposer?) {
        self.asked = asked
        self.scope = scope
    }

    /// The imposer whose own search is this one; nil if there is none.
    var start: Imposer? {
        guard let scope, asked !== scope else { return asked }
        // Nearly always it is a scope of what is asked.
        if scope.parent === asked { return scope }
        if asked.isSelfOrDescendant(of: scope) { return asked }
        return scope.isSelfOrDescendant(of: asked) ? scope : nil
    }

    /// Who remembers the answer: the start, or what a scope without registrations of its own leaves all to.
    var base: Imposer? {
        // Nearly always there is no scope, or one of what is asked that has no registrations.
        guard let scope else { return asked }
        if scope.parent === asked, !scope.node.remembersAnswers, asked.node.remembersAnswers {
            return scope.isDisposed ? nil : asked
        }
        var next = start
        while let imposer = next {
            // What was there before hides what the parent may well remember, and nobody would make it forget.
            if imposer.isDisposed { return nil }
            if imposer.node.remembersAnswers { break }
            next = imposer.parent
        }
        return next
    }

    /// Where the answer is remembered.
    var remembering: AnswerCache? { base?.node.answers }
}

extension Imposer {
    /// Whether whoever changes the registrations of a holder finds this scope.
    func reaches(_ holder: Imposer) -> Bool {
        if isSelfOrDescendant(of: holder) { return true }
        guard let directory = holder.directory else { return false }
        return rootDirectory === directory
    }
}
