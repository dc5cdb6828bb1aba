internal import Foundation

/// The memory that the process occupies, in bytes.
package func residentMemory() -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * 4096
}

/// False under sanitizers, which keep extra memory for freed objects and for threads that ended.
package let memoryCanBeMeasured = !isSanitized
