private import CImposeRuntime

/// Waits for another thread to do something that takes a few instructions, unless the system has taken its core away.
func spinWait(until isOver: () -> Bool) {
    var tries = 0
    while !isOver() {
        tries += 1
        impose_pause(tries)
    }
}
