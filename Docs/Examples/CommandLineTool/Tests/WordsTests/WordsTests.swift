import Impose
import ImposeTesting
import Synchronization
import Testing

@testable import words

struct OneText: Reader { func text(of path: String) throws -> String { "one two\nthree" } }

final class Screen: Console {
    let lines = Mutex<[String]>([])

    func show(_ line: String) { lines.withLock { $0.append(line) } }
}

@Suite(.imposing(empty: true) { $0.provide(using: WordsModule()) })
struct WordsTests {
    @Test(arguments: [("plain", "3\tletter"), ("csv", "\"letter\",3")])
    func countsTheWordsOfAFile(report: String, line: String) throws {
        let screen = Screen()
        Imposer.impose(for: (any Reader).self, OneText())
        Imposer.impose(for: (any Console).self, instance: screen)

        try Words.parse(["letter", "--report", report]).run()
        #expect(screen.lines.withLock { $0 } == [line])
        #expect(throws: (any Error).self) { try Words.parse(["letter", "--report", "loud"]) }
    }

    @Test func theToolFindsAllThatItInjects() { expectEverythingImposed() }
}
