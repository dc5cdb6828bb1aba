/// Where an imposer was disposed of.
final class Disposal: Sendable {
    /// Nil if it went with its last reference, or with what it belonged to.
    let place: SourcePlace?
    /// What the body belongs to that its isolated directory ended with, and where that stands; nil for other ends.
    let body: String?

    init(at place: SourcePlace?) {
        self.place = place
        body = nil
    }

    /// For all that ends with an isolated directory.
    init(withBodyOf body: String) {
        place = nil
        self.body = body
    }
}
