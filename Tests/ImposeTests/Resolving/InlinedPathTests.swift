import TestSupport
import Testing

@testable import Impose
@testable import ImposeInspecting

private struct Version: Sendable {
    let number: Int
}

private struct Reader {
    @Injected var version: Version
}

/// Checks that no context was in use: only then does code inlined into the caller give known answers.
private func inNoContext(_ body: () throws -> Void) {
    #expect(areNoContexts)
    #expect(throws: Never.self, performing: body)
    #expect(areNoContexts)
}

/// Whether no context is in use, and it says so.
private var areNoContexts: Bool {
    ContextCount.settle()
    return ContextCount.isZero
}

/// While a context is in use anywhere in the process, code inlined into the caller passes each request on, and nearly
/// all suites have contexts. So the tests that matter to the inlined path run once more in processes without any. They
/// are also the tests of the process's own directory.
@Suite("Known answers where no context is in use", .timeLimit(.minutes(20)))
struct InlinedPathTests {
    @Test("are never stale")
    func neverStale() async {
        await #expect(processExitsWith: .success) {
            inNoContext {
                let tests = NeverStaleTests()
                for option in [InjectOption.singleInstance, .closureBased] {
                    tests.replacing(option: option)
                    for way in ["replace", "remove", "removeAll", "reset", "parent"] {
                        try tests.duringMaking(option: option, way: way)
                    }
                }
                for way in ["remove", "removeAll", "parent"] { try tests.remembered(way: way) }
                tests.compatible()
                tests.parent()
                tests.resetting()
                tests.removing()
                tests.nearer()
                tests.tie()
            }
        }
    }

    @Test("are made exactly once")
    func exactlyOnce() async {
        await #expect(processExitsWith: .success) {
            inNoContext {
                let tests = ExactlyOnceTests()
                tests.once(threads: 8, rounds: 200)
                tests.failureHandsOn()
                tests.finishedLate()
                tests.parallel()
            }
        }
    }

    @Test("are found at once again when a scope has run, whoever holds what was created there")
    func afterContexts() async {
        await #expect(processExitsWith: .success) {
            inNoContext {
                Imposer.impose(for: Version.self, Version(number: 1))
                let scope = Imposer.openScope()
                let readers = scope.run { [Reader(), Reader()] }
                let context = scope.run { Imposer.currentContext() }
                #expect(areNoContexts)
                context.run {
                    #expect(!ContextCount.isZero)
                    #expect(Reader().version.number == 1)
                }
                #expect(readers.map(\.version.number) == [1, 1])
            }
        }
    }

    @Test("hold no lock and no reader while code of the user runs")
    func noLock() async {
        await #expect(processExitsWith: .success) {
            inNoContext {
                let tests = NoLockTests()
                tests.provider()
                try tests.providerOfItself()
                NoLockOfWrapperTests().wrapper()
            }
        }
    }

    @Test("are released as soon as nobody reads them, and defects of the past do not return")
    func released() async {
        await #expect(processExitsWith: .success) {
            inNoContext {
                ReleaseTests().replacing()
                let tests = RegressionTests()
                tests.resetInOnePiece()
                tests.resetInOnePieceForThreads(parent: nil)
                DirectoryRegressionTests().removalByTwo()
            }
        }
    }

    @Test("are those of the process's own directory, by the global functions and wrappers, while it changes")
    func process() async {
        await #expect(processExitsWith: .success) {
            inNoContext {
                let latest = CallCounter()
                Imposer.impose(for: Version.self) { Version(number: 0) }
                onThreads(4) { _, thread in
                    if thread == 0 {
                        for number in 1...2000 {
                            Imposer.impose(for: Version.self) { Version(number: number) }
                            latest.increment()
                        }
                    } else {
                        while latest.count < 2000 {
                            let before = latest.count
                            #expect(inject(of: Version.self).number >= before)
                            #expect(Reader().version.number >= before)
                        }
                    }
                }
                Imposer.removeAll()
                #expect(unforceInject(of: Version.self) == nil)
            }
        }
    }

    @Test("are not taken for those of a context that begins, and are back when it has ended")
    func contextsInBetween() async {
        await #expect(processExitsWith: .success) {
            Imposer.impose(for: Version.self) { Version(number: 1) }
            let outside = Reader()
            inNoContext {
                #expect(inject(of: Version.self).number == 1)
                let reader = Imposer.isolated {
                    Imposer.impose(for: Version.self) { Version(number: 2) }
                    #expect(inject(of: Version.self).number == 2)
                    #expect(outside.version.number == 1)
                    return Reader()
                }
                // No context is in use any more, and yet this one is not to be read on the spot.
                #expect(areNoContexts)
                #expect(inject(of: Version.self).number == 1)
                #expect(reader.version.number == 2)
            }
        }
    }
}
