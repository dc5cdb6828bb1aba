import Impose
import ImposeTesting
import Testing

private struct Mishap: Error {}

@Suite("A trait of a test", .imposing(empty: true))
struct ImposingTraitScopeTests {
    @Test(
        "A trait may await before it imposes",
        .imposing { imposer in
            await Task.yield()
            imposer.impose(for: Clock.self, FixedClock(hour: 3))
        }
    )
    func asynchronous() {
        #expect(inject(of: Clock.self).hour == 3)
    }

    @Test(
        "The registrations of a later trait come on top of the earlier one's",
        .imposing {
            $0.impose(for: Clock.self, FixedClock(hour: 1))
            $0.impose(for: Gateway.self, SuiteGateway())
        },
        .imposing { $0.impose(for: Clock.self, FixedClock(hour: 2)) }
    )
    func several() {
        #expect(inject(of: Clock.self).hour == 2)
        #expect(inject(of: Gateway.self) is SuiteGateway)
    }

    @Test(
        "A trait may impose in every imposer of the directory",
        .imposing { _ in
            Imposer.imposer(for: .secondary).impose(for: Clock.self, FixedClock(hour: 4))
        }
    )
    func otherImposers() {
        #expect(Imposer.imposer(for: .secondary).remove(for: Clock.self))
        #expect(!Imposer.isImposed(Clock.self))
    }

    @Test("A trait gives each case its own directory while the cases run at once", arguments: 0..<32)
    func cases(number: Int) async {
        #expect(!Imposer.isImposed(Clock.self))
        Imposer.impose(for: Clock.self, FixedClock(hour: number))
        for _ in 0..<100 {
            await Task.yield()
            #expect(inject(of: Clock.self).hour == number)
        }
    }

    @Test("A trait that throws passes the error on, and its test does not run")
    func throwing() async throws {
        let test = try #require(Test.current)
        let trait: ImposingTrait = .imposing { _ in throw Mishap() }
        await #expect(throws: Mishap.self) {
            try await trait.provideScope(for: test, testCase: nil) { Issue.record("It was run") }
        }
    }

    @Test("A trait passes on what the test throws, and leaves nothing behind")
    func throwingTest() async throws {
        let test = try #require(Test.current)
        let trait: ImposingTrait = .imposing { $0.impose(for: Clock.self, FixedClock(hour: 5)) }
        await #expect(throws: Mishap.self) {
            try await trait.provideScope(for: test, testCase: nil) {
                #expect(inject(of: Clock.self).hour == 5)
                throw Mishap()
            }
        }
        #expect(!Imposer.isImposed(Clock.self))
    }
}
