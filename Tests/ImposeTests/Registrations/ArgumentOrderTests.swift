import Impose
import TestSupport
import Testing

private protocol Shape: Sendable {
    var text: String { get }
}

private struct Circle: Shape, Hashable {
    let text: String
}

private struct Square: Shape, Hashable {
    let text: String
}

private class Account: Hashable, @unchecked Sendable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (one: Account, other: Account) -> Bool { one.text == other.text }

    func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

private final class Savings: Account, @unchecked Sendable {}

/// What a provider got for a parameter, without the optionals round it.
private func content(_ value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional { return mirror.children.first.map { content($0.value) } ?? "nil" }
    return (value as? any Shape)?.text ?? (value as? Account)?.text ?? "\(value)"
}

/// Parameters, the arguments of an injection, and what the provider gets.
private struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// Nil if the arguments don't fit.
    let expected: [String]?
    let impose: @Sendable (Imposer, InjectOption) -> Void
    let inject: @Sendable (Imposer) throws(ImposeError) -> Got

    init<each Parameter: Sendable, each Argument: Sendable>(
        _ text: String,
        _ parameters: repeat (each Parameter).Type,
        given arguments: repeat each Argument,
        gets expected: [String]?
    ) {
        (testDescription, self.expected) = (text, expected)
        impose = { imposer, option in
            imposer.impose(for: Got.self, option: option) { (values: repeat each Parameter) in
                let got = Got()
                repeat got.add(each values)
                return got
            }
        }
        inject = { imposer throws(ImposeError) in
            try imposer.tryInject(of: Got.self, arguments: repeat each arguments)
        }
    }
}

/// What a provider got. Compared by identity, and of a class, so that all lifetimes are possible.
private final class Got: Sendable {
    private let values = Collected<String>()

    func add(_ value: Any) { values.add(content(value)) }

    var all: [String] { values.all }
}

private let noText: String? = nil
private let noCircle: Circle? = nil
private let circle = Circle(text: "c1")
private let other = Circle(text: "c2")
private let square = Square(text: "s1")
private let anyCircle: any Shape = circle
private let account = Account("a1")
private let savings = Savings("v1")
private let secondSavings = Savings("v2")
private let hidden: Account = Savings("hidden")

