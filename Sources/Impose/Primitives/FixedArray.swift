/// A number of values that does not change, in memory of their own.
///
/// In place of an array, which is looked at each time whether it is shared, and counts references.
struct FixedArray<Element>: ~Copyable {
    private var elements: UnsafeMutableBufferPointer<Element>

    /// None.
    init() {
        elements = UnsafeMutableBufferPointer(start: nil, count: 0)
    }

    /// - Parameter element: Makes each element. Copies of one would count its references, also where it has none.
    @inline(__always)
    init(count: Int, _ element: () -> Element) {
        elements = .allocate(capacity: count)
        for position in 0..<count { elements.initializeElement(at: position, to: element()) }
    }

    deinit {
        elements.deinitialize()
        elements.deallocate()
    }

    var count: Int {
        @inline(__always) get { elements.count }
    }

    /// Looked at and changed in place: a copy of the element would count its references.
    ///
    /// Invariant: the position is at least 0 and less than the count. Checked in debug builds.
    subscript(position: Int) -> Element {
        @inline(__always) unsafeAddress { UnsafePointer(address(of: position)) }
        @inline(__always) nonmutating unsafeMutableAddress { address(of: position) }
    }

    @inline(__always)
    private func address(of position: Int) -> UnsafeMutablePointer<Element> {
        assert(elements.indices.contains(position))
        return elements.baseAddress.unsafelyUnwrapped + position
    }

    /// Moves all elements out, in order, and leaves none.
    mutating func moveAll(_ body: (consuming Element) -> Void) {
        let moved = exchange(&elements, with: UnsafeMutableBufferPointer(start: nil, count: 0))
        for position in moved.indices { body(moved.moveElement(from: position)) }
        moved.deallocate()
    }
}
