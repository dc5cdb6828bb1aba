import Foundation
import Impose
import TestSupport
import Testing

/// One of two classes that need each other, the way most apps write it.
private final class Key: Sendable {
    init(lock: Lock = inject(from: .custom("TrapTests.cycle"), fileID: TrapFailing.fileID, line: 31)) {}
}

private final class Lock: Sendable {
    init(key: Key = inject(from: .custom("TrapTests.cycle"), fileID: TrapFailing.fileID, line: 32)) {}
}

private func open(@Injected vault: any TrapVault) { _ = vault }

@Suite("Wrappers that stop the program")
struct WrapperTrapTests {
    @Test("A cycle of default arguments stops with its path, not with a stack overflow")
    func cycle() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let imposer = Imposer.imposer(for: .custom("TrapTests.cycle"))
            imposer.impose(for: Key.self, Key())
            imposer.impose(for: Lock.self, fileID: TrapFailing.fileID, line: 31, Lock())
            _ = imposer.unforceInject(of: Key.self, fileID: TrapFailing.fileID, line: 33)
        }
        let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        let text = """
            Impose/TrapTests:32: Fatal error: Impose can't inject Key: it is needed to build itself.

              To fix it:
                1. Inject it later. In Lock, which is imposed at Impose/TrapTests:31, leave out the parameter, and let the property
                   inject when it is first read; read it as key(), not in init. The file needs import Impose:
                   let key = Injected<Key>()

              requested  at Impose/TrapTests:32
              started    at Impose/TrapTests:33

            """
        #expect(output.hasPrefix(text), "\(output)")
    }

    @Test("Injected stops when it is read, with the text of the error")
    func injectedAtFirstRead() async throws {
        let error = try TrapFailing.error(TrapFailing.missing(), line: 90)
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let vault = Injected<any TrapVault>(from: TrapFailing.missing(), fileID: TrapFailing.fileID, line: 90)
            FileHandle.standardError.write(Data("made, not read\n".utf8))
            _ = vault.wrappedValue
            FileHandle.standardError.write(Data("read\n".utf8))
        }
        try TrapFailing.check(result, says: error)
        let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(output.contains("made, not read\n"))
        #expect(!output.contains("\nread\n"))
    }

    @Test("Injected with when: .creation stops when it is made")
    func injectedAtCreation() async throws {
        let error = try TrapFailing.error(TrapFailing.missing(), line: 100)
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Injected<any TrapVault>(
                from: TrapFailing.missing(),
                when: .creation,
                fileID: TrapFailing.fileID,
                line: 100
            )
            FileHandle.standardError.write(Data("made\n".utf8))
        }
        try TrapFailing.check(result, says: error)
        let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(!output.contains("\nmade\n"))
    }

    @Test("A wrapped parameter stops when it is read")
    func wrappedParameter() async throws {
        let error = try TrapFailing.error(TrapFailing.throwing(), line: 110)
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            open($vault: Injected(from: TrapFailing.throwing(), fileID: TrapFailing.fileID, line: 110))
        }
        try TrapFailing.check(result, says: error)
    }

    @Test("Injected stops at the line of the property, if that is what nothing is imposed for")
    func injectedAtPropertyLine() async throws {
        let error = #expect(throws: ImposeError.self) {
            try Imposer(label: "empty").tryInject(of: TrapCode.self, fileID: TrapFailing.fileID, line: 115)
        }
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Injected<TrapCode>(from: Imposer(label: "empty"), fileID: TrapFailing.fileID, line: 115)()
        }
        #expect(error?.location.line == 115)
        try TrapFailing.check(result, says: #require(error))
    }

    @Test("InjectedAll stops when one of all can't be made")
    func injectedAll() async throws {
        let error = try TrapFailing.error(TrapFailing.throwing(), line: 120)
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = InjectedAll<any TrapVault>(from: TrapFailing.throwing(), fileID: TrapFailing.fileID, line: 120)()
        }
        try TrapFailing.check(result, says: error)
    }

    @Test("UnforceInjected, InjectedWeakly and unforceInject never stop the program")
    func othersGoOn() async {
        await #expect(processExitsWith: .success) {
            let imposer = TrapFailing.missing()
            let unforced = UnforceInjected<any TrapVault>(from: imposer, when: .creation)()
            let weakly = InjectedWeakly<any TrapVault>(from: imposer, when: .creation)()
            let function = imposer.unforceInject(of: TrapVault.self)
            exit(unforced == nil && weakly == nil && function == nil ? EXIT_SUCCESS : EXIT_FAILURE)
        }
    }
}