private let cases = [
    // In order, whatever the types.
    Case("an optional after a value", String?.self, String?.self, given: "Ada", noText, gets: ["Ada", "nil"]),
    Case("an optional before a value", String?.self, String?.self, given: noText, "Ada", gets: ["nil", "Ada"]),
    Case(
        "an optional between values",
        String.self,
        String?.self,
        String.self,
        given: "street",
        "flat",
        "town",
        gets: ["street", "flat", "town"]
    ),
    Case("a subclass before its class", Account.self, Account.self, given: savings, account, gets: ["v1", "a1"]),
    Case("a class before its subclass", Account.self, Account.self, given: account, savings, gets: ["a1", "v1"]),
    Case(
        "two of a type that a protocol comes before",
        (any Shape).self,
        Circle.self,
        given: circle,
        other,
        gets: ["c1", "c2"]
    ),
    Case(
        "two of a type that a protocol comes after",
        Circle.self,
        (any Shape).self,
        given: circle,
        other,
        gets: ["c1", "c2"]
    ),
    Case(
        "an existential value in the place of its dynamic type",
        Circle.self,
        (any Shape).self,
        given: anyCircle,
        square,
        gets: ["c1", "s1"]
    ),
    Case(
        "what fits in order, though its exact types would not",
        Account.self,
        Savings.self,
        given: savings,
        hidden,
        gets: ["v1", "hidden"]
    ),

    // With parameters left that are injected: the most exact types.
    Case(
        "the exact type behind a protocol",
        (any Shape).self,
        Circle.self,
        given: circle,
        gets: ["injected shape", "c1"]
    ),
    Case(
        "the exact type before a protocol",
        Circle.self,
        (any Shape).self,
        given: circle,
        gets: ["c1", "injected shape"]
    ),
    Case(
        "the exact type among optionals",
        String?.self,
        String.self,
        String?.self,
        given: "a",
        gets: ["injected", "a", "injected"]
    ),
    Case(
        "the exact optional behind a value",
        String.self,
        String?.self,
        given: "a" as String?,
        gets: ["injected", "a"]
    ),
    Case(
        "two exact types round an optional",
        String.self,
        String?.self,
        String.self,
        given: "a",
        "b",
        gets: ["a", "injected", "b"]
    ),
    Case(
        "two exact types, each behind one that would fit",
        Account.self,
        Savings.self,
        Account.self,
        Savings.self,
        given: savings,
        secondSavings,
        gets: ["injected account", "v1", "injected account", "v2"]
    ),
    Case(
        "one exact type that leaves the other argument a place behind it",
        (any Shape).self,
        Circle.self,
        (any Shape).self,
        given: circle,
        square,
        gets: ["injected shape", "c1", "s1"]
    ),
    Case(
        "more exact types further right than fewer further left",
        Circle.self,
        (any Shape).self,
        Circle.self,
        Square.self,
        given: circle,
        square,
        gets: ["c1", "injected shape", "injected circle", "s1"]
    ),

    // Among equals the leftmost.
    Case(
        "the first of two protocols",
        (any Shape).self,
        (any Shape).self,
        given: circle,
        gets: ["c1", "injected shape"]
    ),
    Case("the first of two exact types", String.self, String.self, given: "a", gets: ["a", "injected"]),
    Case(
        "the first two of three",
        (any Shape).self,
        (any Shape).self,
        (any Shape).self,
        given: circle,
        square,
        gets: ["c1", "s1", "injected shape"]
    ),
    Case("the first of two optionals", String?.self, String?.self, given: "a", gets: ["a", "injected"]),
    Case(
        "the first of two optionals for a nil",
        (any Shape)?.self,
        (any Shape)?.self,
        given: noCircle,
        gets: ["nil", "injected shape"]
    ),

    // Only else out of order: exact types first.
    Case("two types the other way round", Int.self, String.self, given: "a", 1, gets: ["1", "a"]),
    Case(
        "an exact type before one that is none",
        Circle.self,
        (any Shape).self,
        given: square,
        circle,
        gets: ["c1", "s1"]
    ),
    Case(
        "an exact type that keeps the place from an earlier argument",
        Int.self,
        (any Shape).self,
        Circle.self,
        given: circle,
        1,
        gets: ["1", "injected shape", "c1"]
    ),
    Case(
        "three types the other way round",
        Int.self,
        String?.self,
        Account.self,
        given: savings,
        "a",
        1,
        gets: ["1", "a", "v1"]
    ),
    Case(
        "equal types in their order among others that are not",
        Int.self,
        String.self,
        String.self,
        given: "a",
        1,
        "b",
        gets: ["1", "a", "b"]
    ),

    // No way at all.
    Case("a type that nothing has", String.self, given: 1, gets: nil),
    Case("more arguments than parameters", String.self, given: "a", "b", gets: nil),
    Case("an instance of the superclass", Savings.self, given: account, gets: nil),
    Case("a conforming type for another one", Circle.self, given: square, gets: nil),
    Case("two for one protocol", (any Shape).self, Int.self, given: circle, square, gets: nil),
    Case("a nil for a value", String.self, given: noText, gets: nil),
]

@Suite("The place of each argument")
struct ArgumentOrderTests {
    private let imposer = Imposer()

    init() {
        imposer.impose(for: Shape.self, instance: Circle(text: "injected shape"))
        imposer.impose(for: Circle.self, instance: Circle(text: "injected circle"))
        imposer.impose(for: Account.self, instance: Account("injected account"))
        imposer.impose(for: String.self, instance: "injected")
    }

    @Test("Arguments fill the parameters in their order if they can, else by exact types", arguments: cases)
    private func place(_ row: Case) {
        for option in [InjectOption.closureBased, .singleInstance, .scopedInstance, .weakInstance] {
            row.impose(imposer, option)
            do {
                let got = try row.inject(imposer)
                #expect(got.all == row.expected, "\(option)")
            } catch {
                #expect(row.expected == nil, "\(option): \(error)")
                #expect(error.kind == .arguments)
            }
        }
    }
}
