/// A class that a container registers on itself, among many others.
public protocol Item: AnyObject, Sendable {
    /// Makes an object.
    init()
}

/// The ten thousand classes. Their names are short, since some containers spell names out.
public final class Numbered<Thousands: Digit, Hundreds: Digit, Tens: Digit, Units: Digit>: Item {
    /// Makes an object.
    public init() {}
}

/// A digit of a class's number.
public protocol Digit: Sendable {}

enum D0: Digit {}
enum D1: Digit {}
enum D2: Digit {}
enum D3: Digit {}
enum D4: Digit {}
enum D5: Digit {}
enum D6: Digit {}
enum D7: Digit {}
enum D8: Digit {}
enum D9: Digit {}

private let digits: [any Digit.Type] = [
    D0.self, D1.self, D2.self, D3.self, D4.self, D5.self, D6.self, D7.self, D8.self, D9.self,
]

/// Gives classes.
///
/// - Parameter count: How many, up to ten thousand.
/// - Returns: Always the same ones.
public func items(_ count: Int) -> [any Item.Type] {
    (0..<count).map { number in
        item(digits[number / 1000], digits[number / 100 % 10], digits[number / 10 % 10], digits[number % 10])
    }
}

/// Gives the class with these digits.
private func item(
    _ thousands: any Digit.Type,
    _ hundreds: any Digit.Type,
    _ tens: any Digit.Type,
    _ units: any Digit.Type
) -> any Item.Type {
    func item<A: Digit, B: Digit, C: Digit, D: Digit>(_: A.Type, _: B.Type, _: C.Type, _: D.Type) -> any Item.Type {
        Numbered<A, B, C, D>.self
    }
    return item(thousands, hundreds, tens, units)
}
