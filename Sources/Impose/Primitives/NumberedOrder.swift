// The order of things that have numbers.

extension Array {
    /// Returns the elements in the order of their numbers; those with the same number stay in order.
    ///
    /// All types of elements share one sort. One for each would make a program four kilobytes larger.
    ///
    /// - Complexity: O(n log n)
    package func inOrder(of number: (Element) -> Int64) -> [Element] {
        Int64.positions(inOrder: map(number)).map { self[$0] }
    }
}

extension Int64 {
    /// The positions of numbers, the least number's first.
    @inline(never)
    fileprivate static func positions(inOrder numbers: [Int64]) -> [Int] {
        numbers.indices.sorted { (numbers[$0], $0) < (numbers[$1], $1) }
    }
}
