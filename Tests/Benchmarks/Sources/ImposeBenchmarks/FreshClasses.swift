import Subjects
import Synchronization

/// A source of classes that nobody has seen yet: the runtime knows none of their conformances, nor has it made any
/// generic type with them.
enum FreshClasses {
    /// The next number, for all rows. The numbers below are left to rows that need no fresh classes.
    private static let next = Atomic(1_000_000)

    static func take(_ count: Int) -> [any Numbered.Type] {
        let first = next.add(count, ordering: .relaxed).oldValue
        return (first..<first + count).map(numbered)
    }
}
