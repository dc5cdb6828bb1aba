internal import Foundation

/// Whether a sanitizer runs.
package let isSanitized = ["__asan_init", "__tsan_init"].contains { (name: String) in dlsym(nil, name) != nil }

/// A number of rounds, or a tenth of it under a sanitizer: there each one takes several times as long, and all execute the
/// same code.
package func scaled(_ rounds: Int) -> Int { isSanitized ? (rounds + 9) / 10 : rounds }

/// The first seeds, or a tenth of them under a sanitizer.
package func seeds(_ count: Int) -> Range<UInt64> { 0..<UInt64(scaled(count)) }
