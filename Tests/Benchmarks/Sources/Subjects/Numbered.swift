/// A class for each number: the digits of the number, nested.
public final class Zero<Rest>: Numbered {
    /// Makes an object.
    public init() {}
}

/// As `Zero`, for the other digit.
public final class One<Rest>: Numbered {
    /// Makes an object.
    public init() {}
}

/// What can be made without knowing its type. None of the conforming classes is a `Payment`.
public protocol Numbered: AnyObject, Sendable {
    /// Makes an object.
    init()
}

/// The class with a number.
///
/// - Parameter number: Different numbers give different classes.
/// - Returns: The class, which exists for the first time now if the number was not used before.
public func numbered(_ number: Int) -> any Numbered.Type {
    func wrapped<Rest>(_ rest: Rest.Type, _ isOne: Bool) -> any Numbered.Type {
        isOne ? One<Rest>.self : Zero<Rest>.self
    }
    var type: any Numbered.Type = One<Void>.self
    var rest = number
    while rest > 0 {
        type = wrapped(type, rest % 2 == 1)
        rest /= 2
    }
    return type
}
