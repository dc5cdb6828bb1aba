import Impose
import Logging
import ServiceLifecycle

/// Disposes of all that is imposed when everything else has ended.
///
/// Services end in the reverse order: it stands first in the list to be the last one.
struct ShutdownService: Service {
    let time: Duration
    let logger: Logger

    func run() async throws {
        // Told to end, or cancelled because another service failed: either way it is time.
        try? await gracefulShutdown()
        let isIdle = Imposer.shared.scope(named: "request") == nil
        logger.info("disposing of everything", metadata: ["open requests": isIdle ? "none" : "some"])
        let errors = await Imposer.shutdown(within: time)
        for error in errors { logger.error("\(error)") }
        if let first = errors.first { throw first }
    }
}
