private import CImposeRuntime

/// Waiting for another thread to do something that takes a few instructions, unless the system has taken its core away.
enum SpinWait {
    static func wait(until isOver: () -> Bool) {
        var tries = 0
        while !isOver() {
            tries += 1
            // Yielding is not enough where this thread has a higher priority than the one it waits for.
            if tries < 100 { impose_yield() } else { impose_sleep(50) }
        }
    }
}
