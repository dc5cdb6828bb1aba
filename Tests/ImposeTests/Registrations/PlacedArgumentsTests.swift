import TestSupport
import Testing

@testable import Impose

private protocol Shape: Sendable {
    var text: String { get }
}

private struct Circle: Shape {
    let text: String
}

private struct Square: Shape {
    let text: String
}

private class Account: @unchecked Sendable {
    let text: String

    init(_ text: String) { self.text = text }
}

private final class Savings: Account, @unchecked Sendable {}

/// A value as a text, without the optionals round it.
private func content(_ value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional { return mirror.children.first.map { content($0.value) } ?? "nil" }
    return (value as? any Shape)?.text ?? (value as? Account)?.text ?? "\(value)"
}

/// The types of parameters in the random lists.
private enum Parameter: CaseIterable {
    case string, optionalString, int, account, optionalAccount, savings, shape, optionalShape, circle, square, any

    var type: any Any.Type {
        switch self {
        case .string: String.self
        case .optionalString: String?.self
        case .int: Int.self
        case .account: Account.self
        case .optionalAccount: Account?.self
        case .savings: Savings.self
        case .shape: (any Shape).self
        case .optionalShape: (any Shape)?.self
        case .circle: Circle.self
        case .square: Square.self
        case .any: Any.self
        }
    }
}

/// The kinds of arguments in the random lists, each with the parameters that it fits and the one that has exactly its type.
private enum Kind: CaseIterable {
    case string, optionalString, noString, int, account, savings, savingsAsAccount, noSavings, circle, square
    case circleAsShape, squareAsShape, noCircle

    func argument(_ text: String) -> Argument {
        switch self {
        case .string: Argument.list(text)[0]
        case .optionalString: Argument.list(text as String?)[0]
        case .noString: Argument.list(nil as String?)[0]
        case .int: Argument.list(Int(text) ?? 0)[0]
        case .account: Argument.list(Account(text))[0]
        case .savings: Argument.list(Savings(text))[0]
        case .savingsAsAccount: Argument.list(Savings(text) as Account)[0]
        case .noSavings: Argument.list(nil as Savings?)[0]
        case .circle: Argument.list(Circle(text: text))[0]
        case .square: Argument.list(Square(text: text))[0]
        case .circleAsShape: Argument.list(Circle(text: text) as any Shape)[0]
        case .squareAsShape: Argument.list(Square(text: text) as any Shape)[0]
        case .noCircle: Argument.list(nil as Circle?)[0]
        }
    }

    var fitting: Set<Parameter> {
        switch self {
        case .string, .optionalString: [.string, .optionalString, .any]
        case .noString: [.optionalString]
        case .int: [.int, .any]
        case .account: [.account, .optionalAccount, .any]
        case .savings, .savingsAsAccount: [.account, .optionalAccount, .savings, .any]
        case .noSavings: [.optionalAccount]
        case .circle, .circleAsShape: [.shape, .optionalShape, .circle, .any]
        case .square, .squareAsShape: [.shape, .optionalShape, .square, .any]
        case .noCircle: [.optionalShape]
        }
    }

    var exact: Parameter? {
        switch self {
        case .string: .string
        case .optionalString, .noString: .optionalString
        case .int: .int
        case .account, .savingsAsAccount: .account
        case .savings: .savings
        case .circle: .circle
        case .square: .square
        case .circleAsShape, .squareAsShape: .shape
        case .noSavings, .noCircle: nil
        }
    }

    var isNil: Bool { [.noString, .noSavings, .noCircle].contains(self) }
}

/// The rule, written down a second time: it looks at every assignment there is.
private struct Oracle {
    let kinds: [Kind]
    let parameters: [Parameter]

    /// The positions of the arguments, by their order; nil if they don't fit.
    var positions: [Int]? {
        let inOrder = assignments([]).filter { $0 == $0.sorted() }
        // The most exact types, among equals the leftmost.
        if let most = inOrder.map(exactCount).max() {
            return inOrder.filter { exactCount($0) == most }.min { $0.lexicographicallyPrecedes($1) }
        }
        return exactFirst
    }

