private import CImposeRuntime

/// Waiting for something that another thread does in a few instructions, unless the system has taken its core away.
enum SpinWait {
    static func wait(until isOver: () -> Bool) {
        var tries = 0
        while !isOver() {
            tries += 1
            // To yield is not enough where we have a higher priority than the one we wait for.
            if tries < 100 { impose_yield() } else { impose_sleep(50) }
        }
    }
}
