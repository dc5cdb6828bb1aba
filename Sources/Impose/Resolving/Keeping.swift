/// What keeps an instance, and on whose behalf it is therefore built.
struct Keeping {
    let keeper: InstanceKeeper
    /// Of the imposer or scope that the keeper belongs to.
    let branch: Branch
    /// The scope that the keeper is, or is in.
    let scope: Imposer?

    /// Nil if the registration, or the scope, is gone.
    ///
    /// - Parameters:
    ///   - registration: One with a kept lifetime.
    ///   - holder: The imposer that holds it.
    ///   - origin: Where the request began.
    init?(of registration: RegistrationRecord, heldBy holder: Imposer, for origin: Origin) {
        if registration.option.lifetime == .scopedInstance, let scope = origin.scope, let book = scope.branch.book {
            guard let keeper = book.keeper(for: registration, heldBy: holder) else { return nil }
            if !origin.reaches(holder) { scope.branch.borrow(from: holder.branch) }
            self.keeper = keeper
            branch = scope.branch
            self.scope = scope
        } else {
            guard let keeper = holder.keeper(for: registration) else { return nil }
            self.keeper = keeper
            branch = holder.branch
            scope = holder.nearestScope
        }
    }
}
