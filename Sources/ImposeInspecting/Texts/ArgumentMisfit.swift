internal import ImposeCore

/// The first argument of an injection that no parameter of the provider takes.
struct ArgumentMisfit {
    /// Nil only if all of them fit.
    private let misfit: Argument?
    /// The arguments that fit, in the order in which they were given.
    private let fitting: [Argument]
    /// The parameters that are left for others.
    private let free: [any Any.Type]
    private let given: [Argument]
    private let parameters: [any Any.Type]

    init(_ given: [Argument], for parameters: [any Any.Type]) {
        var fitting: [Argument] = []
        var misfit: Argument?
        for argument in given {
            if Seam.placed(fitting + [argument], for: parameters) != nil {
                fitting.append(argument)
            } else if misfit == nil {
                misfit = argument
            }
        }
        let taken = Seam.placed(fitting, for: parameters) ?? [:]
        free = parameters.indices.filter { taken[$0] == nil }.map { parameters[$0] }
        (self.given, self.parameters, self.misfit, self.fitting) = (given, parameters, misfit, fitting)
    }

    /// Which one fits nothing, and why.
    func problem(_ provider: String, _ names: TypeNames) -> String {
        guard let misfit else {
            return "the arguments don't fit \(provider) whose parameters are \(names.list(parameters))"
        }
        let type = names[misfit.type].withArticle
        let subject = ArgumentSpelling.literal(misfit.value).map { "\($0) is \(type)" } ?? "one argument is \(type)"
        if parameters.isEmpty { return "\(subject), and \(provider) has no parameters" }
        if free.isEmpty {
            return "\(subject), and \(provider) has no parameter left for it: they are \(names.list(parameters))"
        }
        if free.count == 1 {
            return "\(subject), and the free parameter of \(provider) is \(names[free[0]].withArticle)"
        }
        return "\(subject), and the free parameters of \(provider) are \(names.list(free))"
    }

    /// A line that would work, and what counts.
    ///
    /// - Parameters:
    ///   - injecting: The injection with some arguments, as it would be typed.
    ///   - place: The line of the registration.
    func fixes(
        _ names: TypeNames,
        injecting: ([Argument]) -> String,
        place: () -> Location
    ) -> [Fix] {
        guard !parameters.isEmpty else {
            let labels = given.count == 1 ? ["argument"] : given.indices.map { "argument\($0 + 1)" }
            let list = zip(labels, given).map { "\($0): \(names.annotation($1.type))" }.joined(separator: ", ")
            return [Fix("Let its provider take them: at \(place()), begin a closure with", "{ (\(list)) in")]
        }
        let converted = misfit.flatMap { misfit in free.lazy.compactMap { misfit.converted(to: $0) }.first }
        // Nothing is imposed for a plain value, as a rule: some argument has to be there for it.
        let needed = misfit == nil ? nil : converted ?? free.lazy.compactMap(Argument.init(placeFor:)).first
        let working = injecting(fitting + [needed].compactMap { $0 })
        return [Fix("Give each parameter at most one argument of its type; those that get none are injected", working)]
    }
}

extension Argument {
    /// Some plain value of a type; nil for types that have none.
    fileprivate init?(placeFor type: any Any.Type) {
        guard let value = PlainValue.example(of: type) else { return nil }
        self.init(value: value, type: type)
    }

    /// The same number as a value of another type of numbers; nil for other types.
    fileprivate func converted(to type: any Any.Type) -> Argument? {
        if let number = value as? Int, type == Double.self { return Argument(value: Double(number), type: type) }
        if let number = value as? Double, type == Int.self {
            return Int(exactly: number).map { Argument(value: $0, type: type) }
        }
        return nil
    }
}

extension String {
    /// As one of them: `an Int`, `a Double`.
    fileprivate var withArticle: String {
        "\(first.map { "AEIO".contains($0) } ?? false ? "an" : "a") \(self)"
    }
}
