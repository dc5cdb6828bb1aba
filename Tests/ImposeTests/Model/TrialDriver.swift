import Impose
import TestSupport

/// What a trial asks for instances with, and disposes of imposers.
protocol TrialDriver: Sendable {
    /// Whether that is awaited.
    var isAwaiting: Bool { get }

    func inject<T: Sendable>(_ type: T.Type, _ request: ModelRequest, in trial: Trial) throws(ImposeError) -> T

    /// - Returns: The first error.
    func dispose(_ imposer: Imposer) -> ImposeError?
}

/// A driver that blocks.
struct BlockingDriver: TrialDriver {
    var isAwaiting: Bool { false }

    func inject<T: Sendable>(_ type: T.Type, _ request: ModelRequest, in trial: Trial) throws(ImposeError) -> T {
        try trial.inject(type, request)
    }

    func dispose(_ imposer: Imposer) -> ImposeError? { imposer.dispose() }
}

/// A trial that may explain what a request would find. Where nothing else is said, it does not.
protocol TrialExplainer {
    static var explains: Bool { get }
    func explanation<T>(_ type: T.Type, _ request: ModelRequest) -> ModelAnswer<TrialHeld>
}

extension TrialExplainer {
    static var explains: Bool { false }
    func explanation<T>(_ type: T.Type, _ request: ModelRequest) -> ModelAnswer<TrialHeld> { .skipped }
}
