/// The arguments of an injection by the position of the parameter that they fill.
final class FilledParameters {
    private let arguments: [Int: Argument]
    /// The request for the original, in an injection of an alias.
    let original: Request?
    /// Whether an alias is to convert an existing instance, and have none made.
    let areForExisting: Bool
    /// Whether some were injected and not given; each of these is an `AwaitedValue`, or an object.
    private let wereAwaited: Bool

    init(
        _ arguments: [Int: Argument],
        for original: Request? = nil,
        areForExisting: Bool = false,
        wereAwaited: Bool = false
    ) {
        self.arguments = arguments
        self.original = original
        self.areForExisting = areForExisting
        self.wereAwaited = wereAwaited
    }

    /// Whether there is an argument for a position.
    func hasValue(at position: Int) -> Bool {
        arguments[position] != nil
    }

    /// No arguments.
    static var none: FilledParameters { FilledParameters([:]) }

    /// The argument for a position, with the type that it was given as; nil if there is none.
    func argument(at position: Int) -> Argument? { arguments[position] }

    /// The argument for a position that has one.
    func value<Parameter>(at position: Int, as type: Parameter.Type) -> Parameter {
        let argument = arguments[position]?.value
        if wereAwaited, let awaited = argument as? AwaitedValue<Parameter> { return awaited.value }
        guard let value = argument as? Parameter else {
            preconditionFailure("The plan put an argument where it does not fit")
        }
        return value
    }
}

/// An instance that was injected for a parameter before the provider is called.
///
/// Some would not come back from an `Any` as they were: a nil inside an optional, or an instance whose type conforms on
/// some actor only.
struct AwaitedValue<Parameter> {
    let value: Parameter
}
