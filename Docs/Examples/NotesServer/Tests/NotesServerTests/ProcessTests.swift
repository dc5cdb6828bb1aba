import Foundation
import GRDB
import NotesCore
import Testing

/// The program itself, as it is started and ended. It lies beside the tests, on Linux.
struct ProcessTests {
    private let file = TemporaryFile()

    private func process(_ environment: [String: String]) -> (Process, errors: AsyncStream<String>) {
        let process = Process()
        process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appending(path: "NotesServer")
        process.environment = environment
        let (lines, printed) = AsyncStream.makeStream(of: String.self)
        let pipe = Pipe()
        process.standardError = pipe
        process.standardOutput = FileHandle.nullDevice
        pipe.fileHandleForReading.readabilityHandler = { handle in
            let data = handle.availableData
            if data.isEmpty {
                handle.readabilityHandler = nil
                printed.finish()
            } else {
                printed.yield(String(decoding: data, as: UTF8.self))
            }
        }
        return (process, lines)
    }

    @Test func writesTheQueueAndExitsWithZeroOnSIGTERM() async throws {
        defer { file.remove() }
        let (process, errors) = process(["NOTES_PORT": "0", "NOTES_DATABASE": file.path])
        let (ends, ended) = AsyncStream.makeStream(of: Int32.self)
        process.terminationHandler = { ended.yield($0.terminationStatus) }
        try process.run()
        defer { if process.isRunning { process.terminate() } }

        var log = ""
        for await text in errors {
            log += text
            guard let match = log.firstMatch(of: /listening on 127\.0\.0\.1:(\d+)\n/), let port = Int(match.1) else {
                continue
            }
            let client = HTTPClient(port: port)
            #expect(try await client.send("POST", "/notes", NewNotes(texts: ["written"])).status == 201)
            for _ in 0..<20 {
                #expect(try await client.send("POST", "/notes/import", NewNotes(texts: ["imported"])).status == 202)
            }
            process.terminate()
            break
        }
        for await status in ends {
            #expect(status == 0, "\(log)")
            break
        }
        let count = try await DatabaseQueue(path: file.path).read { try Note.fetchCount($0) }
        #expect(count == 21)
    }

    @Test func saysWhatIsWrongAndExitsWithOne() async throws {
        let (process, errors) = process(["NOTES_PORT": "http"])
        let (ends, ended) = AsyncStream.makeStream(of: Int32.self)
        process.terminationHandler = { ended.yield($0.terminationStatus) }
        try process.run()
        for await status in ends {
            #expect(status == 1)
            break
        }
        var log = ""
        for await text in errors { log += text }
        #expect(log == "NOTES_PORT is 'http': it must be a whole number from 0 to 65535.\n")
    }
}
