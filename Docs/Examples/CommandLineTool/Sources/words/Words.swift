import ArgumentParser
import Foundation
import Impose

/// Reads a file.
protocol Reader: Sendable { func text(of path: String) throws -> String }

/// Shows a line.
protocol Console: Sendable { func show(_ line: String) }

/// Says how many words a file has. There are several, by their names.
protocol Report: Sendable { func line(for path: String, words: Int) -> String }

struct DiskReader: Reader {
    func text(of path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }
}

struct StandardOutput: Console { func show(_ line: String) { print(line) } }
struct PlainReport: Report { func line(for path: String, words: Int) -> String { "\(words)\t\(path)" } }
struct CSVReport: Report { func line(for path: String, words: Int) -> String { "\"\(path)\",\(words)" } }

struct WordsModule: ModuleInjector {
    func provide(for imposer: Imposer) {
        imposer.impose(for: (any Reader).self, DiskReader.init)
        imposer.impose(for: (any Console).self, StandardOutput.init)
        imposer.impose(for: (any Report).self, named: "plain", PlainReport.init)
        imposer.impose(for: (any Report).self, named: "csv", CSVReport.init)
    }
}

/// What the command line says. The parser decodes it, so what is injected is no property of it.
struct Words: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "words", abstract: "Counts the words of files.")

    @Option(help: "How to show them: plain or csv.") var report = "plain"
    @Argument(help: "The files.") var paths: [String]

    func validate() throws {
        guard Imposer.isImposed((any Report).self, named: "\(report)") else {
            throw ValidationError("There is no report '\(report)'.")
        }
    }

    func run() throws {
        let (reader, console) = (inject(of: (any Reader).self), inject(of: (any Console).self))
        let report = inject(of: (any Report).self, named: "\(report)")
        for path in paths {
            let words = try reader.text(of: path).split(whereSeparator: \.isWhitespace).count
            console.show(report.line(for: path, words: words))
        }
    }
}

/// Imposes what the tool needs, and leaves the rest to the parser.
@main
struct Tool {
    static func main() {
        Imposer.provide(using: WordsModule())
        Words.main()
    }
}
