/// The place where an instance is kept, and hence on whose behalf it is built.
struct InstanceLocation {
    let keeper: InstanceKeeper
    let registration: RegistrationToKeep
    /// The scope that the instance is built in, if any.
    let scope: ImposerNode?

    /// Nil if the registration is gone.
    ///
    /// - Parameters:
    ///   - registration: One with a kept lifetime, or a `.graphInstance` in an injection that is awaited.
    ///   - holder: The imposer that holds it.
    ///   - request: What was asked for.
    ///   - origin: Where the request began.
    /// - Throws: If the scope that would keep it was disposed of, or there is none.
    init?(
        of registration: RegistrationRecord,
        heldBy holder: ImposerNode,
        for request: Request,
        from origin: Origin
    ) throws(ImposeError) {
        let toKeep = RegistrationToKeep(registration, heldBy: holder.number) {
            holder.record(for: registration.key) === registration
        }
        if registration.isOfGraph {
            guard let graph = InjectionGraph.current, let toKeep else { return nil }
            keeper = graph.keeper(of: registration, heldBy: holder, in: origin.scope)
            self.registration = toKeep
            scope = origin.scope
            return
        }
        switch registration.keepingScope(heldBy: holder, for: origin.scope) {
        case .scope(let scope):
            if scope.isDisposed { throw ImposeError(.disposed(scope), request) }
            guard let toKeep else { return nil }
            // First: code that lets go of the registration marks it, and then looks for those who have borrowed it.
            if !scope.reaches(holder) { scope.borrow(from: holder) }
            (keeper, self.registration, self.scope) = (scope, toKeep, scope)
        case .holder:
            guard let toKeep else { return nil }
            (keeper, self.registration, scope) = (holder, toKeep, holder.nearestScope)
        case .missing:
            throw ImposeError(.noScope(registration, origin), request)
        }
    }

    /// The keeper that an injection would ask; nil if there is none.
    static func keeper(
        of registration: RegistrationRecord,
        heldBy holder: ImposerNode,
        for scope: ImposerNode?
    ) -> InstanceKeeper? {
        switch registration.keepingScope(heldBy: holder, for: scope) {
        case .scope(let scope): scope
        case .holder: holder
        case .missing: nil
        }
    }
}
