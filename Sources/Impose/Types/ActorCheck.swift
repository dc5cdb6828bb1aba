private import CImposeRuntime

/// Whether code of an actor may be called right here.
enum ActorCheck {
    /// Whether an actor is the main actor and the calling code runs on it.
    ///
    /// Other actors never qualify: there is no telling, without trapping, whether one is already on them.
    static func isOnMainActor(_ actor: any Actor) -> Bool {
        guard actor === MainActor.shared else { return false }
        var executor = MainActor.shared.unownedExecutor
        return impose_is_main_executor(&executor)
    }
}
