import NotesCore
import Testing

struct SettingsTests {
    @Test func settingsAreThereWithoutAnyEnvironment() throws {
        #expect(try Settings(environment: ["PATH": "/bin"]).port == 8080)
    }

    @Test func settingsAreReadFromTheEnvironment() throws {
        let settings = try Settings(environment: ["NOTES_PORT": "9000", "NOTES_LOG_LEVEL": "debug"])
        #expect(settings.port == 9000)
        #expect(settings.logLevel == .debug)
    }

    @Test func settingsSayAllThatIsWrong() throws {
        let error = #expect(throws: SettingsError.self) {
            try Settings(environment: ["NOTES_PORT": "http", "NOTES_HOTS": "::1"])
        }
        #expect(error?.problems.count == 2)
        #expect(error?.problems.first == "NOTES_PORT is 'http': it must be a whole number from 0 to 65535.")
    }
}
