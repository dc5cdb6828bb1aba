import Impose
import ImposeTesting
import TestSupport
import Testing

private enum Region: Hashable {
    case europe
    case asia
    case other(Int)
}

/// A key whose values all look the same.
private struct Twin: Hashable, CustomStringConvertible, CustomDebugStringConvertible {
    let number: Int
    var description: String { "twin" }
    var debugDescription: String { "twin" }
}

private class Place: Hashable, @unchecked Sendable {
    static func == (one: Place, other: Place) -> Bool { one === other }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

private final class Town: Place, @unchecked Sendable {}

@Suite("Imposer types", .imposing(empty: true))
struct ImposerTypeTests {
    private static let twins = (0..<6).map { Twin(number: $0) }

    /// All different, though some look alike.
    private static let types: [ImposerType] =
        [.primary, .secondary, .custom("1"), .custom(1), .custom(1.0), .custom(Int8(1)), .custom(true)]
        + [-5, 0, 2, 10, Int.max].map { ImposerType.custom($0) }
        + [-0.5, 0.0, 1.5, 10.0, Double.infinity].map { ImposerType.custom($0) }
        + ["", "a", "B", "ä", "10", "2", "primary"].map { ImposerType.custom($0) }
        + [Region.europe, .asia, .other(1), .other(10), .other(2)].map { ImposerType.custom($0) }
        + twins.map { ImposerType.custom($0) }
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
