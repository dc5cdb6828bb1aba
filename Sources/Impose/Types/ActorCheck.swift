private import CImposeRuntime

/// Whether code of an actor may be called right here.
enum ActorCheck {
    /// Whether an actor is the main actor and the calling code runs on it.
    ///
    /// Other actors never qualify: there is no telling, without trapping, whether one is already on them.
    static func isOnMainActor(_ actor: any Actor) -> Bool {
        guard actor === MainActor.shared else { return false }
        // Invariant: an unowned executor is two words, the executor and its witness table.
        let words = unsafeBitCast(MainActor.shared.unownedExecutor, to: (UnsafeRawPointer?, UnsafeRawPointer?).self)
        return impose_is_main_executor(words.0, words.1)
    }
}
