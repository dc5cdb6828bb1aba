import Foundation
import Impose
import TestSupport
import Testing

protocol TrapVault: Sendable {}

private final class Safe: TrapVault {
    init(code: TrapCode) {}
}

struct TrapCode: Sendable {}

private struct Alarm: Error {}

/// The registrations that fail in these tests, in the test and again in the process that stops.
enum TrapFailing {
    static let fileID: StaticString = "Impose/TrapTests"

    /// Its provider needs something that is not imposed.
    static func missing() -> Imposer {
        let imposer = Imposer(label: "bank")
        imposer.impose(for: TrapVault.self, fileID: fileID, line: 10) { (code: TrapCode) in Safe(code: code) }
        imposer.impose(for: TrapCode.self, named: "old", fileID: fileID, line: 11, TrapCode())
        return imposer
    }

    /// Its provider throws.
    static func throwing() -> Imposer {
        let imposer = Imposer(label: "bank")
        imposer.impose(for: TrapVault.self, fileID: fileID, line: 20) { () throws -> any TrapVault in throw Alarm() }
        return imposer
    }

    /// The error that an injection of a vault throws.
    static func error(_ imposer: Imposer, line: UInt) throws -> ImposeError {
        let error = #expect(throws: ImposeError.self) {
            try imposer.tryInject(of: TrapVault.self, fileID: fileID, line: line)
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
        let error = try TrapFailing.error(TrapFailing.missing(), line: 70)
        #expect(error.description.contains("path       TrapVault → TrapCode"))
        #expect(error.location.line == 10)
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = TrapFailing.missing().inject(of: TrapVault.self, fileID: TrapFailing.fileID, line: 70)
        }
        try TrapFailing.check(result, says: error)
    }

    @Test("inject() stops with the text of what the provider threw")
    func injectThrowing() async throws {
        let error = try TrapFailing.error(TrapFailing.throwing(), line: 80)
        #expect(error.description.contains("thrown     Alarm()"))
        #expect(error.location.line == 80)
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = TrapFailing.throwing().inject(of: TrapVault.self, fileID: TrapFailing.fileID, line: 80)
        }
        try TrapFailing.check(result, says: error)
    }

    @Test("The global inject() stops with the text of the error")
    func globalInject() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let _: any TrapVault = Impose.inject(from: .custom("TrapTests"), named: "x")
        }
        let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(output.contains("Fatal error: Impose can't inject TrapVault named \"x\": nothing is imposed for it.\n"))
        #expect(output.contains("  searched   custom(TrapTests) (0 registrations), primary (0 registrations)\n"))
        #expect(
            output.contains(
                """
                    1. Impose it before it is requested:
                       Imposer.imposer(for: .custom("TrapTests")).impose(for: TrapVault.self, named: "x", Safe.init)

                """
            )
        )
    }
}
