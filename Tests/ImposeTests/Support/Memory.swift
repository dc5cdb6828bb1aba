import Foundation

/// What the process occupies, in bytes.
func residentMemory() -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * 4096
}

/// Sanitizers keep memory of their own for what was freed and for threads that ended.
let memoryCanBeMeasured = dlsym(nil, "__tsan_init") == nil && dlsym(nil, "__asan_init") == nil
