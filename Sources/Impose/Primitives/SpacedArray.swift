/// Values for several threads, no two of which share a cache line: threads that write to one wait for each other.
///
/// It does not guard them. Each must have a lock of its own, or be an atomic.
struct SpacedArray<Element: ~Copyable>: ~Copyable {
    /// At least a cache line and the one that the processor loads along with it.
    private static var stride: Int { 128 }

    private let memory: UnsafeMutableRawPointer
    let count: Int

    init(count: Int, _ element: () -> Element) {
        precondition(MemoryLayout<Element>.size <= Self.stride)
        self.count = count
        memory = .allocate(byteCount: count * Self.stride, alignment: Self.stride)
        for position in 0..<count { address(of: position).initialize(to: element()) }
    }

    deinit {
        for position in 0..<count { address(of: position).deinitialize(count: 1) }
        memory.deallocate()
    }

    @inline(__always)
    private func address(of position: Int) -> UnsafeMutablePointer<Element> {
        (memory + position * Self.stride).assumingMemoryBound(to: Element.self)
    }

    /// The value at a position. Get it and set it, but don't change it in place, nor pass it `inout`: the thread sanitizer
    /// takes that for an access to the whole array.
    ///
    /// Invariant: the position is at least 0 and less than the count.
    subscript(position: Int) -> Element {
        @inline(__always) unsafeAddress { UnsafePointer(address(of: position)) }
        @inline(__always) nonmutating unsafeMutableAddress { address(of: position) }
    }
}

// `@unchecked`: such an element guards itself, and nobody puts another one in its place.
extension SpacedArray: @unchecked Sendable where Element: Sendable, Element: ~Copyable {}
