import Impose
import Logging
import NotesCore

/// What the process was started with.
struct SettingsModule: ModuleInjector {
    let settings: Settings

    func provide(for imposer: Imposer) {
        imposer.impose(for: Settings.self, instance: settings)
        imposer.impose(for: Logger.self) { (settings: Settings) in
            var logger = Logger(label: "notes")
            logger.logLevel = settings.logLevel
            return logger
        }
    }
}
