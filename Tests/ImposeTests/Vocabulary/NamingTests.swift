import Impose
import TestSupport
import Testing

private enum Region: Hashable {
    case europe
    case other(String)
}

private struct Shop: Hashable {
    var city: String
    var number: Int
}

private enum Country: String {
    case europe
}

@Suite("Names")
struct NamingTests {
    private let imposer = Imposer()

    /// All different, though some look alike.
    private static let names: [InjectionName] = [
        "1",
        InjectionName(1),
        InjectionName(1.0),
        InjectionName(Int8(1)),
        InjectionName(true),
        InjectionName(Character("1")),
        InjectionName(Region.europe),
        InjectionName(Region.other("europe")),
        InjectionName(Country.europe),
        "europe",
        InjectionName(Shop(city: "Bern", number: 1)),
        InjectionName(Shop(city: "Bern", number: 2)),
        InjectionName([1]),
        InjectionName(Int?.some(1)),
    ]

    @Test("a name of a text that is known at run time is that of the same literal")
    func texts() {
        let region = "europe"
        imposer.impose(for: Int.self, named: "europe", 1)
        imposer.impose(for: Int.self, named: "\(region)-west", 2)
        #expect(imposer.inject(of: Int.self, named: "\(region)") == 1)
        #expect(imposer.inject(of: Int.self, named: InjectionName(region)) == 1)
        #expect(imposer.inject(of: Int.self, named: "europe-west") == 2)
    }

    @Test("a name of any hashable key finds its own registration", arguments: names.indices)
    func everyKey(index: Int) throws {
        for (index, name) in Self.names.enumerated() { imposer.impose(for: Int.self, named: name, index) }
        #expect(try imposer.tryInject(of: Int.self, named: Self.names[index]) == index)
        #expect(!imposer.isImposed(Int.self))
    }

    @Test("names are equal when the types and the values of their keys are")
    func equality() {
        for (index, name) in Self.names.enumerated() {
            for (otherIndex, other) in Self.names.enumerated() {
                #expect((name == other) == (index == otherIndex), "\(name) \(other)")
            }
        }
        #expect(Set(Self.names).count == Self.names.count)
        #expect(InjectionName(Shop(city: "Bern", number: 1)) == InjectionName(Shop(city: "Bern", number: 1)))
        #expect("text" == InjectionName(String("text")))
    }

    @Test("a request without a name gets no named registration, and the other way round")
    func noName() {
        imposer.impose(for: Int.self, named: "night", 1)
        imposer.impose(for: String.self, "")
        #expect(imposer.unforceInject(of: Int.self) == nil)
        #expect(imposer.unforceInject(of: String.self, named: "night") == nil)
    }

    @Test("a compatible registration answers only under its name")
    func compatible() throws {
        imposer.impose(for: Int.self, named: "night", 1)
        imposer.impose(for: String.self, named: "day", "text")
        #expect(try imposer.tryInject(of: (any Hashable).self, named: "night") as? Int == 1)
        #expect(try imposer.tryInject(of: (any Hashable).self, named: "day") as? String == "text")
    }

    @Test("a castable registration answers only under its name")
    func castable() throws {
        imposer.impose(for: Any.self, named: "night", 1)
        imposer.impose(for: Any.self, 2)
        let found = try imposer.tryInject(of: Int.self, named: "night", ifNoMatchUse: .nearestAndCastable)
        #expect(found == 1)
    }

    @Test("a name shows its key")
    func description() {
        #expect(InjectionName("night").description == "night")
        #expect(InjectionName(1.5).description == "1.5")
    }
}
