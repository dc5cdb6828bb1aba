/// The end of an imposer: where it was disposed of, and whether that is complete.
final class Disposal: Sendable {
    /// The cause of the end.
    private enum Cause {
        case call, block, body, shutdown
    }

    /// Nil if the imposer went with its last reference, or with the object that it belonged to.
    let location: Location?
    /// The owner of the body that its isolated directory ended with, and its location; nil for other ends.
    let body: String?
    /// Ends when everything has been disposed of, also by disposers that have to be awaited.
    let ending = Ending()
    private let cause: Cause

    init(at location: Location?) {
        self.location = location
        body = nil
        cause = .call
    }

    /// Makes the disposal of a scope that ends with the block that it was opened for.
    init(ofBlockAt location: Location) {
        self.location = location
        body = nil
        cause = .block
    }

    /// Makes the disposal of everything that ends with an isolated directory.
    init(withBodyOf body: String) {
        location = nil
        self.body = body
        cause = .body
    }

    /// Makes the disposal of all scopes that end with a shutdown, or are opened after it.
    init(shutDownAt location: Location) {
        self.location = location
        body = nil
        cause = .shutdown
    }

    /// Whether the cause was the end of the block that a scope was opened for.
    var isOfBlock: Bool { cause == .block }

    /// Whether the cause was a shutdown.
    var isShutdown: Bool { cause == .shutdown }
}
