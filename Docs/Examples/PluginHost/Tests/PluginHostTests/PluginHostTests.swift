import Impose
import ImposeTesting
import Testing

@testable import PluginHost

@Suite(.imposing(empty: true) { _ in Imposer.provide(using: LogPlugin(), IndexPlugin(), BackupPlugin()) })
struct PluginHostTests {
    @Test func theMostSpecificHandlerWins() throws {
        let host = PluginHost()
        #expect(try host.tell(LogPlugin(), missing: "letter") == "log letter: missing")
        #expect(try host.tell(IndexPlugin(), missing: "letter") == "index letter anew")
        #expect(try host.tell(BackupPlugin(), missing: "letter") == "restore letter")
        let all = ["restore letter", "index letter anew", "log letter: missing", "log letter: missing"]
        #expect(try host.tellAll(missing: "letter") == all)
    }

    @Test func theHostFindsAllThatItInjects() { expectEverythingImposed() }
}
