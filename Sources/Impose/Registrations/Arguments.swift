private import CImposeRuntime

/// One argument of an injection, with the type it was given as.
struct Argument {
    let value: Any
    let type: any Any.Type
    /// Whether it is the object that a wrapper belongs to. A provider may leave it out, and can take it only in a
    /// parameter of a class, or of `any InjectionOwner`.
    private(set) var isOwner = false

    /// All arguments of an injection.
    static func list<each Value>(_ values: repeat each Value) -> [Argument] {
        var list: [Argument] = []
        repeat list.append(Argument(value: each values, type: (each Value).self))
        return list
    }
}

/// The arguments of an injection, as an object: who asks for the instance holds them.
final class InjectionArguments {
    let list: [Argument]
    /// The parameters that they fill; nil for an alias, which hands them on.
    let placed: PlacedArguments?
    /// The instance of an alias's original, if it was awaited.
    let original: Argument?

    init(_ list: [Argument], _ placed: PlacedArguments?, original: Argument? = nil) {
        (self.list, self.placed, self.original) = (list, placed, original)
    }
}

/// The arguments of an injection by the parameters of a provider, each argument at the parameter that it fills.
///
/// 1. In order, if possible: each argument fills a parameter behind that of the argument before. Of all such
///    assignments the one with the most exact types wins, and among equals the leftmost.
/// 2. Otherwise out of order. First each argument fills the first free parameter of exactly its type, if there is one.
///    Then each of the others fills the first free parameter that it can be cast to.
struct PlacedArguments {
    /// By the position of the parameter; nil where that is injected.
    private let values: [Argument?]
    /// Parameters that were injected and awaited beforehand, by their position. They are no part of `key(for:)`.
    private var awaited: [Int: Argument] = [:]

    /// - Returns: Nil if an argument fits no parameter.
    init?(_ arguments: [Argument], for parameters: [any Any.Type]) {
        let positions = Self.inOrder(arguments, parameters) ?? Self.outOfOrder(arguments, parameters)
        guard let positions else { return nil }
        var values: [Argument?] = Array(repeating: nil, count: parameters.count)
        for (argument, position) in zip(arguments, positions) { values[position] = argument }
        self.values = values
    }

    /// - Parameter awaited: Instances that were injected and awaited.
    func adding(_ awaited: [Int: Argument]) -> PlacedArguments {
        var placed = self
        placed.awaited = awaited
        return placed
    }

    func hasValue(at position: Int) -> Bool { values[position] != nil || !awaited.isEmpty && awaited[position] != nil }

    /// Whether any argument was given.
    var hasArguments: Bool { values.contains { $0 != nil } }

    /// The value for a parameter that has one, as the parameter gets it.
    ///
    /// Never inlined: the body uses the type `Parameter?`. Inlined into its generic caller, that would make the runtime
    /// look this type up for each parameter, also for those without an argument.
    @inline(never)
    func value<Parameter>(at position: Int, as type: Parameter.Type) -> Parameter {
        guard let argument = values[position] ?? awaited[position] else {
            preconditionFailure("No argument was placed there")
        }
        return argument.value(as: type)
    }

    /// The values as the parameters get them, to tell instances for different arguments apart; nil if one of them can't
    /// be hashed.
    func key(for parameters: [any Any.Type]) -> ArgumentsKey? {
        var elements: [AnyHashable] = []
        for case let (position, argument?) in values.enumerated() {
            func element<Parameter>(_ type: Parameter.Type) -> AnyHashable? {
                argument.converted(to: type).flatMap { Self.hashable($0) }
            }
            guard let element = element(parameters[position]) else { return nil }
            elements += [AnyHashable(position), element]
        }
        return ArgumentsKey(elements)
    }

