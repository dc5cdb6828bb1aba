/// Where an imposer was disposed of, and whether that is complete.
final class Disposal: Sendable {
    /// What it was that disposed of it.
    private enum Cause {
        case call, block, body, shutdown
    }

    /// Nil if it went with its last reference, or with what it belonged to.
    let location: Location?
    /// What the body belongs to that its isolated directory ended with, and where that stands; nil for other ends.
    let body: String?
    /// Whether everything has been disposed of, what needs to be awaited too.
    let ending = Ending()
    private let cause: Cause

    init(at location: Location?) {
        self.location = location
        body = nil
        cause = .call
    }

    /// For a scope that ends with the block that it was opened for.
    init(ofBlockAt location: Location) {
        self.location = location
        body = nil
        cause = .block
    }

    /// For all that ends with an isolated directory.
    init(withBodyOf body: String) {
        location = nil
        self.body = body
        cause = .body
    }

    /// For all scopes that end with a shutdown, and those that are opened afterwards.
    init(shutDownAt location: Location) {
        self.location = location
        body = nil
        cause = .shutdown
    }

    /// Whether it was the end of the block that a scope was opened for.
    var isOfBlock: Bool { cause == .block }

    /// Whether it was a shutdown.
    var isShutdown: Bool { cause == .shutdown }
}
