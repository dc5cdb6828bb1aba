/// A value behind one reference.
package final class Boxed<Content: Sendable & ~Copyable>: Sendable {
    package let content: Content

    package init(_ content: consuming Content) {
        self.content = content
    }

    /// Returns a retained reference that can pass through C. The receiver must call `handedOver` with it exactly once.
    package static func handOver(_ content: consuming Content) -> UnsafeMutableRawPointer {
        Unmanaged.passRetained(Boxed(content)).toOpaque()
    }

    /// Takes over a reference from `handOver`. It must be to this very class.
    package static func handedOver(_ reference: UnsafeMutableRawPointer) -> Boxed {
        Unmanaged<Boxed>.fromOpaque(reference).takeRetainedValue()
    }
}
