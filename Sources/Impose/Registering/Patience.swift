#if canImport(Glibc)
    private import Glibc
#elseif canImport(Darwin)
    // Unchecked: this is not compiled on Linux.
    private import Darwin
#endif

/// Waiting for something that another thread does in a few instructions, unless the system has taken its core away.
enum Patience {
    static func wait(until isOver: () -> Bool) {
        var tries = 0
        while !isOver() {
            tries += 1
            // To yield is not enough where we have a higher priority than the one we wait for.
            if tries < 100 { sched_yield() } else { usleep(50) }
        }
    }
}
