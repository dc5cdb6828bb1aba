import Foundation
import NeighbourModule
import TestSupport
import Testing

@testable import Impose
@testable import ImposeInspecting

private protocol Lamp: Sendable {}

private struct Bulb: Lamp {}

/// A type with the name of a type in the neighbour module.
private struct Clock: Sendable {}

private enum Room: Sendable { case kitchen, attic }

/// Two words and the typing errors between them, nil if they are too many to be errors.
struct SpellingRow: CustomTestStringConvertible {
    let words: (String, String)
    let errors: Int?

    init(_ one: String, _ other: String, _ errors: Int?) {
        words = (one, other)
        self.errors = errors
    }

    var testDescription: String { "\(words.0) and \(words.1)" }

    static let all = [
        SpellingRow("sandbox", "sandbox", 0),
        SpellingRow("sandbox", "SandBox", 0),
        SpellingRow("sandbox", "sandox", 1),
        SpellingRow("sandbox", "sanndbox", 1),
        SpellingRow("sandbox", "sandbix", 1),
        SpellingRow("sandbox", "sandobx", 1),
        SpellingRow("sandbox", "andboxx", 2),
        SpellingRow("sandbox", "snadobx", 2),
        SpellingRow("sandbox", "sndbix!", nil),
        SpellingRow("PaymentGateway", "PaymentsGateway", 1),
        SpellingRow("PaymentGateway", "PaymentGate", nil),
        SpellingRow("eu", "EU", 0),
        SpellingRow("eu", "us", nil),
        SpellingRow("eu", "e", nil),
        SpellingRow("cold", "gold", 1),
        SpellingRow("cold", "goat", nil),
        SpellingRow("", "a", nil),
        SpellingRow("", "", 0),
        SpellingRow("größe", "grösse", nil),
        SpellingRow("größe", "grobe", nil),
        SpellingRow("größer", "grober", 2),
    ]
}

/// The error of an injection that nothing answers.
private func missing<T>(_ type: T.Type, named name: InjectionName? = nil, in imposer: Imposer) throws -> ImposeError {
    try #require(failure { () throws(ImposeError) in try imposer.tryInject(of: type, named: name) })
}

// One after the other: each finds registrations in the private imposers of the others.
@Suite("Near names and types in texts of errors", .serialized)
struct NameLikenessTests {
    @Test("Typing errors between two names are counted, as many as one may make", arguments: SpellingRow.all)
    func spelling(_ row: SpellingRow) {
        #expect(InjectionName.typingErrors(between: row.words.0, and: row.words.1) == row.errors)
        #expect(InjectionName.typingErrors(between: row.words.1, and: row.words.0) == row.errors)
    }

    @Test("An error lists the three nearest names first, whatever the order of registration")
    func names() throws {
        let imposer = Imposer()
        for name in ["attic", "cellar", "kitchens", "kitschens"] {
            imposer.impose(for: Lamp.self, named: InjectionName(name), Bulb())
        }
        imposer.impose(for: Bulb.self, named: "Kitchen", Bulb())
        let error = try missing(Lamp.self, named: "kitchen", in: imposer)
        #expect(error.candidates.map(\.name) == ["Kitchen", "kitchens", "kitschens"])
        #expect(error.candidates.map(\.note) == Array(repeating: "has nearly the same name", count: 3))
        #expect(error.description.contains("either \"kitchen\" at ImposeInspectingTests/"))
        let fixes = try #require(error.recoverySuggestion?.onOneLine)
        #expect(fixes.contains(#"in place of named: "kitchen", write: named: "Kitchen" "#))
        #expect(fixes.hasSuffix(#"in place of named: "Kitchen", write: named: "kitchen""#))
    }

