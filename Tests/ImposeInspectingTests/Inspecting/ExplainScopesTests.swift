import Impose
import ImposeInspecting
import TestSupport
import Testing

@Suite("Explaining what scopes keep and are given", .serialized)
struct ExplainScopesTests {
    private protocol Unit: Sendable {}
    private final class Work: Unit {}
    private final class Profile: Sendable {
        init(user: User) {}
    }
    private struct User: Sendable {}
    private static let file: StaticString = "Shop/Setup.swift"

    private let imposer = Imposer(label: "tested")

    private func imposeWork() {
        imposer.impose(
            for: Work.self,
            option: .scopedInstance(in: "request"),
            fileID: Self.file,
            line: 1,
            Work.init
        )
        .alias(Unit.self, fileID: Self.file, line: 2) { $0 }
    }

    @Test("explain() chooses nothing where no scope of the name is there to keep it, and says so")
    func noScope() throws {
        imposeWork()
        for (type, line) in [(Work.self, 1), (Unit.self, 2)] as [(any Any.Type, UInt)] {
            func check<T>(_ type: T.Type) throws {
                let outside = imposer.explain(type)
                #expect(outside.outcome == .noScope)
                #expect(outside.chosen == nil)
                #expect(outside.candidates[0].reason.contains(", but no scope \"request\" encloses the injection"))
                #expect(throws: ImposeError.self) { try imposer.tryInject(of: type) }
                for asked in [imposer, imposer.openScope("session"), Imposer(parent: imposer.openScope())] {
                    #expect(asked.explain(type).outcome == .noScope)
                    #expect(asked.explain(type).chosen == nil)
                    #expect(asked.explain(T?.self).outcome == .noScope)
                }
                try imposer.withScope("request") { request in
                    #expect(imposer.explain(type).outcome == .chosen)
                    try request.withScope("step") { step in
                        #expect(step.explain(type).outcome == .chosen)
                        #expect(imposer.explain(type).chosen?.registration.location.line == line)
                        _ = try imposer.tryInject(of: type)
                    }
                }
                imposer.withScope("step") { step in
                    #expect(step.explain(type).outcome == .noScope)
                    #expect(throws: ImposeError.self) { try step.tryInject(of: type) }
                }
            }
            try check(type)
        }
    }

    @Test("explain() reads as in its snapshot for a missing scope, and says which was disposed of")
    func texts() {
        imposeWork()
        expectSnapshot("\(imposer.explain(Unit.self))", "explain-noScope")
        let request = imposer.openScope("request", fileID: Self.file, line: 9)
        request.dispose()
        let ended = request.explain(Work.self)
        #expect(ended.outcome == .disposed)
        #expect(
            ended.candidates.map(\.reason) == ["imposed for the type itself, but scope \"request\" was disposed of"]
        )
        // Of a scope that is opened in it everything is said to be so.
        request.run { Imposer.withScope { _ in #expect(Imposer.explain(Unit.self).outcome == .disposed) } }
    }

    @Test("explain() says whether there is a scope that expects the value, and whether it has it")
    func expected() throws {
        imposer.expectGiven(User.self, in: "request", fileID: Self.file, line: 3)
        let outside = imposer.explain(User.self)
        #expect(outside.outcome == .missing)
        #expect(outside.candidates.isEmpty)
        let state = "none of them encloses the injection"
        #expect(
            outside.expectedValues == ["User (given in scopes \"request\", expected at Shop/Setup.swift:3): \(state)"]
        )
        #expect(imposer.explain(User?.self).outcome == .absent)
        #expect(imposer.explain(User?.self).expectedValues.count == 1)
        #expect(imposer.explain(User.self, named: "other").expectedValues.isEmpty)
        #expect(imposer.explain(Int.self).expectedValues.isEmpty)
        imposer.withScope("request") { request in
            let lacking = imposer.explain(User.self)
            #expect(lacking.outcome == .missing)
            #expect(lacking.expectedValues.count == 1)
            #expect(lacking.expectedValues[0].hasSuffix(": this one has not been given it"))
            request.give(User())
            let given = imposer.explain(User.self)
            #expect(given.outcome == .chosen)
            #expect(given.expectedValues.map { $0.hasSuffix(": this one has it") } == [true])
        }
        imposer.withScope("job") { _ in #expect(imposer.explain(User.self).expectedValues == outside.expectedValues) }
    }

    @Test("explain() of expected values reads as in its snapshots: outside, not given and given")
    func expectedTexts() {
        imposer.expectGiven(User.self, in: "request", fileID: Self.file, line: 3)
        expectSnapshot("\(imposer.explain(User.self))", "explain-expected")
        imposer.withScope("request", fileID: Self.file, line: 6) { request in
            expectSnapshot("\(imposer.explain(User.self))", "explain-notGiven")
            request.give(User(), fileID: Self.file, line: 4)
            expectSnapshot("\(imposer.explain(User.self))", "explain-given")
        }
    }

    @Test("The error for a value that was not given says that it was expected, and where")
    func errors() throws {
        imposer.expectGiven(User.self, in: "request", fileID: Self.file, line: 3)
        func text(_ imposer: Imposer) throws -> String {
            let error = #expect(throws: ImposeError.self) {
                try imposer.tryInject(of: User.self, fileID: "Shop/Desk.swift", line: 30)
            }
            return try #require(error?.description)
        }
        expectSnapshot(try text(imposer), "missing-outside")
        try imposer.withScope("request", fileID: Self.file, line: 6) { request in
            expectSnapshot(try text(request), "missing-notGiven")
        }
        imposer.impose(for: Profile.self, fileID: Self.file, line: 5, Profile.init)
        imposer.withScope("request", fileID: Self.file, line: 6) { request in
            request.give(User())
            let error = #expect(throws: ImposeError.self) {
                try request.tryInject(of: Profile.self, fileID: "Shop/Desk.swift", line: 30)
            }
            expectSnapshot(error?.description, "missing-outliving")
        }
    }
}
