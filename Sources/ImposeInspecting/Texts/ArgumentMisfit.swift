internal import Impose

/// The arguments of an injection that no parameter of the provider takes.
struct ArgumentMisfit {
    private let request: Request
    private let registration: RegistrationFacts
    private let given: [any Any.Type]
    /// The arguments that no parameter takes: at least one, unless the registration was replaced meanwhile.
    private var misfits: [(type: any Any.Type, position: Int)] = []
    /// The parameters that are left for these.
    private let free: [any Any.Type]
    /// The closures among them, each with the parameter that it can be written for.
    private var closures: [(type: any Any.Type, position: Int)] = []

    init(_ request: Request, _ registration: RegistrationFacts) {
        let (given, parameters) = (Seam.arguments(of: request, for: registration), registration.parameters)
        (self.request, self.registration, self.given) = (request, registration, given.map(\.type))
        var fitting: [Argument] = []
        for (index, argument) in given.enumerated() {
            let fits = Seam.positions(of: fitting + [argument], among: parameters) != nil
            if fits { fitting.append(argument) } else { misfits.append((argument.type, index + 1)) }
        }
        let taken = Seam.positions(of: fitting, among: parameters) ?? []
        free = parameters.indices.filter { !taken.contains($0) }.map { parameters[$0] }
        var left = free
        for (type, position) in misfits {
            let index = left.firstIndex { TypeNames.isClosure(type, writableAs: $0) }
            if let index { closures.append((left.remove(at: index), position)) }
        }
    }

    /// The parameter that an argument was probably meant for; nil if it may be another one as well.
    private func meant(_ argument: (type: any Any.Type, position: Int)) -> (any Any.Type)? {
        if let closure = closures.first(where: { $0.position == argument.position }) { return closure.type }
        if let convertible = free.first(where: { Self.canConvert(argument.type, to: $0) }) { return convertible }
        let order = Seam.searchOrder(from: Origin(ofCallOf: Imposer.shared.node))
        let missing = free.filter { Seam.winner(of: Query($0), in: order) == nil }
        return free.filter { PlainValue.literal(of: $0) != nil }.only ?? missing.only ?? free.only
    }

    /// Which argument it is, for texts. If other arguments of its type fit, it may be any of them: then the first one
    /// that stands where the provider takes another type, or else all of them.
    private func title(of misfit: (type: any Any.Type, position: Int)) -> String {
        let alike = given.indices.filter { given[$0] == misfit.type }
        if free.isEmpty || alike.allSatisfy({ index in misfits.contains { $0.position == index + 1 } }) {
            return "argument \(misfit.position)"
        }
        let expected = registration.expectedArguments
        let places = expected.isEmpty ? registration.parameters : expected
        let wrong = given.count == places.count ? alike.first { places[$0] != misfit.type } : nil
        return "argument \((wrong.map { [$0] } ?? alike).map { "\($0 + 1)" }.joined(separator: " or "))"
    }

    /// Which one fits nothing, and why.
    func problem(_ names: TypeNames) -> String? {
        let provider = "its provider, imposed at \(registration.location),"
        let parameters = names.list(registration.parameters)
        guard let misfit = misfits.first else { return nil }
        let subject = "\(title(of: misfit)) is \(names[misfit.type].withArticle), and"
        if registration.parameters.isEmpty { return "\(subject) \(provider) has no parameters" }
        if let meant = meant(misfit) { return "\(subject) \(provider) takes \(names[meant].withArticle) there" }
        if free.isEmpty { return "\(subject) \(provider) has no parameter left for it: they are \(parameters)" }
        return "\(subject) no parameter of \(provider) is of that type: they are \(parameters)"
    }

    /// The change that mends it.
    func fixes(_ names: TypeNames) -> [Fix] {
        if registration.parameters.isEmpty {
            let labels = given.count == 1 ? ["argument"] : given.indices.map { "argument\($0 + 1)" }
            let list = zip(labels, given).map { "\($0): \(names.annotation($1))" }.joined(separator: ", ")
            let text = "Let its provider take them: at \(registration.location), begin a closure with"
            return [Fix(text, "{ (\(list)) in")]
        }
        guard let misfit = misfits.first else { return [] }
        let (place, argument) = ("At \(request.location),", title(of: misfit))
        // Only the compiler knows what a closure captures, and where it may run.
        if closures.first?.position == misfit.position {
            let positions = closures.map { "argument \($0.position)" }.joined(separator: " and ")
            let code = closures.map { "{ … } as \(names.spelled(TypeRelation.unwrapped($0.type)))" }
            return [Fix("\(place) as \(positions), write the closure as", code.joined(separator: ", "))]
        }
        guard let meant = meant(misfit) else {
            return ["\(place) leave out \(argument). Parameters that get none are injected."]
        }
        if Self.canConvert(misfit.type, to: meant) {
            return [Fix("\(place) wrap \(argument) in", "\(TypeNames.short(meant))(...)")]
        }
        return ["\(place) give \(names[meant].withArticle) as \(argument)."]
    }

    /// Whether an initializer makes a value of one type of another, without a label.
    private static func canConvert(_ type: any Any.Type, to other: any Any.Type) -> Bool {
        func isNumber(_ type: any Any.Type) -> Bool {
            type is any BinaryInteger.Type || type is any BinaryFloatingPoint.Type
        }
        if other == String.self {
            return isNumber(type) || type == Substring.self || type == Character.self || type == Bool.self
        }
        return isNumber(type) && isNumber(other) || other == Substring.self && type == String.self
    }
}

extension String {
    /// As one of them: `an Int`, `a Double`.
    fileprivate var withArticle: String { "\(first.map { "AEIO".contains($0) } ?? false ? "an" : "a") \(self)" }
}
