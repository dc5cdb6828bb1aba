import Impose
import ImposeTesting
import TestSupport
import Testing

private enum A {}
private enum B {}
private enum C {}
private enum D {}
private enum E {}

/// A module with a different type for each tag, which records its letter when it provides.
private struct Part<Tag>: ModuleInjector {
    let letter: Character
    let plan: Plan

    var requires: [any ModuleInjector] { plan.requirements[letter, default: ""].map { plan.module($0) } }

    func provide(for imposer: Imposer) {
        plan.provided.add(letter)
    }
}

/// Modules with the modules that they require: `A:BC B:C`.
private struct Plan {
    let requirements: [Character: String]
    let provided = Collected<Character>()
    static let letters: [Character] = ["A", "B", "C", "D", "E"]

    init(_ requirements: [Character: String]) {
        self.requirements = requirements
    }

    init(_ text: String) {
        self.init(
            Dictionary(uniqueKeysWithValues: text.split(separator: " ").map { ($0.first!, String($0.dropFirst(2))) })
        )
    }

    var order: String { String(provided.all) }

    func module(_ letter: Character) -> any ModuleInjector {
        switch letter {
        case "A": Part<A>(letter: letter, plan: self)
        case "B": Part<B>(letter: letter, plan: self)
        case "C": Part<C>(letter: letter, plan: self)
        case "D": Part<D>(letter: letter, plan: self)
        default: Part<E>(letter: letter, plan: self)
        }
    }

    func provide(_ letters: String, on imposer: Imposer) {
        imposer.provide(using: letters.map { module($0) })
    }
}

@Suite("The order of modules")
struct ModuleOrderTests {
    private let imposer = Imposer()

    @Test(
        "what a module requires provides before it, in the order stated, each type once",
        arguments: [
            ("", "AB", "AB"),
            ("A:B", "A", "BA"),
            ("A:B B:C", "A", "CBA"),
            ("A:CB", "A", "CBA"),
            ("A:BB", "A", "BA"),
            ("A:BC B:D C:D", "A", "DBCA"),
            ("A:C B:C", "AB", "CAB"),
            ("A:BC", "A", "BCA"),
        ]
    )
    func order(plan: String, modules: String, order: String) {
        let plan = Plan(plan)
        plan.provide(modules, on: imposer)
        #expect(plan.order == order)
    }

    @Test(
        "a module that is handed in always provides, and is then not required again",
        arguments: [
            ("A:B", "AB", "BAB"),
            ("A:B", "BA", "BA"),
            ("A:B", "AA", "BAA"),
            ("", "AA", "AA"),
        ]
    )
    func handedIn(plan: String, modules: String, order: String) {
        let plan = Plan(plan)
        plan.provide(modules, on: imposer)
        #expect(plan.order == order)
    }

    @Test("A module that has provided in an earlier call does not provide again when it is required")
    func earlierCall() {
        let plan = Plan("A:C B:C")
        plan.provide("A", on: imposer)
        plan.provide("B", on: imposer)
        #expect(plan.order == "CAB")
    }

    @Test(
        "modules that require each other provide once each, the one that was asked for first last",
        arguments: [
            ("A:A", "A", "A"),
            ("A:B B:A", "A", "BA"),
            ("A:B B:A", "B", "AB"),
            ("A:B B:C C:A", "A", "CBA"),
            ("A:B B:C C:B", "A", "CBA"),
            ("A:BC B:A C:A", "A", "BCA"),
            ("A:B B:AC C:AB", "A", "CBA"),
            ("B:A A:B", "CB", "CAB"),
        ]
    )
    func ring(plan: String, modules: String, order: String) {
        let plan = Plan(plan)
        plan.provide(modules, on: imposer)
        #expect(plan.order == order)
    }

    @Test("Whatever modules require, each provides once, and first what it requires, if no cycle")
    func anyGraph() {
        for seed in 0..<400 as Range<UInt64> {
            var numbers = SeededGenerator(seed: seed)
            var requirements: [Character: String] = [:]
            for letter in Plan.letters {
                let odds = Int(seed % 4) + 3
                let required = Plan.letters.filter { _ in Int.random(in: 0..<odds, using: &numbers) == 0 }
                requirements[letter] = String(required.shuffled(using: &numbers))
            }
            let plan = Plan(requirements)
            plan.provide("A", on: Imposer())
            let reached = reachable(from: "A", requirements).union(["A"])
            let isCyclic = reached.contains { reachable(from: $0, requirements).contains($0) }
            let order = plan.provided.all
            #expect(Set(order) == reached && order.count == reached.count, "seed \(seed)")
            guard !isCyclic else { continue }
            for (position, letter) in order.enumerated() {
                let earlier = Set(order.prefix(position))
                #expect(earlier.isSuperset(of: requirements[letter] ?? ""), "seed \(seed)")
            }
        }
    }

    private func reachable(from letter: Character, _ requirements: [Character: String]) -> Set<Character> {
        var reached: Set<Character> = []
        var next = Array(requirements[letter] ?? "")
        while let letter = next.popLast() {
            if reached.insert(letter).inserted { next += requirements[letter] ?? "" }
        }
        return reached
    }

    @Test("A module that has provided on one imposer provides on a child of that as well")
    func otherImposer() {
        let plan = Plan("A:B")
        plan.provide("A", on: imposer)
        plan.provide("A", on: Imposer(parent: imposer))
        #expect(plan.order == "BABA")
    }

    @Test("A required module provides again after removeAll(), and not after a reset", arguments: [false, true])
    func afterRemovingAll(isOnScope: Bool) {
        let plan = Plan("A:B")
        let imposer = isOnScope ? imposer.openScope() : imposer
        plan.provide("A", on: imposer)
        imposer.reset()
        plan.provide("A", on: imposer)
        #expect(plan.order == "BAA")
        imposer.removeAll()
        plan.provide("A", on: imposer)
        #expect(plan.order == "BAABA")
    }

    @Test("An isolated directory knows which modules provided outside, and keeps its own to itself")
    func isolated() {
        let plan = Plan("A:C B:D")
        Imposer.isolated(empty: true) {
            plan.provide("A", on: .shared)
            Imposer.isolated {
                plan.provide("A", on: .shared)
                plan.provide("B", on: .shared)
            }
            #expect(plan.order == "CAADB")
            plan.provide("B", on: .shared)
            #expect(plan.order == "CAADBDB")
            Imposer.isolated(empty: true) { plan.provide("A", on: .shared) }
            #expect(plan.order == "CAADBDBCA")
        }
    }

    @Test("of several threads that require one module, one lets it provide")
    func threads() {
        let rounds = (0..<200).map { _ in (Imposer(), Plan("A:E B:E C:E D:E")) }
        onThreads(4, rounds: rounds.count) { round, thread in
            let (imposer, plan) = rounds[round]
            imposer.provide(using: plan.module(Plan.letters[thread]))
        }
        for (_, plan) in rounds { #expect(plan.order.sorted() == Plan.letters) }
    }
}
