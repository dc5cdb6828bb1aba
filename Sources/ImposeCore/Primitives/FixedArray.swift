/// A number of values that does not change, in memory of their own.
///
/// In place of an array, which is looked at each time whether it is shared, and counts references.
struct FixedArray<Element>: ~Copyable {
    private let elements: UnsafeMutableBufferPointer<Element>

    /// None.
    init() {
        elements = UnsafeMutableBufferPointer(start: nil, count: 0)
    }

    init(repeating element: Element, count: Int) {
        elements = .allocate(capacity: count)
        elements.initialize(repeating: element)
    }

    deinit {
        elements.deinitialize()
        elements.deallocate()
    }

    var count: Int {
        @inline(__always) get { elements.count }
    }

    /// Invariant: the position is at least 0 and less than the count. Checked in debug builds.
    subscript(position: Int) -> Element {
        @inline(__always) get { elements[position] }
        @inline(__always) nonmutating set { elements[position] = newValue }
    }
}
