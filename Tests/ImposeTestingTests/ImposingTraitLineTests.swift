import Impose
import ImposeTesting
import Testing

private func imposeOutside(on imposer: Imposer) {
    imposer.impose(for: Clock.self, FixedClock(hour: 9))
    imposer.impose(for: Gateway.self, SuiteGateway())
}

/// The line of the function above.
private let lineOutside = #line - 6

@Suite("The lines of a trait's registrations")
struct ImposingTraitLineTests {
    private func line<T>(of type: T.Type) throws -> Int {
        Int(try #require(Imposer.explain(type).chosen).registration.location.line)
    }

    @Test(
        "Registrations of a trait from a function outside the attribute have their own lines",
        .imposing(imposeOutside)
    )
    func outside() throws {
        #expect(try line(of: Clock.self) == lineOutside + 1)
        #expect(try line(of: Gateway.self) == lineOutside + 2)
    }

    // What Docs/Testing.md says of the compiler. Where this fails, it does better, and the page can say so.
    @Test(
        "Registrations of a trait from a closure in the attribute have the declaration's line",
        .imposing {
            $0.impose(for: Clock.self, FixedClock(hour: 9))
            $0.impose(for: Gateway.self, SuiteGateway())
        }
    )
    func inside() throws {
        let declaration = #line - 1
        #expect(try line(of: Clock.self) == declaration)
        #expect(try line(of: Gateway.self) == declaration)
    }
}
