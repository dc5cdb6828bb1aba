private import CImposeRuntime

/// Waits for another thread to do something. That takes a few instructions, or longer if the system has taken that
/// thread off its core.
func spinWait(until isOver: () -> Bool) {
    var tries = 0
    while !isOver() {
        tries += 1
        impose_pause(tries)
    }
}
