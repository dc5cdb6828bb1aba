internal import Impose

/// The first argument of an injection that no parameter of the provider takes.
struct ArgumentMisfit {
    private let request: Request
    private let registration: RegistrationFacts
    /// Nil only if all of them fit.
    private let misfit: (argument: Argument, position: Int)?
    /// The arguments that fit, in the order in which they were given.
    private let fitting: [Argument]
    /// The parameters that are left for others.
    private let free: [any Any.Type]
    /// Those that nothing is imposed for.
    private let missing: [any Any.Type]
    private let given: [Argument]
    private let parameters: [any Any.Type]

    init(_ request: Request, _ registration: RegistrationFacts) {
        (self.request, self.registration) = (request, registration)
        let (given, parameters) = (Seam.arguments(of: request, for: registration), registration.parameters)
        let order = Seam.searchOrder(from: Origin(asked: Imposer.shared.node))
        var fitting: [Argument] = []
        var misfit: (Argument, Int)?
        for (index, argument) in given.enumerated() {
            if Seam.positions(of: fitting + [argument], among: parameters) != nil {
                fitting.append(argument)
            } else if misfit == nil {
                misfit = (argument, index + 1)
            }
        }
        let taken = Seam.positions(of: fitting, among: parameters) ?? []
        free = parameters.indices.filter { !taken.contains($0) }.map { parameters[$0] }
        missing = free.filter { type in
            Seam.winner(of: Matching(requested: type, name: nil, rules: .nearest), in: order) == nil
        }
        (self.given, self.parameters, self.misfit, self.fitting) = (given, parameters, misfit, fitting)
    }

    /// Which one fits nothing, and why.
    func problem(_ names: TypeNames) -> String {
        let provider = "its provider, imposed at \(registration.location),"
        guard let misfit else {
            return "the arguments don't fit \(provider) whose parameters are \(names.list(parameters))"
        }
        let subject = "argument \(misfit.position) is \(names[misfit.argument.type].withArticle)"
        if parameters.isEmpty { return "\(subject), and \(provider) has no parameters" }
        if let meant { return "\(subject), and \(provider) takes \(names[meant].withArticle) there" }
        if free.isEmpty {
            return "\(subject), and \(provider) has no parameter left for it: they are \(names.list(parameters))"
        }
        return "\(subject), and no parameter of \(provider) is of that type: they are \(names.list(parameters))"
    }

    /// The parameter that the one was probably meant for: one that it can be converted to, or the only plain value, the
    /// only one that nothing is imposed for or the only one that is left; nil if it may be another one as well.
    private var meant: (any Any.Type)? {
        guard let type = misfit?.argument.type else { return nil }
        if let convertible = free.first(where: { Self.canConvert(type, to: $0) }) { return convertible }
        let plain = free.filter { PlainValue.literal(of: $0) != nil }
        return plain.only ?? missing.only ?? free.only
    }

    /// The change that mends it.
    func fixes(_ names: TypeNames) -> [Fix] {
        let (line, place) = (request.location, registration.location)
        guard !parameters.isEmpty else {
            let labels = given.count == 1 ? ["argument"] : given.indices.map { "argument\($0 + 1)" }
            let list = zip(labels, given).map { "\($0): \(names.annotation($1.type))" }.joined(separator: ", ")
            return [Fix("Let its provider take them: at \(place), begin a closure with", "{ (\(list)) in")]
        }
        guard let misfit else {
            let text = "Give each parameter at most one argument of its type; those that get none are injected"
            let list = ArgumentSpelling.list(fitting, names)
            return [Fix(text, registration.imposer.injecting(request.type, request.name, names, list))]
        }
        guard let meant else {
            return ["At \(line), leave out argument \(misfit.position). Parameters that get none are injected."]
        }
        // Only the compiler knows what a closure captures.
        if TypeNames.short(meant) == "@Sendable \(TypeNames.short(misfit.argument.type))" {
            return [Fix("At \(line), as argument \(misfit.position), write the closure as", "{ … } as \(names[meant])")]
        }
        if Self.canConvert(misfit.argument.type, to: meant) {
            let text = "At \(line), wrap argument \(misfit.position) in"
            return [Fix(text, "\(TypeNames.short(meant))(...)")]
        }
        return ["At \(line), give \(names[meant].withArticle) as argument \(misfit.position)."]
    }
}

extension ArgumentMisfit {
    private static let numbers: [any Any.Type] = [
        Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self, UInt8.self, UInt16.self, UInt32.self,
        UInt64.self, Float.self, Double.self,
    ]
    private static let texts: [any Any.Type] = [Substring.self, Character.self]

    /// Whether an initializer makes a value of one type of another, without a label.
    private static func canConvert(_ type: any Any.Type, to other: any Any.Type) -> Bool {
        func isIn(_ types: [any Any.Type], _ type: any Any.Type) -> Bool { types.contains { $0 == type } }
        if isIn(numbers, type), isIn(numbers, other) { return true }
        if other == String.self { return isIn(texts + numbers + [Bool.self], type) }
        return other == Substring.self && type == String.self
    }
}

extension String {
    /// As one of them: `an Int`, `a Double`.
    fileprivate var withArticle: String {
        "\(first.map { "AEIO".contains($0) } ?? false ? "an" : "a") \(self)"
    }
}
