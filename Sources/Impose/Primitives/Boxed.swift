/// A value behind one reference.
final class Boxed<Content: Sendable>: Sendable {
    let content: Content

    init(_ content: Content) {
        self.content = content
    }
}
