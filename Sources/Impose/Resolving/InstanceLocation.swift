/// The place where an instance is kept, and hence on whose behalf it is built.
struct InstanceLocation {
    let keeper: InstanceKeeper
    let registration: RegistrationToKeep
    /// The scope that the instance is built in, if any.
    let scope: ImposerNode?

    /// Nil if the registration is gone.
    ///
    /// - Parameter delivery: One of a registration with a kept lifetime, or of a `.graphInstance` in an injection that is
    ///   awaited.
    /// - Throws: If the scope that would keep it was disposed of, or there is none.
    init?(for delivery: Delivery) throws(ImposeError) {
        let (registration, request, origin) = (delivery.registration, delivery.request, delivery.origin)
        let holder = delivery.holder
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
        guard let keeping = registration.keeper(heldBy: holder, for: origin.scope) else {
            throw ImposeError(.noScope(registration, origin), request)
        }
        if registration.isRefused(by: keeping, for: origin.scope) { throw ImposeError(.disposed(keeping), request) }
        guard let present = toKeep else { return nil }
        // First: code that lets go of the registration marks it, and then looks for those who have borrowed it.
        if !keeping.reaches(holder) { keeping.borrow(from: holder) }
        (keeper, self.registration, scope) = (keeping, present, keeping.nearestScope)
    }
}
