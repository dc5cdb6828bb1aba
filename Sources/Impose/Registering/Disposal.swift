/// Where an imposer was disposed of.
final class Disposal: Sendable {
    /// Nil if it went with its last reference, or with the scope round it.
    let place: SourcePlace?

    init(at place: SourcePlace?) {
        self.place = place
    }
}
