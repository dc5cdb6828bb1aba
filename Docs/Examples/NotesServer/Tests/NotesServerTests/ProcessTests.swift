#if os(Linux)
    import GRDB
    import NotesCore
    import Testing

    /// The program itself, as it is started and ended.
    struct ProcessTests {
        @Test func theProgramWritesItsQueueAndExitsWithZeroOnSIGTERM() async throws {
            let file = TemporaryFile()
            defer { file.remove() }
            let program = try Program(environment: ["NOTES_PORT": "0", "NOTES_DATABASE": file.path])
            defer { program.removeLog() }

            if let port = try await program.port() {
                let client = HTTPClient(port: port)
                defer { client.close() }
                let written = try? await client.send("POST", "/notes", NewNotes(texts: ["written"]))
                #expect(written?.status == 201)
                for _ in 0..<20 {
                    let answer = try? await client.send("POST", "/notes/import", NewNotes(texts: ["imported"]))
                    #expect(answer?.status == 202)
                }
            }
            program.terminate()
            #expect(await program.end() == 0, "\(program.text)")
            #expect(program.text.contains("open requests=none"))
            #expect(try await DatabaseQueue(path: file.path).read { try Note.fetchCount($0) } == 21)
        }

        @Test func theProgramSaysWhichSettingIsWrongAndExitsWithOne() async throws {
            let program = try Program(environment: ["NOTES_PORT": "http"])
            defer { program.removeLog() }
            #expect(await program.end() == 1)
            #expect(program.text == "NOTES_PORT is 'http': it must be a whole number from 0 to 65535.\n")
        }
    }
#endif
