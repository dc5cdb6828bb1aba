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
    @Test("are seen by its tests")
    func seen() {
        #expect(inject(of: Clock.self).hour == 9)
        #expect(inject(of: Gateway.self) is SuiteGateway)
    }

    @Test("come below those of the test", .imposing { $0.impose(for: Clock.self, FixedClock(hour: 12)) })
    func overridden() {
        #expect(inject(of: Clock.self).hour == 12)
        #expect(inject(of: Gateway.self) is SuiteGateway)
        #expect(inject(of: Till.self).clock.hour == 12)
    }

    @Test("are seen afresh by each case of a parameterised test", arguments: 0..<20)
    func cases(number: Int) {
        #expect(inject(of: Clock.self).hour == 9)
        Imposer.impose(for: Clock.self, FixedClock(hour: number + 100))
        #expect(inject(of: Till.self).clock.hour == number + 100)
    }

    @Test("are gone in an empty one", .imposing(empty: true))
    func empty() {
        #expect(!Imposer.isImposed(Clock.self))
        #expect(!Imposer.isImposed(Till.self))
    }

    @Test("are seen in the initializer of the suite")
    func initializer() {
        #expect(hourAtStart == 9)
    }

    private let hourAtStart = unforceInject(of: Clock.self)?.hour

    @Suite("in a suite inside", .imposing { $0.impose(for: Gateway.self, TestGateway()) })
    struct Inner {
        @Test("come below those of the suite inside")
        func inner() {
            #expect(inject(of: Gateway.self) is TestGateway)
            #expect(inject(of: Clock.self).hour == 9)
        }
    }

    @Test("may be made on the main actor", .imposing { @MainActor in $0.impose(for: Counter.self, Counter.init) })
    @MainActor
    func mainActor() {
        #expect(inject(of: Counter.self) === inject(of: Counter.self))
    }

    @MainActor
    final class Counter {}
}

@Suite("Without a suite's registrations")
struct PlainTests {
    @Test("a test has its own only", .imposing { $0.impose(for: Clock.self, FixedClock(hour: 1)) })
    func own() {
        #expect(inject(of: Clock.self).hour == 1)
        #expect(!Imposer.isImposed(Till.self))
    }

    @Test("nothing of what other tests imposed is seen outside")
    func outside() {
        #expect(!Imposer.isImposed(Clock.self))
        #expect(!Imposer.isImposed(Gateway.self))
    }
}