    /// Every way to give each argument a parameter of its own that it fits.
    private func assignments(_ begun: [Int]) -> [[Int]] {
        guard begun.count < kinds.count else { return [begun] }
        return parameters.indices.flatMap { position in
            kinds[begun.count].fitting.contains(parameters[position]) && !begun.contains(position)
                ? assignments(begun + [position]) : []
        }
    }

    private func exactCount(_ positions: [Int]) -> Int {
        zip(kinds, positions).count { $0.exact == parameters[$1] }
    }

    /// Each argument that has a parameter of exactly its type takes the first one that is free, then each other one the
    /// first one that is left and that it fits.
    private var exactFirst: [Int]? {
        var positions: [Int: Int] = [:]
        for isExact in [true, false] {
            for (index, kind) in kinds.enumerated() where positions[index] == nil {
                positions[index] = parameters.indices.first { position in
                    let fits =
                        isExact ? kind.exact == parameters[position] : kind.fitting.contains(parameters[position])
                    return fits && !positions.values.contains(position)
                }
            }
        }
        return positions.count == kinds.count ? kinds.indices.map { positions[$0]! } : nil
    }
}

@Suite("Arguments in random lists")
struct PlacedArgumentsTests {
    private func text(_ placed: PlacedArguments, _ position: Int, _ parameter: Parameter) -> String? {
        func text<Value>(_ type: Value.Type) -> String? {
            placed.hasValue(at: position) ? content(placed.value(at: position, as: type)) : nil
        }
        return _openExistential(parameter.type, do: text)
    }

    @Test("Arguments in random lists take the places that the rule gives them", arguments: 0..<20 as Range<UInt64>)
    func random(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var (inOrder, outOfOrder, unfit) = (0, 0, 0)
        for _ in 0..<scaled(3_000) {
            let parameters = (0..<Int.random(in: 1...5, using: &random)).map { _ in
                Parameter.allCases.randomElement(using: &random)!
            }
            let kinds = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                Kind.allCases.randomElement(using: &random)!
            }
            let row = Comment(rawValue: "\(kinds.map { $0.argument("").type }) for \(parameters.map(\.type))")
            let arguments = kinds.enumerated().map { $1.argument("\($0 + 1)") }
            let placed = PlacedArguments(arguments, for: parameters.map(\.type))
            let positions = Oracle(kinds: kinds, parameters: parameters).positions
            guard let positions else {
                unfit += 1
                #expect(placed == nil, row)
                continue
            }
            if positions == positions.sorted() { inOrder += 1 } else { outOfOrder += 1 }
            guard let placed else {
                Issue.record("They fit, \(row)")
                continue
            }
            for (position, parameter) in parameters.enumerated() {
                let argument = positions.firstIndex(of: position)
                let expected = argument.map { kinds[$0].isNil ? "nil" : "\($0 + 1)" }
                #expect(placed.hasValue(at: position) == (argument != nil), row)
                #expect(text(placed, position, parameter) == expected, row)
            }
        }
        #expect(inOrder > scaled(20) && outOfOrder > scaled(20) && unfit > scaled(20), "The lists are too much alike")
    }

    @Test("A nil takes the place that an argument with a value takes", arguments: 0..<5 as Range<UInt64>)
    func nothing(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<scaled(1_000) {
            // All optional, since a nil fits nothing else.
            let optional: [any Any.Type] = [
                String?.self, Account?.self, Savings?.self, (any Shape)?.self, Circle?.self,
            ]
            let parameters = (0..<4).map { _ in optional.randomElement(using: &random)! }
            let kinds: [(some: Argument, none: Argument)] = [
                (Argument.list("1" as String?)[0], Argument.list(nil as String?)[0]),
                (Argument.list(Savings("1") as Savings?)[0], Argument.list(nil as Savings?)[0]),
                (Argument.list(Circle(text: "1") as Circle?)[0], Argument.list(nil as Circle?)[0]),
            ]
            let list = (0..<3).map { _ in kinds.randomElement(using: &random)! }
            let (values, nothing) = (
                PlacedArguments(list.map(\.some), for: parameters), PlacedArguments(list.map(\.none), for: parameters)
            )
            #expect((values == nil) == (nothing == nil), "\(list) for \(parameters)")
            for position in parameters.indices {
                #expect(
                    values?.hasValue(at: position) == nothing?.hasValue(at: position),
                    "\(list.map(\.none.type)) for \(parameters)"
                )
            }
        }
    }
}
