/// Who sent the request.
package struct User: Hashable, Sendable {
    package let name: String

    package init(name: String) {
        self.name = name
    }
}

/// The number of a request, as the log has it.
package struct RequestNumber: Hashable, Sendable {
    package let text: String

    package init(text: String) {
        self.text = text
    }
}
