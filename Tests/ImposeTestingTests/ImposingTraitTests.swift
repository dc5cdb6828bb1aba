import Impose
import ImposeTesting
import Testing

protocol Clock: Sendable {
    var hour: Int { get }
}

struct FixedClock: Clock {
    let hour: Int
}

protocol Gateway: Sendable {}
struct SuiteGateway: Gateway {}
struct TestGateway: Gateway {}

final class Till: Sendable {
    let clock: any Clock

    init(clock: any Clock) {
        self.clock = clock
    }
}

@Suite(
    "A suite's registrations",
    .imposing {
        $0.impose(for: Clock.self, FixedClock(hour: 9))
        $0.impose(for: Gateway.self, SuiteGateway())
        $0.impose(for: Till.self, Till.init)
    }
)
struct ImposingTraitTests {
    @Test("A suite's registrations are seen by its tests")
    func seen() {
        #expect(inject(of: Clock.self).hour == 9)
        #expect(inject(of: Gateway.self) is SuiteGateway)
    }

    @Test(
        "A test's registrations come on top of its suite's",
        .imposing { $0.impose(for: Clock.self, FixedClock(hour: 12)) }
    )
    func overridden() {
        #expect(inject(of: Clock.self).hour == 12)
        #expect(inject(of: Gateway.self) is SuiteGateway)
        #expect(inject(of: Till.self).clock.hour == 12)
    }

    @Test("Each case of a parameterised test sees its suite's registrations afresh", arguments: 0..<20)
    func cases(number: Int) {
        #expect(inject(of: Clock.self).hour == 9)
        Imposer.impose(for: Clock.self, FixedClock(hour: number + 100))
        #expect(inject(of: Till.self).clock.hour == number + 100)
    }

    @Test("A test with an empty trait does not see its suite's registrations", .imposing(empty: true))
    func empty() {
        #expect(!Imposer.isImposed(Clock.self))
        #expect(!Imposer.isImposed(Till.self))
    }

    @Test("A suite's registrations are seen in its initializer")
    func initializer() {
        #expect(hourAtStart == 9)
    }

    private let hourAtStart = unforceInject(of: Clock.self)?.hour

    @Suite("The registrations of an inner suite", .imposing { $0.impose(for: Gateway.self, TestGateway()) })
    struct Inner {
        @Test("An inner suite's registrations come on top of the outer one's")
        func inner() {
            #expect(inject(of: Gateway.self) is TestGateway)
            #expect(inject(of: Clock.self).hour == 9)
        }
    }

    @Test(
        "A trait may impose on the main actor",
        .imposing { @MainActor in $0.impose(for: Counter.self, Counter.init) }
    )
    @MainActor
    func mainActor() {
        #expect(inject(of: Counter.self) === inject(of: Counter.self))
    }

    @MainActor
    final class Counter {}
}

@Suite("Tests without a suite's registrations")
struct PlainTests {
    @Test(
        "A test without a suite's registrations has its own alone",
        .imposing { $0.impose(for: Clock.self, FixedClock(hour: 1)) }
    )
    func own() {
        #expect(inject(of: Clock.self).hour == 1)
        #expect(!Imposer.isImposed(Till.self))
    }

    @Test("What other tests impose is not seen in a test without a trait")
    func outside() {
        #expect(!Imposer.isImposed(Clock.self))
        #expect(!Imposer.isImposed(Gateway.self))
    }
}
