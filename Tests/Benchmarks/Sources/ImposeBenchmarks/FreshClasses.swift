import Subjects
import Synchronization

/// Gives classes that nobody has seen yet: the runtime knows nothing of what they conform to, nor has it made any
/// generic type with them.
enum FreshClasses {
    /// All rows draw from one source. What is below is left to those that need no fresh ones.
    private static let next = Atomic(1_000_000)

    static func take(_ count: Int) -> [any Numbered.Type] {
        let first = next.add(count, ordering: .relaxed).oldValue
        return (first..<first + count).map(numbered)
    }
}