    /// Makes an `AnyHashable` that also compares types, since a plain one takes `1` and `1.0` for the same. Nil if the
    /// value, or what is inside its optionals, is not hashable. For a parameter of a class, the `==` of that class
    /// counts.
    fileprivate static func hashable<Value>(_ value: Value) -> AnyHashable? {
        func typed<Content: Hashable>(_ type: Content.Type, _ content: Any) -> AnyHashable? {
            (content as? Content).map { AnyHashable(TypedValue(type: ObjectIdentifier(type), value: $0)) }
        }
        func dynamic<Content: Hashable>(_ content: Content) -> AnyHashable? { typed(Content.self, content) }
        // An optional: by what is in it.
        if let optional = Value.self as? any OptionalType.Type {
            func key<Wrapped: OptionalType>(_ type: Wrapped.Type) -> AnyHashable? {
                knownCast(value, to: type).hashable
            }
            return key(optional)
        }
        // A static type that is hashable: its own `==`, also for a subclass.
        if let type = Value.self as? any Hashable.Type { return typed(type, value) }
        // Otherwise, as for `any P`: by the dynamic type.
        return (value as? any Hashable).flatMap { dynamic($0) }
    }

    private struct TypedValue<Value: Hashable>: Hashable {
        let type: ObjectIdentifier
        let value: Value
    }

    // MARK: Positions

    /// The positions of the best assignment in order; nil if there is none.
    private static func inOrder(_ arguments: [Argument], _ parameters: [any Any.Type]) -> [Int]? {
        // All of exactly their types, and the leftmost: nothing is better.
        if arguments.count <= parameters.count, zip(arguments, parameters).allSatisfy({ $0.type == $1 }) {
            return Array(arguments.indices)
        }
        // Dynamic programming from the end: `best[p]` is the best assignment of the arguments handled so far, which are
        // the last ones, to the parameters from `p` on.
        typealias Best = (exact: Int, positions: [Int])
        var best: [Best?] = Array(repeating: (0, []), count: parameters.count + 1)
        for argument in arguments.reversed() {
            var next: [Best?] = Array(repeating: nil, count: parameters.count + 1)
            for position in parameters.indices.reversed() {
                next[position] = next[position + 1]
                guard let rest = best[position + 1], argument.fits(parameters[position]) else { continue }
                let exact = rest.exact + (argument.type == parameters[position] ? 1 : 0)
                // Among equals the leftmost: this one.
                if exact >= next[position]?.exact ?? 0 { next[position] = (exact, [position] + rest.positions) }
            }
            best = next
        }
        return best[0]?.positions
    }

    private static func outOfOrder(_ arguments: [Argument], _ parameters: [any Any.Type]) -> [Int]? {
        var (positions, taken) = ([Int?](repeating: nil, count: arguments.count), Set<Int>())
        func place(_ index: Int, where fits: (any Any.Type) -> Bool) {
            let free = parameters.indices.first { !taken.contains($0) && fits(parameters[$0]) }
            guard let free else { return }
            positions[index] = free
            taken.insert(free)
        }
        for index in arguments.indices { place(index) { $0 == arguments[index].type } }
        for index in arguments.indices where positions[index] == nil { place(index, where: arguments[index].fits) }
        let all = positions.compactMap { $0 }
        return all.count == arguments.count ? all : nil
    }
}

extension Argument {
    init(owner: AnyObject) { self.init(value: owner, type: Swift.type(of: owner), isOwner: true) }

    /// Converts the argument for a parameter that it fits.
    func value<Parameter>(as type: Parameter.Type) -> Parameter {
        guard let value: Parameter = converted(to: type) else {
            preconditionFailure("An argument was placed where it does not fit")
        }
        return value
    }

    /// Converts the argument for a parameter; nil if it does not fit.
    ///
    /// A nil fits every optional parameter: an `S?` that has a value fits `(any P)?`, so one that has none does, too.
    fileprivate func converted<Parameter>(to type: Parameter.Type) -> Parameter? {
        // Of its own type as it is: a cast would take an optional inside an optional apart.
        func same<Value>(_ value: Value) -> Parameter? {
            Value.self == Parameter.self ? knownCast(value, to: Parameter.self) : nil
        }
        if let same = _openExistential(value, do: same) { return same }
        if let cast = Casting.cast(value, to: type) ?? function(as: type) { return cast }
        guard TypeRelation.wrapped(in: type) != nil, Casting.dynamicType(of: value) == nil,
            isSendableVariant(ofFunction: type)
                || Self.canBe(TypeRelation.unwrapped(self.type), TypeRelation.unwrapped(type))
        else { return nil }
        return Casting.nothing(as: type)
    }

