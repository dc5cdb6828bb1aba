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
        self.init(asked: asked, scope: asked.nearestScope ?? context?.scope)
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
        if scope.parent === asked, !scope.branch.remembersAnswers, asked.branch.remembersAnswers {
            return scope.isDisposed ? nil : asked
        }
        var next = start
        while let imposer = next, !imposer.branch.remembersAnswers {
            // Its parent may well remember, but is not asked any more.
            if imposer.isDisposed { return nil }
            next = imposer.parent
        }
        return next
    }

    /// Where the answer is remembered.
    var remembering: AnswerCache? { base?.branch.answers }

    /// Whether whoever changes the registrations of an imposer finds the current scope.
    func reaches(_ holder: Imposer) -> Bool {
        guard let scope, !scope.isSelfOrDescendant(of: holder) else { return true }
        guard let directory = holder.directory else { return false }
        return scope.rootDirectory === directory
    }
}

extension Imposer {
    /// The directory that this imposer or its last parent is a member of.
    fileprivate var rootDirectory: Directory? {
        if let parent { parent.rootDirectory } else { directory }
    }
}
