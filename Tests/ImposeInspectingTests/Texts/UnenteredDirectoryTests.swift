import Impose
import ImposeTesting
import TestSupport
import Testing

/// Of code that has left its test, which runs in the imposers of the process.
@Suite("Texts of what runs outside", .imposing)
struct UnenteredDirectoryTests {
    private struct Tide: Sendable {}

    @Test("An error in a detached task says that a running test has what is missing", arguments: [false, true])
    func outside(isNamed: Bool) async {
        let name: InjectionName? = isNamed ? "high" : nil
        Imposer.impose(for: Tide.self, named: name, fileID: "Sea/Coast.swift", line: 5, Tide())
        let text = await Task.detached { () -> String in
            do throws(ImposeError) {
                _ = try tryInject(of: Tide.self, named: name, fileID: "Sea/Coast.swift", line: 8)
                return ""
            } catch {
                return "\(error)"
            }
        }
        .value
        let cause = "a test that runs has it, imposed at Sea/Coast.swift:5, but this code does not run in that test."
        #expect(text.contains(cause), "\(text)")
        #expect(
            text.contains(
                """
                    1. If a detached task asks at Sea/Coast.swift:8, let it stay in the test: in place of Task.detached {, write:
                       Task {
                """
            ),
            "\(text)"
        )
        await Task { #expect(throws: Never.self) { try tryInject(of: Tide.self, named: name) } }.value
    }

    @Test("An error outside a test says nothing of the test's numbers that have no name")
    func plainValue() async {
        Imposer.impose(for: Int.self, 5)
        Imposer.impose(for: Int.self, named: "sails", 3)
        let texts = await Task.detached {
            [nil, "sails"].map { name in
                failure { () throws(ImposeError) in try tryInject(of: Int.self, named: name) }.map { "\($0)" } ?? ""
            }
        }
        .value
        #expect(!texts[0].contains("a test that runs has it"), "\(texts[0])")
        #expect(texts[1].contains("a test that runs has it"), "\(texts[1])")
    }

    @Test("An error outside Imposer.isolated says that the body has it, and nothing once that ended")
    func isolated() async {
        let ask = { @Sendable () -> String in
            do throws(ImposeError) {
                _ = try tryInject(of: Tide.self, named: "low", fileID: "Sea/Coast.swift", line: 8)
                return ""
            } catch {
                return "\(error)"
            }
        }
        let text = await Imposer.isolated { () async in
            Imposer.impose(for: Tide.self, named: "low", fileID: "Sea/Coast.swift", line: 6, Tide())
            return await Task.detached { ask() }.value
        }
        #expect(text.contains("runs has it, imposed at Sea/Coast.swift:6, but this code does not run in"), "\(text)")
        // Another thread may hold the directory for a moment.
        #expect(await comesTrue { !ask().contains("runs has it") })
    }
}
