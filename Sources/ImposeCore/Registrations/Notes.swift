/// The notes that inspecting takes of a registration, or of an imposer. The core keeps them and does not read them.
package final class Notes: Sendable {
    package let content: any AnyObject & Sendable

    package init(_ content: any AnyObject & Sendable) {
        self.content = content
    }
}
