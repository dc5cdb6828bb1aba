import Foundation
import Impose
import TestSupport
import Testing

protocol Vault: Sendable {}

private final class Safe: Vault {
    init(code: Code) {}
}

struct Code: Sendable {}

private struct Alarm: Error {}

/// The registrations that fail in these tests, in the test and again in the process that stops.
enum Failing {
    static let fileID: StaticString = "Impose/TrapTests"

    /// Its provider needs something that is not imposed.
    static func missing() -> Imposer {
        let imposer = Imposer(label: "bank")
        imposer.impose(for: Vault.self, fileID: fileID, line: 10) { (code: Code) in Safe(code: code) }
        imposer.impose(for: Code.self, named: "old", fileID: fileID, line: 11, Code())
        return imposer
    }

    /// Its provider throws.
    static func throwing() -> Imposer {
        let imposer = Imposer(label: "bank")
        imposer.impose(for: Vault.self, fileID: fileID, line: 20) { () throws -> any Vault in throw Alarm() }
        return imposer
    }

    /// The error that an injection of a vault throws.
    static func error(_ imposer: Imposer, line: UInt) throws -> ImposeError {
        let error = #expect(throws: ImposeError.self) {
            try imposer.tryInject(of: Vault.self, fileID: fileID, line: line)
        }
        return try #require(error)
    }

    /// Checks that a process said the text of an error, whole and once, at the error's place.
    static func check(_ result: ExitTest.Result?, says error: ImposeError) throws {
        let bytes = try #require(result).standardErrorContent
        let output = String(decoding: bytes, as: UTF8.self)
        let start = "\(error.location): Fatal error: "
        let found = try #require(output.range(of: start), "\(output)")
        #expect(output[found.upperBound...].hasPrefix(error.description + "\n"), "\(output)")
        #expect(output.components(separatedBy: "Impose can't inject").count == 2, "said more than once: \(output)")
    }
}

@Suite("Injections that stop the program")
struct TrapTests {
    @Test("inject() stops with the text of the error, at the place of what is missing")
    func inject() async throws {
        let error = try Failing.error(Failing.missing(), line: 70)
        #expect(error.description.contains("path       Vault → Code"))
        #expect(error.location.line == 10)
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Failing.missing().inject(of: Vault.self, fileID: Failing.fileID, line: 70)
        }
        try Failing.check(result, says: error)
    }

    @Test("inject() stops with the text of what the provider threw")
    func injectThrowing() async throws {
        let error = try Failing.error(Failing.throwing(), line: 80)
        #expect(error.description.contains("thrown     Alarm()"))
        #expect(error.location.line == 80)
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Failing.throwing().inject(of: Vault.self, fileID: Failing.fileID, line: 80)
        }
        try Failing.check(result, says: error)
    }

    @Test("The global inject() stops with the text of the error")
    func globalInject() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let _: any Vault = Impose.inject(from: .custom("TrapTests"), named: "x")
        }
        let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(output.contains("Fatal error: Impose can't inject Vault named \"x\": nothing is imposed for it.\n"))
        #expect(output.contains("  searched   custom(TrapTests) (0 registrations)\n"))
        #expect(
            output.contains(
                """
                    1. Impose it before it is requested:
                       Imposer.imposer(for: .custom("TrapTests")).impose(for: Vault.self, named: "x", Safe.init)

                """
            )
        )
    }
}
