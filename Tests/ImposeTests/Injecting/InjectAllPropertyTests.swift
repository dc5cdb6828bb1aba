import ImposeTesting
import TestSupport
import Testing

@testable import Impose
@testable import ImposeInspecting

private protocol Part: Sendable {
    var number: Int { get }
}

private class Wheel: Part, @unchecked Sendable {
    let number: Int

    init(_ number: Int) { self.number = number }
}

private final class Gear: Wheel, @unchecked Sendable {}

private struct Bolt: Part {
    let number: Int
}

/// A name that is equal to others that are written differently.
private struct Word: Hashable, Sendable {
    let text: String

    static func == (one: Word, other: Word) -> Bool { one.text.lowercased() == other.text.lowercased() }

    func hash(into hasher: inout Hasher) { hasher.combine(text.lowercased()) }
}

/// Imposers and scopes with random parents, and random registrations on them.
private struct Forest {
    private(set) var imposers: [Imposer] = []
    private var count = 0

    init(using generator: inout SeededGenerator) {
        let types: [ImposerType] = [.primary, .secondary, .custom("eu"), .custom("us")]
        imposers = types.shuffled(using: &generator).prefix(.random(in: 1...4, using: &generator))
            .map { Imposer.imposer(for: $0) }
        imposers.append(Imposer())
        for _ in 0..<Int.random(in: 2...16, using: &generator) {
            // Rather the last one, so that some lines are long.
            let isLast = Int.random(in: 0..<2, using: &generator) == 0
            guard let parent = isLast ? imposers.last : imposers.randomElement(using: &generator) else { continue }
            imposers.append(Bool.random(using: &generator) ? parent.openScope() : Imposer(parent: parent))
        }
        let share = Int.random(in: 1...5, using: &generator)
        for imposer in imposers.shuffled(using: &generator) {
            for kind in (0..<8).shuffled(using: &generator) where Int.random(in: 0..<8, using: &generator) < share {
                impose(kind, on: imposer, using: &generator)
            }
        }
    }

    private mutating func impose(_ kind: Int, on imposer: Imposer, using generator: inout SeededGenerator) {
        let number = count
        count += 1
        let text = ["left", "LEFT", "right"].randomElement(using: &generator) ?? ""
        let name = Bool.random(using: &generator) ? nil : InjectionName(Word(text: text))
        switch kind {
        case 0: imposer.impose(for: Wheel.self, named: name) { Wheel(number) }
        case 1: imposer.impose(for: Gear.self, named: name) { Gear(number) }
        case 2: imposer.impose(for: Bolt.self, named: name) { Bolt(number: number) }
        case 3: imposer.impose(for: (any Part).self, named: name) { Bolt(number: number) }
        case 4: imposer.impose(for: Bolt?.self, named: name) { Bolt(number: number) }
        case 5: imposer.impose(for: Wheel?.self, named: name) { Wheel(number) }
        case 6: imposer.impose(for: Gear.self, named: name) { Gear(number) }.alias((any Part).self) { $0 }
        default:
            imposer.impose(for: Gear.self, named: name) { Gear(number) }.alias(Wheel.self) { $0 }
            // The alias has lost its original, and answers no more.
            imposer.remove(for: Gear.self, named: name)
        }
    }
}

/// The candidates by their definition: each imposer's, without those that an imposer below it hides.
private func candidates(_ matching: Matching, from origin: Origin) -> [Candidate] {
    let order = SearchOrder(from: origin)
    let candidates = order.flatMap { imposer in
        let inner = order.filter { $0 !== imposer && $0.isSelfOrDescendant(of: imposer) }
        return matching.all(in: imposer).filter { candidate in
            !inner.contains { $0.recordInForce(for: candidate.registration.key) != nil }
        }
    }
    var sources: Set<ObjectIdentifier> = []
    return candidates.sorted { ($0.distance, $0.registration.sequence) < ($1.distance, $1.registration.sequence) }
        .filter {
            sources.insert(ObjectIdentifier($0.source(in: origin.scope).registration)).inserted
        }
}

/// The search order by its definition.
private func order(from origin: Origin) -> [ImposerNode] {
    var order = Array((origin.start ?? origin.asked).lineage)
    if origin.start == nil, let scope = origin.scope {
        order = scope.lineage.prefix { !$0.isMember }.filter { member in !order.contains { $0 === member } } + order
    }
    guard let directory = order.lazy.compactMap(\.directory).first else { return order }
    return order + directory.members.filter { member in !order.contains { $0 === member } }
}

@Suite("Injecting all, from any tree of parents and scopes", .imposing(empty: true))
struct InjectAllPropertyTests {
    @Test("finds what no imposer below hides", arguments: seeds(100))
    func all(seed: UInt64) throws {
        try Imposer.isolated(empty: true) {
            var generator = SeededGenerator(seed: seed)
            let forest = Forest(using: &generator)
            let nodes = forest.imposers.map(\.node)
            let scopes = [nil] + nodes.filter(\.isOfScope)
            // A node ends with its imposer, which an optimised build lets go after the last use.
            try withExtendedLifetime(forest) {
                for asked in nodes {
                    for scope in scopes {
                        try check(Origin(asked: asked, scope: asked.nearestScope ?? scope))
                    }
                }
            }
        }
    }

    private func check(_ origin: Origin) throws {
        try #require(SearchOrder(from: origin).imposers.map(\.number) == order(from: origin).map(\.number))
        let types: [any Any.Type] = [
            (any Part).self, (any Part)?.self, Wheel.self, Wheel?.self, Bolt.self, Bolt??.self,
        ]
        for type in types {
            for name in [nil, InjectionName(Word(text: "Left"))] {
                let request = Request(type, named: name, at: Location())
                let found = try Resolver.allCandidates(request, from: origin)
                let expected = candidates(Matching(request), from: origin)
                try #require(found.map(\.registration.sequence) == expected.map(\.registration.sequence))
                try #require(found.map(\.imposer.number) == expected.map(\.imposer.number))
                try #require(found.map(\.distance) == expected.map(\.distance))
            }
        }
    }
}
