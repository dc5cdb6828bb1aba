import Foundation
import Impose
import ImposeTesting
import Testing

/// The issues that a body records, which are known then.
private func issues(_ body: () async -> Void) async -> [Issue] {
    let found = LockedState<[Issue]>([])
    await withKnownIssue(isIntermittent: true) {
        await body()
    } matching: { issue in
        found.withLock { $0.append(issue) }
        return true
    }
    return found.withLock { $0 }
}

/// What only these tests impose.
private struct Probe: Sendable {}
private struct OtherProbe: Sendable {}

private struct ProbeModule: ModuleInjector {
    func provide(for imposer: Imposer) {
        imposer.impose(for: Probe.self, Probe())
        imposer.impose(for: OtherProbe.self, OtherProbe())
    }
}

@Suite("Tests that change the process's imposers are warned of", .serialized)
struct SharedImposerWarningTests {
    /// Takes away what a test has imposed, and its warning.
    private func clear() async {
        _ = await issues {
            Imposer.remove(for: Probe.self)
            Imposer.remove(for: OtherProbe.self)
        }
    }

    @Test("A test that imposes on the process's imposer is warned of at the line, once")
    func imposing() async throws {
        let found = await issues {
            for _ in 1...2 { Imposer.impose(for: Probe.self, Probe()) }
        }
        let issue = try #require(found.first)
        #expect(found.count == 1 && issue.severity == .warning)
        #expect(issue.sourceLocation?.fileID == #fileID && issue.sourceLocation?.filePath == #filePath)
        #expect(issue.sourceLocation?.line == #line - 5)
        let text = try #require(issue.comments.first).rawValue
        #expect(text.contains("imposes Probe on primary of the process, which other tests see as well."))
        #expect(text.hasSuffix("to fix: give the test its own, with the trait .imposing."))
        await clear()
    }

    @Test("A test whose module provides on the process's imposer is warned of at that line, once")
    func modules() async {
        let found = await issues { Imposer.provide(using: ProbeModule()) }
        #expect(found.map { $0.sourceLocation?.line } == [#line - 1])
        await clear()
    }

    @Test("A test that removes from or resets a process's imposer is warned of once for each")
    func removing() async throws {
        _ = await issues { Imposer.impose(for: Probe.self, Probe()) }
        let found = await issues {
            for _ in 1...2 { Imposer.imposer(for: .custom("leaks")).reset() }
            Imposer.remove(for: Probe.self)
        }
        #expect(found.count == 2)
        #expect(found.allSatisfy { $0.sourceLocation?.line == Test.current?.sourceLocation.line })
        await clear()
    }

    @Test("A test that imposes in its own directory or on a private imposer is not warned of", .imposing)
    func isolated() async {
        let found = await issues {
            Imposer.impose(for: Probe.self, Probe())
            Imposer.removeAll()
            Imposer().impose(for: Probe.self, Probe())
        }
        #expect(found.isEmpty)
    }

    @Test("A test that imposes on a scope of its own is not warned of")
    func scopes() async {
        let found = await issues {
            let scope = Imposer.openScope()
            scope.impose(for: Probe.self, Probe())
            scope.reset()
            scope.dispose()
        }
        #expect(found.isEmpty)
    }

    @Test("Nothing is warned of that is imposed on the process's imposer outside tests")
    func outside() async {
        let found = await issues {
            await Task.detached {
                Imposer.impose(for: OtherProbe.self, OtherProbe())
                Imposer.remove(for: OtherProbe.self)
            }
            .value
        }
        #expect(found.isEmpty)
    }
}
