import Impose
import ImposeTesting
import TestSupport
import Testing

private enum Region: Hashable {
    case europe
    case asia
    case other(Int)
}

private enum Level: Int, Comparable {
    case low
    case high

    static func < (one: Level, other: Level) -> Bool { one.rawValue < other.rawValue }
}

/// A key that is not comparable, and whose values all look the same.
private struct Twin: Hashable, CustomStringConvertible, CustomDebugStringConvertible {
    let number: Int
    var description: String { "twin" }
    var debugDescription: String { "twin" }
}

/// A key that is comparable, but less finely than it is equatable.
private struct Version: Hashable, Comparable, CustomStringConvertible {
    let major: Int
    let minor: Int
    var description: String { "version" }

    static func < (one: Version, other: Version) -> Bool { one.major < other.major }
}

private class Place: Hashable, @unchecked Sendable {
    static func == (one: Place, other: Place) -> Bool { one === other }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

private final class Town: Place, @unchecked Sendable {}

@Suite("Imposer types", .imposing(empty: true))
struct ImposerTypeTests {
    private static let twins = (0..<6).map { Twin(number: $0) }

    /// The keys of the custom ones.
    private static let keys = types.compactMap { type -> AnySendableKey? in
        guard case .custom(let key) = type else { return nil }
        return AnySendableKey(key)
    }

    /// All different, though some look alike.
    ///
    /// No order is meant.
    private static let types: [ImposerType] =
        [.primary, .secondary, .custom("1"), .custom(1), .custom(1.0), .custom(Int8(1)), .custom(true)]
        + [-5, 0, 2, 10, Int.max].map { ImposerType.custom($0) }
        + [-0.5, 0.0, 1.5, 10.0, Double.infinity].map { ImposerType.custom($0) }
        + ["", "a", "B", "ä", "10", "2", "primary"].map { ImposerType.custom($0) }
        + [Region.europe, .asia, .other(1), .other(10), .other(2)].map { ImposerType.custom($0) }
        + [Level.high, .low].map { ImposerType.custom($0) }
        + twins.map { ImposerType.custom($0) }
        + (0..<9).map { ImposerType.custom(Version(major: $0 % 3, minor: $0)) }
        + [ImposerType.custom([1]), .custom([2]), .custom(Int?.none), .custom(Int?.some(1))]
        + (0..<3).map { _ in ImposerType.custom(Place()) }

    @Test("Imposer types are equal when the types and the values of their keys are")
    func equality() {
        for (index, type) in Self.types.enumerated() {
            for (otherIndex, other) in Self.types.enumerated() {
                #expect((type == other) == (index == otherIndex), "\(type) \(other)")
            }
        }
        #expect(ImposerType.custom("eu") == .custom(String("eu")))
        #expect(ImposerType.custom(Region.other(3)) == .custom(Region.other(3)))
    }

    @Test("Equal imposer types have equal hashes, and all different ones fit into a set")
    func hashing() {
        #expect(Set(Self.types).count == Self.types.count)
        #expect(Set(Self.types + Self.types).count == Self.types.count)
        #expect(ImposerType.custom("eu").hashValue == ImposerType.custom(String("eu")).hashValue)
    }

    @Test("Of two different keys exactly one is less", arguments: keys.indices)
    func trichotomy(index: Int) {
        let key = Self.keys[index]
        for (otherIndex, other) in Self.keys.enumerated() {
            let holds = [key < other, key == other, other < key].filter { $0 }.count
            #expect(holds == 1, "\(key) and \(other) at \(index) and \(otherIndex)")
        }
    }

    @Test("The order of keys is transitive", arguments: seeds(8))
    func transitivity(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<2_000 {
            let three = (0..<3).map { _ in Self.keys.randomElement(using: &generator) }.compactMap { $0 }
            guard three[0] < three[1], three[1] < three[2] else { continue }
            #expect(three[0] < three[2], "\(three), seed \(seed)")
        }
    }

    @Test("Keys are sorted alike, however they were shuffled", arguments: seeds(8))
    func sorting(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let sorted = Self.keys.sorted()
        #expect(Self.keys.shuffled(using: &generator).sorted() == sorted, "seed \(seed)")
    }

    @Test("Comparable keys of one type are in that type's order")
    func naturalOrder() {
        #expect(AnySendableKey(2) < AnySendableKey(10))
        #expect(AnySendableKey(-1) < AnySendableKey(0))
        #expect(AnySendableKey(Level.low) < AnySendableKey(Level.high))
        #expect(AnySendableKey("B") < AnySendableKey("a"))
        #expect(AnySendableKey(Version(major: 1, minor: 9)) < AnySendableKey(Version(major: 2, minor: 0)))
    }

    @Test("An imposer type with a key is described by that key")
    func description() {
        #expect(ImposerType.primary.description == "primary")
        #expect(ImposerType.secondary.description == "secondary")
        #expect(ImposerType.custom("eu").description == "custom(eu)")
        #expect(ImposerType.custom(Region.other(3)).description == "custom(other(3))")
    }

    @Test("Each imposer type has an imposer of its own, the same each time", arguments: types.indices)
    func imposers(index: Int) {
        let keys = Self.types.indices.map { ["type", "\($0)"] }
        let imposer = Imposer.imposer(for: .custom(keys[index]))
        for key in keys { #expect((Imposer.imposer(for: .custom(key)) === imposer) == (key == keys[index])) }
    }

    @Test(
        "An imposer type whose key is an object of a subclass is equal to itself"
    )
    func subclassKey() {
        let location: Place = Town()
        #expect(ImposerType.custom(location) == .custom(location))
        #expect(Set([ImposerType.custom(location), .custom(location)]).count == 1)
        #expect(Imposer.imposer(for: .custom(location)) === Imposer.imposer(for: .custom(location)))
        #expect(InjectionName(location) == InjectionName(location))
    }
}
