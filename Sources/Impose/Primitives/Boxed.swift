/// A value behind one reference.
package final class Boxed<Content: Sendable & ~Copyable>: Sendable {
    package let content: Content

    package init(_ content: consuming Content) {
        self.content = content
    }

    /// Returns a retained reference that can pass through C. The receiver must call `takeRetained` with it exactly
    /// once.
    package static func passRetained(_ content: consuming Content) -> UnsafeMutableRawPointer {
        Unmanaged.passRetained(Boxed(content)).toOpaque()
    }

    /// Takes over a reference from `passRetained`. It must be to this very class.
    package static func takeRetained(_ reference: UnsafeMutableRawPointer) -> Boxed {
        Unmanaged<Boxed>.fromOpaque(reference).takeRetainedValue()
    }
}
