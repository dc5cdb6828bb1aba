import Impose
import ImposeInspecting
import Logging

extension ImposeEvent {
    /// Logs the event: failures as errors, what changes answers as notices, the rest for those who look for it.
    func log(to logger: Logger) {
        logger.log(level: level, "\(self)", metadata: ["place": "\(location)"])
    }

    private var level: Logger.Level {
        switch kind {
        case .failed: .error
        case .replaced, .disposalContinues: .notice
        case .imposed, .removed: .info
        case .resolved, .built, .disposed: .debug
        }
    }
}
