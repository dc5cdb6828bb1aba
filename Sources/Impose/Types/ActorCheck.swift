private import CImposeRuntime

/// A check whether an actor's code may be called from the running code.
enum ActorCheck {
    /// Whether an actor is the main actor and the calling code runs on it.
    ///
    /// Other actors never qualify: asking whether the code is already on one traps if it is not.
    static func isOnMainActor(_ actor: any Actor) -> Bool {
        guard actor === MainActor.shared else { return false }
        var executor = MainActor.shared.unownedExecutor
        return impose_is_main_executor(&executor)
    }
}