    @Test("An error says of a name that reads the same that it is another value")
    func enumNames() throws {
        let imposer = Imposer()
        imposer.impose(for: Lamp.self, named: InjectionName(Room.attic), Bulb())
        let same = try missing(Lamp.self, named: "attic", in: imposer)
        #expect(same.candidates.map(\.note) == ["has a name that reads the same, but is another value"])
        #expect(same.description.contains("1. Did you mean InjectionName(Room.attic)?"))
        let near = try missing(Lamp.self, named: "attick", in: imposer)
        #expect(near.candidates.map(\.note) == ["has nearly the same name"])
        imposer.impose(for: Bulb.self, named: "kitchn", Bulb())
        let text = try missing(Lamp.self, named: InjectionName(Room.kitchen), in: imposer)
        #expect(text.candidates.map(\.note) == ["has nearly the same name", "has another name"])
    }

    @Test("An error takes a number as a name for no misspelling of another number")
    func numbers() throws {
        let imposer = Imposer()
        imposer.impose(for: Lamp.self, named: InjectionName(1000), Bulb())
        let error = try missing(Lamp.self, named: InjectionName(1001), in: imposer)
        #expect(error.candidates.map(\.note) == ["has another name"])
    }

    @Test("An error names no registration with a similar name if its type would not answer")
    func nearNameOfOtherType() throws {
        let imposer = Imposer()
        imposer.impose(for: Clock.self, named: "kitchens", Clock())
        #expect(try missing(Lamp.self, named: "kitchen", in: imposer).candidates.isEmpty)
    }

    @Test("The fix for a parameter without a name answers from a registration with one")
    func nearNameOfParameter() throws {
        let imposer = Imposer()
        imposer.impose(for: Bulb.self, named: "kitchens", Bulb())
        imposer.impose(for: Int.self, named: "kitchen") { (_: any Lamp) in 1 }
        let error = try missing(Int.self, named: "kitchen", in: imposer)
        #expect(error.candidates.map(\.note) == ["has another name"])
        #expect(
            error.description.onOneLine.contains(
                "1. Say which one answers without a name: imposer.impose(for: Lamp.self) { (imposer: Imposer) in try "
                    + "imposer.tryInject(of: Bulb.self, named: \"kitchens\") }"
            )
        )
    }

    @Test("An error names a type of the same name of another module, both with their modules")
    func otherModule() throws {
        let imposer = Imposer()
        imposer.impose(for: NeighbourModule.Clock.self, NeighbourModule.Clock())
        let text = try missing(Clock.self, in: imposer).description.onOneLine
        #expect(text.hasPrefix("Impose can't inject ImposeInspectingTests.Clock: nothing is imposed for it."))
        #expect(text.contains(" - NeighbourModule.Clock: in "))
        #expect(text.contains("1. If NeighbourModule.Clock was meant, ask for that type: at "))
        #expect(text.hasSuffix(" is another type of the same name"))
        #expect(
            text.contains(
                ", in place of ImposeInspectingTests.Clock, write: NeighbourModule.Clock "
            )
        )
    }

    @Test("An error lists near misses of all kinds together, the likeliest first")
    func ranking() throws {
        let imposer = Imposer()
        imposer.impose(for: Bulb.self, Bulb())
        imposer.impose(for: (any Sendable).self, 1)
        #expect(try missing(Lamp.self, named: "attic", in: imposer).candidates.map(\.note) == ["has no name"])
        imposer.impose(for: Lamp.self, named: "atic", Bulb())
        let notes = try missing(Lamp.self, named: "attic", in: imposer).candidates.map(\.note)
        #expect(notes == ["has nearly the same name", "has no name"])
    }

    @Test("An error lists what another private imposer has among the near misses")
    func rankingOfOthers() async {
        // In a separate process: other suites make thousands of private imposers, and an error looks at 64.
        await #expect(processExitsWith: .success) {
            let imposer = Imposer()
            imposer.impose(for: Lamp.self, named: "attic", Bulb())
            let other = Imposer(label: "other")
            other.impose(for: Lamp.self, Bulb())
            imposer.impose(for: Lamp?.self, nil)
            let notes = try NameLikenessTests().notes(in: imposer)
            #expect(
                notes == [
                    "is imposed as an optional", "is in an imposer that was not searched", "has another name",
                ]
            )
            withExtendedLifetime(other) {}
        }
    }

    private func notes(in imposer: Imposer) throws -> [String?] {
        try missing(Lamp.self, in: imposer).candidates.map(\.note)
    }
}
