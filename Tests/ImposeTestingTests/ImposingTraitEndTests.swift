import Impose
import ImposeTesting
import Synchronization
import Testing

private struct Mishap: Error {}

/// A counter for any thread.
private final class Count: Sendable {
    private let number = Atomic(0)

    var value: Int { number.load(ordering: .sequentiallyConsistent) }

    func increment() { number.add(1, ordering: .sequentiallyConsistent) }
}

/// An instance that holds the directory that it is created in.
private final class Spy: Sendable {
    private let clock = Imposed<any Clock>()
    private let gone: @Sendable () -> Void

    init(gone: @escaping @Sendable () -> Void = {}) { self.gone = gone }

    deinit { gone() }

    func hour() throws -> Int { try clock.tryInject().hour }
}

@Suite("A trait's directory", .imposing(empty: true))
struct ImposingTraitEndTests {
    private let trait: ImposingTrait = .imposing { imposer in
        imposer.impose(for: Clock.self, FixedClock(hour: 4))
    }

    @Test("A trait's directory ends with its test, and errors of later injections name that test")
    func later() async throws {
        let test = try #require(Test.current)
        let (spies, escaping) = AsyncStream<Spy>.makeStream()
        try await trait.provideScope(for: test, testCase: nil) {
            let spy = Spy()
            let hour = try spy.hour()
            #expect(hour == 4)
            escaping.yield(spy)
        }
        let spy = try #require(await spies.first { _ in true })
        Imposer.impose(for: Clock.self, FixedClock(hour: 5))
        let error = #expect(throws: ImposeError.self) { try spy.hour() }
        #expect(error?.kind == .disposed)
        let text = try #require(error?.description).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let ending = "primary belongs to test \"A trait's directory ends with its test"
        #expect(text.contains(ending))
        let fix = "If a static or a global keeps the object that injects it, create a new one in each test"
        #expect(text.contains(fix))
        #expect(text.contains("at ImposeTestingTests/ImposingTraitEndTests.swift:35, which has ended."))
    }

    @Test("A trait's directory also ends when its test throws or is cancelled")
    func otherEnds() async throws {
        let test = try #require(Test.current)
        let gone = Count()
        @Sendable func leave() {
            Imposer.impose(for: Spy.self, instance: Spy { gone.increment() })
        }
        await #expect(throws: Mishap.self) {
            try await trait.provideScope(for: test, testCase: nil) {
                leave()
                throw Mishap()
            }
        }
        #expect(gone.value == 1)
        let task = Task {
            try await trait.provideScope(for: test, testCase: nil) {
                leave()
                try await Task.sleep(for: .seconds(3600))
            }
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(gone.value == 2)
    }

    @Test("Traits hold nothing after 10,000 tests whose directories held themselves")
    func many() async throws {
        let test = try #require(Test.current)
        let (gone, disposed) = (Count(), Count())
        for round in 0..<10_000 {
            try await trait.provideScope(for: test, testCase: nil) {
                let spy = Spy { gone.increment() }
                switch round % 4 {
                case 0: Imposer.impose(for: Spy.self, instance: spy)
                case 1: Imposer.impose(for: Spy.self) { spy }
                case 2: Imposer.openScope().run { _ = Imposer.impose(for: Spy.self, instance: spy) }
                default:
                    Imposer.impose(for: Spy.self) { Spy() }
                    try Imposer.store(spy, for: Spy.self)
                }
                Imposer.impose(for: Int.self, round).onDispose { _ in disposed.increment() }
                _ = inject(of: Int.self)
            }
        }
        #expect(gone.value == 10_000)
        #expect(disposed.value == 10_000)
    }
}
