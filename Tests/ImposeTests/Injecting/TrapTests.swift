import Foundation
import Impose
import TestSupport
import Testing

private protocol Vault: Sendable {}

private final class Safe: Vault {
    init(code: Code) {}
}

private struct Code: Sendable {}

private struct Alarm: Error {}

/// The registrations that fail in these tests, in the test and again in the process that stops.
private enum Failing {
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
}

/// One of two classes that need each other, the way most apps write it.
private final class Key: Sendable {
    init(lock: Lock = inject(from: .custom("TrapTests.cycle"), fileID: Failing.fileID, line: 31)) {}
}

private final class Lock: Sendable {
    init(key: Key = inject(from: .custom("TrapTests.cycle"), fileID: Failing.fileID, line: 32)) {}
}

private func open(@Injected vault: any Vault) { _ = vault }

@Suite("Injections that stop the program")
struct TrapTests {
    /// Checks that a process said the text of an error, whole and once, at the error's place.
    private func check(_ result: ExitTest.Result?, says error: ImposeError) throws {
        let bytes = try #require(result).standardErrorContent
        let output = String(decoding: bytes, as: UTF8.self)
        let start = "\(error.location): Fatal error: "
        let found = try #require(output.range(of: start), "\(output)")
        #expect(output[found.upperBound...].hasPrefix(error.description + "\n"), "\(output)")
        #expect(output.components(separatedBy: "Impose can't inject").count == 2, "said more than once: \(output)")
    }

    @Test("inject() stops with the text of the error, at the place of what is missing")
    func inject() async throws {
        let error = try Failing.error(Failing.missing(), line: 70)
        #expect(error.description.contains("path       Vault → Code"))
        #expect(error.location.line == 10)
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Failing.missing().inject(of: Vault.self, fileID: Failing.fileID, line: 70)
        }
        try check(result, says: error)
    }

    @Test("inject() stops with the text of what the provider threw")
    func injectThrowing() async throws {
        let error = try Failing.error(Failing.throwing(), line: 80)
        #expect(error.description.contains("thrown     Alarm()"))
        #expect(error.location.line == 80)
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Failing.throwing().inject(of: Vault.self, fileID: Failing.fileID, line: 80)
        }
        try check(result, says: error)
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

    @Test("A cycle of default arguments stops with its path, not with a stack overflow")
    func cycle() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let imposer = Imposer.imposer(for: .custom("TrapTests.cycle"))
            imposer.impose(for: Key.self, Key())
            imposer.impose(for: Lock.self, fileID: Failing.fileID, line: 31, Lock())
            _ = imposer.unforceInject(of: Key.self, fileID: Failing.fileID, line: 33)
        }
        let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        let text = """
            Impose/TrapTests:32: Fatal error: Impose can't inject Key: it is needed to build itself.

              To fix it:
                1. Inject it later. In Lock, which is imposed at Impose/TrapTests:31, let the parameter of init and the property be
                   lazy, and read it as key(). The file needs import Impose:
                   key: Injected<Key>
                2. Or leave out the parameter, and let the property inject when it is first read, as key():
                   let key = Injected<Key>()

              requested  at Impose/TrapTests:32
              started    at Impose/TrapTests:33

            """
        #expect(output.hasPrefix(text), "\(output)")
    }

    @Test("Injected stops when it is read, with the text of the error")
    func injectedAtFirstRead() async throws {
        let error = try Failing.error(Failing.missing(), line: 90)
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let vault = Injected<any Vault>(from: Failing.missing(), fileID: Failing.fileID, line: 90)
            FileHandle.standardError.write(Data("made, not read\n".utf8))
            _ = vault.wrappedValue
            FileHandle.standardError.write(Data("read\n".utf8))
        }
        try check(result, says: error)
        let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(output.contains("made, not read\n"))
        #expect(!output.contains("\nread\n"))
    }

    @Test("Injected with when: .creation stops when it is made")
    func injectedAtCreation() async throws {
        let error = try Failing.error(Failing.missing(), line: 100)
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Injected<any Vault>(from: Failing.missing(), when: .creation, fileID: Failing.fileID, line: 100)
            FileHandle.standardError.write(Data("made\n".utf8))
        }
        try check(result, says: error)
        let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(!output.contains("\nmade\n"))
    }

    @Test("A wrapped parameter stops when it is read")
    func wrappedParameter() async throws {
        let error = try Failing.error(Failing.throwing(), line: 110)
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            open($vault: Injected(from: Failing.throwing(), fileID: Failing.fileID, line: 110))
        }
        try check(result, says: error)
    }

    @Test("Injected stops at the line of the property, if that is what nothing is imposed for")
    func injectedAtPropertyLine() async throws {
        let error = #expect(throws: ImposeError.self) {
            try Imposer(label: "empty").tryInject(of: Code.self, fileID: Failing.fileID, line: 115)
        }
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Injected<Code>(from: Imposer(label: "empty"), fileID: Failing.fileID, line: 115)()
        }
        #expect(error?.location.line == 115)
        try check(result, says: #require(error))
    }

    @Test("InjectedAll stops when one of all can't be made")
    func injectedAll() async throws {
        let error = try Failing.error(Failing.throwing(), line: 120)
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = InjectedAll<any Vault>(from: Failing.throwing(), fileID: Failing.fileID, line: 120)()
        }
        try check(result, says: error)
    }

    @Test("UnforceInjected, InjectedWeakly and unforceInject never stop the program")
    func othersGoOn() async {
        await #expect(processExitsWith: .success) {
            let imposer = Failing.missing()
            let unforced = UnforceInjected<any Vault>(from: imposer, when: .creation)()
            let weakly = InjectedWeakly<any Vault>(from: imposer, when: .creation)()
            let function = imposer.unforceInject(of: Vault.self)
            exit(unforced == nil && weakly == nil && function == nil ? EXIT_SUCCESS : EXIT_FAILURE)
        }
    }
}
