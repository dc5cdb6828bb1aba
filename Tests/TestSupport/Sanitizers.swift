internal import Foundation

/// Whether a sanitizer runs.
package let isSanitized = ["__asan_init", "__tsan_init"].contains { (name: String) in dlsym(nil, name) != nil }

/// A number of rounds, as they are made in a program that is optimised. In any other one it is a third of them, and under a
/// sanitizer a tenth: there each takes several times as long, and all execute the same code.
package func scaled(_ rounds: Int) -> Int {
    #if DEBUG
        let part = isSanitized ? 10 : 3
    #else
        let part = isSanitized ? 10 : 1
    #endif
    return (rounds + part - 1) / part
}

/// The first seeds, or a part of them, as of rounds.
package func seeds(_ count: Int) -> Range<UInt64> { 0..<UInt64(scaled(count)) }
