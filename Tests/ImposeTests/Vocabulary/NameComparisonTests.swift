import Impose
import TestSupport
import Testing

/// A key whose hash says nothing.
private struct Alike: Hashable, Sendable {
    final class Content: Sendable {}

    let number: Int
    let content: Content

    static func == (one: Alike, other: Alike) -> Bool { one.number == other.number }

    func hash(into hasher: inout Hasher) {}
}

@Suite("Comparing names")
struct NameComparisonTests {
    @Test("Names are equal exactly if their keys are, also if threads make them at once and all hashes are equal")
    func alike() {
        let names = Collected<(number: Int, name: InjectionName)>()
        onThreads(4, rounds: scaled(60)) { round, thread in
            for number in 0..<6 {
                let number = (number + thread) % 6
                let name = InjectionName(Alike(number: number, content: Alike.Content()))
                // Others go at once, and are made anew.
                if round.isMultiple(of: 2) { names.add((number, name)) }
            }
        }
        let all = names.all
        #expect(all.allSatisfy { one in all.allSatisfy { ($0.name == one.name) == ($0.number == one.number) } })
        #expect(Set(all.map(\.name)).count == 6)
    }

    @Test("A key goes with the last name that is equal")
    func release() {
        func make() -> (InjectionName, Watched<Alike.Content>) {
            let content = Alike.Content()
            return (InjectionName(Alike(number: -1, content: content)), Watched(content))
        }
        var (first, watched): (InjectionName?, Watched<Alike.Content>) = make()
        var second: InjectionName? = make().0
        #expect(first == second)
        first = nil
        #expect(!watched.isGone)
        second = nil
        #expect(watched.isGone)
        (first, watched) = make()
        #expect(first == make().0)
        #expect(!watched.isGone)
    }
}
