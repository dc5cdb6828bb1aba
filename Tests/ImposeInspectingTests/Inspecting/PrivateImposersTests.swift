import TestSupport
import Testing

@testable import Impose
@testable import ImposeInspecting

private struct Wrench: Sendable {}

// In separate processes, since other suites make private imposers at the same time.
@Suite("The private imposers that are alive")
struct PrivateImposersTests {
    @Test("A failing injection looks into the 64 private imposers made last, however many there are")
    func bounded() async {
        await #expect(processExitsWith: .success) {
            let asked = Imposer()
            let imposers = (0..<10_000).map { number in
                let imposer = Imposer(label: "\(number)")
                imposer.impose(for: Wrench.self, Wrench())
                return imposer
            }
            let error = failure { () throws(ImposeError) in try asked.tryInject(of: Wrench.self) }
            // The first three of all that were looked into.
            #expect(error?.candidates.map(\.imposer) == (9936...9938).map { "private imposer \"\($0)\"" })
            withExtendedLifetime(imposers) {}
        }
    }

    @Test("Of the 64 private imposers that are known, those that are gone make room for earlier ones")
    func gone() async {
        await #expect(processExitsWith: .success) {
            func latest() -> [String] { PrivateImposers.latest.map(\.description) }
            var imposers: [Imposer] = []
            #expect(latest() == [])
            for number in 0..<100 { imposers.append(Imposer(label: "\(number)")) }
            #expect(latest() == imposers.suffix(64).map(\.description))
            imposers.removeLast(20)
            #expect(latest() == imposers.suffix(64).map(\.description))
            imposers.removeFirst(30)
            #expect(latest() == imposers.map(\.description))
            imposers = []
            #expect(latest() == [])
        }
    }

    @Test("Private imposers are known in the order of their making, however they come and go")
    func order() async {
        await #expect(processExitsWith: .success) {
            for seed in 0..<20 as Range<UInt64> {
                var generator = SeededGenerator(seed: seed)
                var imposers: [Imposer] = []
                for number in 0..<400 {
                    let goes = Int.random(in: 0..<5, using: &generator) < (number / 100 % 2 == 0 ? 1 : 3)
                    if goes, let index = imposers.indices.randomElement(using: &generator) {
                        imposers.remove(at: index)
                    } else {
                        imposers.append(Imposer(label: "\(number)"))
                    }
                    let expected = imposers.suffix(64).map(\.description)
                    #expect(PrivateImposers.latest.map(\.description) == expected, "seed \(seed), step \(number)")
                }
            }
        }
    }
}