    /// Converts a `@Sendable` function to the same type without `@Sendable`, which a cast refuses (Swift 6.3.1). It
    /// matters since the compiler takes each global function and method for `@Sendable`. There is no way back: nobody
    /// has checked what the function captures.
    private func function<Parameter>(as type: Parameter.Type) -> Parameter? {
        func open<Own>(_ own: Own.Type) -> Any? {
            // Invariant: they are called in the same way.
            func convert<Wanted>(_ wanted: Wanted.Type) -> Any? {
                (value as? Own).map { knownFunction($0, as: wanted) }
            }
            return convert(TypeRelation.unwrapped(type))
        }
        guard isSendableVariant(ofFunction: type) else { return nil }
        return open(TypeRelation.unwrapped(self.type)) as? Parameter
    }

    /// Whether this is a `@Sendable` function that differs from the parameter's type in nothing but `@Sendable` and
    /// `throws`. Optionals around both types are ignored.
    private func isSendableVariant(ofFunction parameter: any Any.Type) -> Bool {
        let types = (Metadata(of: TypeRelation.unwrapped(type)), Metadata(of: TypeRelation.unwrapped(parameter)))
        return impose_is_sendable_of_function(types.0.address, types.1.address)
    }

    /// Whether values of a type can be cast to another one.
    private static func canBe(_ own: any Any.Type, _ wanted: any Any.Type) -> Bool {
        if own == wanted || wanted == Any.self || TypeRelation(to: wanted).distance(from: own) != nil { return true }
        if wanted == AnyObject.self { return isClass(own) }
        if wanted == AnyHashable.self { return own is any Hashable.Type }
        let types = (own as? any StandardCollection.Type, wanted as? any StandardCollection.Type)
        guard case (let own?, let wanted?) = types else { return false }
        return own.kind == wanted.kind && zip(own.contents, wanted.contents).allSatisfy(canBe)
    }

    func fits(_ parameter: any Any.Type) -> Bool {
        if isOwner, parameter != (any InjectionOwner).self, !isClass(parameter) { return false }
        func isFitting<Parameter>(_ type: Parameter.Type) -> Bool { converted(to: type) != nil }
        return isFitting(parameter)
    }
}

/// What tells instances for different arguments apart: a kept lifetime has one instance for each.
///
/// `@unchecked Sendable`: `AnyHashable` is not, since its content may be mutable. These are the user's own values, only
/// ever compared; like instances, they are their author's responsibility.
final class ArgumentsKey: @unchecked Sendable {
    private let elements: [AnyHashable]
    /// Computed here, where no lock is held: hashing is the user's code.
    let hash: Int

    init(_ elements: [AnyHashable]) { (self.elements, hash) = (elements, elements.hashValue) }

    /// Whether two keys are equal, by the user's `==`. Never call it with a lock held.
    func isEqual(to other: ArgumentsKey) -> Bool { hash == other.hash && elements == other.elements }
}

/// An optional of any type.
private protocol OptionalType {
    /// See `PlacedArguments.hashable`.
    var hashable: AnyHashable? { get }
}

extension Optional: OptionalType {
    fileprivate var hashable: AnyHashable? {
        guard let content = self else { return AnyHashable(OptionalValue(content: nil)) }
        return PlacedArguments.hashable(content).map { AnyHashable(OptionalValue(content: $0)) }
    }
}

/// An optional told apart from what is in it: an `AnyHashable` of an optional is not.
private struct OptionalValue: Hashable {
    let content: AnyHashable?
}

/// A collection that is cast if its elements can be.
private protocol StandardCollection {
    static var kind: ObjectIdentifier { get }
    /// The types of what is in it.
    static var contents: [any Any.Type] { get }
}

extension Array: StandardCollection {
    fileprivate static var kind: ObjectIdentifier { ObjectIdentifier([Any].self) }
    fileprivate static var contents: [any Any.Type] { [Element.self] }
}

extension Set: StandardCollection {
    fileprivate static var kind: ObjectIdentifier { ObjectIdentifier(Set<AnyHashable>.self) }
    fileprivate static var contents: [any Any.Type] { [Element.self] }
}

extension Dictionary: StandardCollection {
    fileprivate static var kind: ObjectIdentifier { ObjectIdentifier([AnyHashable: Any].self) }
    fileprivate static var contents: [any Any.Type] { [Key.self, Value.self] }
}
