import Impose
import TestSupport
import Testing

/// A key whose `==` and `hash(into:)` inject by a name from the imposer that is being asked.
private struct Nosy: Hashable, Sendable {
    @TaskLocal private static var isAsking = false
    let text: String
    let imposer: Imposer

    private func ask() {
        if Nosy.isAsking { return }
        Nosy.$isAsking.withValue(true) {
            _ = imposer.unforceInject(of: Int.self, named: InjectionName(Nosy(text: "other", imposer: imposer)))
        }
    }

    static func == (one: Nosy, other: Nosy) -> Bool {
        one.ask()
        return one.text == other.text
    }

    func hash(into hasher: inout Hasher) {
        ask()
        hasher.combine(text)
    }
}

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
    @Test("A key may inject in its == and its hash from the imposer that is asked", .timeLimit(.minutes(10)))
    func nosy() throws {
        let imposer = Imposer()
        func name(_ text: String) -> InjectionName { InjectionName(Nosy(text: text, imposer: imposer)) }
        for number in 0..<3 {
            imposer.impose(for: Int.self, named: name("night"), number)
            imposer.impose(for: Int.self, named: name("day"), option: .closureBased, -number)
        }
        #expect(imposer.inject(of: Int.self, named: name("night")) == 2)
        #expect(imposer.inject(of: Int.self, named: name("day")) == -2)
        try imposer.store(7, named: name("night"))
        #expect(imposer.existing(Int.self, named: name("night")) == 7)
        let scope = imposer.openScope(name("request"))
        scope.give(8, named: name("night"))
        #expect(scope.inject(of: Int.self, named: name("night")) == 8)
        let child = Imposer(parent: imposer)
        #expect(child.inject(of: Int.self, named: name("night")) == 7)
        imposer.remove(for: Int.self, named: name("night"))
        #expect(imposer.unforceInject(of: Int.self, named: name("night")) == nil)
        imposer.removeAll()
        #expect(imposer.unforceInject(of: Int.self, named: name("day")) == nil)
    }

    @Test("Names are equal exactly if their keys are, whoever makes them at once with keys of one hash")
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
