import Logging

/// What can be set from outside.
package struct Settings: Sendable {
    package var host = "127.0.0.1"
    package var port = 8080
    package var database = "notes.sqlite"
    package var logLevel = Logger.Level.info
    package var idleTime = Duration.seconds(30)
    package var shutdownTime = Duration.seconds(20)

    package init() {}

    /// Reads the environment. What is not there stays as it is above.
    ///
    /// - Throws: A `SettingsError` that names all that is wrong.
    package init(environment: [String: String]) throws(SettingsError) {
        var problems: [String] = []

        func read<Value>(_ name: String, into value: inout Value, _ rule: String, _ parse: (String) -> Value?) {
            guard let text = environment[name] else { return }
            if let parsed = parse(text) { value = parsed } else { problems.append("\(name) is '\(text)': \(rule).") }
        }

        read("NOTES_HOST", into: &host, "it must be a name or an address") { $0.isEmpty ? nil : $0 }
        read("NOTES_PORT", into: &port, "it must be a whole number from 0 to 65535") { text in
            Int(text).flatMap { (0...65535).contains($0) ? $0 : nil }
        }
        read("NOTES_DATABASE", into: &database, "it must be the path of a file") { $0.isEmpty ? nil : $0 }
        let levels = Logger.Level.allCases.map { $0.rawValue }.joined(separator: ", ")
        read("NOTES_LOG_LEVEL", into: &logLevel, "it must be one of \(levels)") { Logger.Level(rawValue: $0) }
        func seconds(_ text: String) -> Duration? { Int(text).flatMap { $0 >= 1 ? .seconds($0) : nil } }
        read("NOTES_IDLE_SECONDS", into: &idleTime, "it must be a whole number, 1 or more", seconds)
        read("NOTES_SHUTDOWN_SECONDS", into: &shutdownTime, "it must be a whole number, 1 or more", seconds)
        let unknown = environment.keys.filter { $0.hasPrefix("NOTES_") && !Self.names.contains($0) }.sorted()
        problems += unknown.map { "\($0) is no setting. There are \(Self.names.joined(separator: ", "))." }

        if !problems.isEmpty { throw SettingsError(problems: problems) }
    }

    private static let names = [
        "NOTES_HOST", "NOTES_PORT", "NOTES_DATABASE", "NOTES_LOG_LEVEL", "NOTES_IDLE_SECONDS", "NOTES_SHUTDOWN_SECONDS",
    ]
}

/// What is wrong with the environment, one sentence each.
package struct SettingsError: Error, CustomStringConvertible {
    package let problems: [String]

    package var description: String { problems.joined(separator: "\n") }
}
