/// Tells the observers of a change of an imposer's registrations.
///
/// It exists only while somebody observes.
struct ChangeEvents {
    private let imposer: ImposerNode
    /// Tells of the requests that have another answer since then, if inspecting knows any. It is given the line that made
    /// the change, or nil to name the line of each request.
    let changedAnswers: (@Sendable (Location?) -> Void)?

    /// Nil if nobody observes the directory. Create it before the change.
    init?(_ imposer: __shared ImposerNode) {
        guard Observers.exist, (imposer.homeDirectory ?? .current).observers.areAny else { return nil }
        self.imposer = imposer
        changedAnswers = Inspector.current?.willChange(imposer)
    }

    /// Tells the observers of a new registration and what it changes.
    func report(_ new: RegistrationRecord, replacing old: RegistrationRecord?) {
        let info = Imposer.RegistrationInfo(new)
        let replaced = old.map { ImposeEvent.Kind.replaced(Imposer.RegistrationInfo($0), by: info) }
        Observers.report(replaced ?? .imposed(info), in: imposer, at: info.location)
        changedAnswers?(info.location)
    }

    /// Tells the observers of registrations that are gone and what that changes.
    func report(removed: [RegistrationRecord]) {
        for record in removed {
            let info = Imposer.RegistrationInfo(record)
            Observers.report(.removed(info), in: imposer, at: info.location)
        }
        changedAnswers?(nil)
    }
}
