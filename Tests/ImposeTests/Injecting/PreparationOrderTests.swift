import Impose
import ImposeTesting
import TestSupport
import Testing

private final class Line: Sendable {}

private final class Office: Sendable {
    let line: Line
    init(line: Line) { self.line = line }
}

private final class ImposerNode: Sendable {
    let office: Office
    init(office: Office) { self.office = office }
}

@Suite("Preparing what asks in its body", .imposing(empty: true), .timeLimit(.minutes(20)))
struct PreparationOrderTests {
    private let lines = CallCounter()
    private let offices = CallCounter()
    private let refusals = CallCounter()

    /// An office whose provider asks for a line without telling, and an asynchronous line that takes until the office
    /// was tried in vain.
    private func imposeOffice() -> Registration<Office> {
        Imposer.impose(for: Line.self) { [lines, refusals] () async throws in
            #expect(await comesTrue { refusals.count > lines.count })
            try Task.checkCancellation()
            lines.increment()
            return Line()
        }
        return Imposer.impose(for: Office.self) { [offices, refusals] () throws in
            do {
                let office = Office(line: try tryInject())
                offices.increment()
                return office
            } catch {
                refusals.increment()
                throw error
            }
        }
    }

    @Test("prepare() makes first what an eager provider asks for in its body")
    func unknown() async throws {
        _ = imposeOffice().eager()
        try await Imposer.prepare()
        #expect(inject(of: Office.self).line === inject(of: Line.self))
        #expect((lines.count, offices.count) == (1, 1))
    }

    @Test("prepare() after a reset makes in order what providers ask for in their bodies")
    func again() async throws {
        _ = imposeOffice().eager()
        Imposer.impose(for: ImposerNode.self, ImposerNode.init)
        for round in 1...3 {
            try await Imposer.prepare()
            #expect(inject(of: ImposerNode.self).office.line === inject(of: Line.self))
            #expect((lines.count, offices.count) == (round, round))
            Imposer.reset()
        }
    }

    @Test("prepare() fails if an eager provider asks for what is asynchronous each time")
    func never() async throws {
        Imposer.impose(for: Line.self, option: .closureBased) { () async in Line() }
        Imposer.impose(for: Office.self) { Office(line: try tryInject()) }.eager()
        let error = try #require(await failure { () async throws(ImposeError) in try await Imposer.prepare() })
        #expect(error.kind == .asynchronous)
        #expect(error.path.map(\.description) == ["Office", "Line"])
    }

    @Test("prepare() leaves what failed before and is not eager to its first injection")
    func failing() async throws {
        struct Broken: Error {}
        _ = imposeOffice()
        #expect(throws: ImposeError.self) { try tryInject(of: Office.self) }
        Imposer.impose(for: Line.self) { () async throws -> Line in throw Broken() }
        let error = try #require(await failure { () async throws(ImposeError) in try await Imposer.prepare() })
        #expect(error.underlyingError is Broken)
        #expect(!error.description.contains("besides"))
        #expect(offices.count == 0)
    }

    @Test("prepare() fails on a cycle whose members wait for each other")
    func cycle() async throws {
        Imposer.impose(for: Line.self) { (_: ImposerNode) async in Line() }
        Imposer.impose(for: Office.self, Office.init)
        Imposer.impose(for: ImposerNode.self, ImposerNode.init)
        let error = try #require(await failure { () async throws(ImposeError) in try await Imposer.prepare() })
        #expect(error.kind == .circular)
    }

    @Test("prepare() in a scope or a private imposer that was disposed of is an error")
    func disposed() async throws {
        let imposer = Imposer()
        let scope = imposer.openScope("request")
        scope.dispose()
        imposer.dispose()
        for ended in [scope, imposer] {
            let error = try #require(await failure { () async throws(ImposeError) in try await ended.prepare() })
            #expect(error.kind == .disposed)
        }
    }
}
