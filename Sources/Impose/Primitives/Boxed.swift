/// A value behind one reference.
package final class Boxed<Content: Sendable & ~Copyable>: Sendable {
    package let content: Content

    package init(_ content: consuming Content) {
        self.content = content
    }

    /// A retained reference for C, which hands it over once.
    package static func handOver(_ content: consuming Content) -> UnsafeMutableRawPointer {
        Unmanaged.passRetained(Boxed(content)).toOpaque()
    }

    /// Takes over such a reference, of this very class.
    package static func handedOver(_ reference: UnsafeMutableRawPointer) -> Boxed {
        Unmanaged<Boxed>.fromOpaque(reference).takeRetainedValue()
    }
}
