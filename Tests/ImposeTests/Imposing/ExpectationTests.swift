import Impose
import ImposeInspecting
import TestSupport
import Testing

@Suite("What scopes are expected to be given")
struct ExpectationTests {
    private struct User: Equatable, Sendable {
        var name = "Ada"
    }
    private final class Profile: Sendable {
        let user: User

        init(user: User) { self.user = user }
    }

    private let imposer = Imposer(label: "tested")

    private func imposeProfile() {
        imposer.impose(for: Profile.self, option: .scopedInstance(in: "request"), Profile.init)
    }

    @Test("An expected value is found only once a scope was given it")
    func unused() throws {
        imposer.expectGiven(User.self, in: "request")
        #expect(!imposer.isImposed(User.self))
        #expect(imposer.unforceInject(of: User.self) == nil)
        #expect(throws: ImposeError.self) { try imposer.withScope("request") { try $0.tryInject(of: User.self) } }
        let user = try imposer.withScope("request") { scope in
            scope.give(User(name: "Grace"))
            return try imposer.tryInject(of: User.self)
        }
        #expect(user == User(name: "Grace"))
    }

    @Test("An expected value is known to its imposer, to those below, and in its directory")
    func knownTo() {
        imposer.expectGiven(User.self, in: "request")
        #expect(imposer.explain(User.self).expectedValues.count == 1)
        #expect(Imposer(parent: imposer).explain(User.self).expectedValues.count == 1)
        #expect(imposer.openScope().explain(User.self).expectedValues.count == 1)
        #expect(Imposer().explain(User.self).expectedValues.isEmpty)
        Imposer.isolated(empty: true) {
            Imposer.expectGiven(User.self, in: "request")
            #expect(Imposer.imposer(for: .custom("eu")).explain(User.self).expectedValues.count == 1)
            #expect(imposer.explain(User.self).expectedValues.count == 1)
            #expect(Imposer(parent: .shared).explain(User.self).expectedValues.count == 1)
        }
    }

    @Test("An isolated directory knows the expected values from outside, and keeps its own to itself")
    func isolated() {
        Imposer.isolated(empty: true) {
            Imposer.expectGiven(User.self, in: "request")
            Imposer.isolated {
                #expect(Imposer.explain(User.self).expectedValues.count == 1)
                Imposer.expectGiven(User.self, named: "second", in: "request")
                #expect(Imposer.explain(User.self, named: "second").expectedValues.count == 1)
                Imposer.isolated(empty: true) { #expect(Imposer.explain(User.self).expectedValues.isEmpty) }
            }
            #expect(Imposer.explain(User.self, named: "second").expectedValues.isEmpty)
        }
    }

    @Test("An expected value goes with removeAll(), and stays at a reset")
    func removal() {
        imposer.expectGiven(User.self, in: "request")
        imposer.reset()
        #expect(imposer.explain(User.self).expectedValues.count == 1)
        imposer.removeAll()
        #expect(imposer.explain(User.self).expectedValues.isEmpty)
        imposeProfile()
        #expect(imposer.validate().errors.map(\.kind) == [.missing])
    }

    @Test("expectGiven on a provider's Imposer is said to the imposer of the registration")
    func handle() throws {
        imposer.impose(for: Int.self) { (imposer: Imposer) in
            imposer.expectGiven(User.self, in: "request")
            return imposer.explain(User.self).expectedValues.count
        }
        #expect(try imposer.tryInject(of: Int.self) == 1)
        #expect(imposer.explain(User.self).expectedValues.count == 1)
    }

    @Test("A value expected twice is known once, by its first place, and once for each scope name")
    func twice() {
        imposer.expectGiven(User.self, in: "request", fileID: "Shop/Start.swift", line: 1)
        imposer.expectGiven(User.self, in: "request", fileID: "Shop/Start.swift", line: 2)
        imposer.expectGiven(User.self, in: "job", fileID: "Shop/Start.swift", line: 3)
        imposer.expectGiven(User.self, named: "second", in: "job", fileID: "Shop/Start.swift", line: 4)
        #expect(
            imposer.explain(User.self).expectedValues == [
                "User (given in scopes \"request\", expected at Shop/Start.swift:1): none of them encloses the injection",
                "User (given in scopes \"job\", expected at Shop/Start.swift:3): none of them encloses the injection",
            ]
        )
    }

    @Test("expectGiven on a disposed scope or imposer has no effect")
    func disposed() {
        let scope = imposer.openScope("session")
        scope.dispose()
        scope.expectGiven(User.self, in: "request")
        #expect(scope.explain(User.self).expectedValues.isEmpty)
        imposer.expectGiven(User.self, in: "request")
        imposer.dispose()
        #expect(imposer.explain(User.self).expectedValues.isEmpty)
    }

    @Test("expectGiven on many threads at once loses nothing")
    func threads() {
        let imposer = imposer
        onThreads(8, rounds: 100) { round, thread in
            imposer.expectGiven(User.self, named: InjectionName(round * 8 + thread), in: "request")
        }
        #expect(
            GraphText(imposer.graph()).boxes.count { $0.contains("(given in scopes \"request\", expected at ") } == 800
        )
    }
}
