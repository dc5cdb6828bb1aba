import Impose
import Logging

extension ImposeEvent {
    /// Logs the event: failures as errors, what changes answers as notices, the rest for those who look for it: each
    /// request imposes what it is given.
    func log(to logger: Logger) {
        logger.log(level: level, "\(self)", metadata: ["place": "\(place)"])
    }

    private var level: Logger.Level {
        switch kind {
        case .failed: .error
        case .replaced, .winnerChanged, .disposalContinues: .notice
        case .imposed, .removed, .resolved, .built, .disposed: .debug
        }
    }
}
