import Foundation
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
    // In a process of its own: where this does not hold it blocks, until the alarm ends it.
    @Test("A key may inject in its == and its hash from the imposer that is asked", .timeLimit(.minutes(10)))
    func nosy() async {
        await #expect(processExitsWith: .success) {
            _ = alarm(100)
            let imposer = Imposer()
            func name(_ text: String) -> InjectionName { InjectionName(Nosy(text: text, imposer: imposer)) }
            func expect(_ number: Int?, _ isNight: Bool = true, from asked: Imposer, line: Int = #line) {
                let found = asked.unforceInject(of: Int.self, named: name(isNight ? "night" : "day"))
                if found != number { fatalError("line \(line): \(String(describing: found))") }
            }
            for number in 0..<3 {
                imposer.impose(for: Int.self, named: name("night"), number)
                imposer.impose(for: Int.self, named: name("day"), option: .closureBased, -number)
            }
            expect(2, from: imposer)
            expect(-2, false, from: imposer)
            try imposer.store(7, named: name("night"))
            let scope = imposer.openScope(name("request"))
            scope.give(8, named: name("night"))
            expect(8, from: scope)
            expect(7, from: Imposer(parent: imposer))
            imposer.remove(for: Int.self, named: name("night"))
            expect(nil, from: imposer)
            imposer.removeAll()
            expect(nil, false, from: imposer)
        }
    }

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
