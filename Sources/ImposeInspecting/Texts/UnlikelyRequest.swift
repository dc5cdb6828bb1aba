internal import Impose

/// A request for something that is seldom imposed: a plain value, an array, or an imposer.
struct UnlikelyRequest {
    private let type: any Any.Type
    /// The value that would be typed, if it is a plain one.
    private let literal: String?
    /// The type of the elements, if it is an array.
    private let element: (any Any.Type)?
    /// The imposer that was asked.
    private let asked: ImposerTitle
    /// The registration whose provider has it as a parameter.
    private let needing: RegistrationFacts?
    /// Whether that one's instance is needed for a parameter, too, which gets no arguments.
    private let isForParameter: Bool

    /// Nil for any other type, and for what has a name.
    init?(_ request: Request, _ type: any Any.Type, _ asked: NodeFacts) {
        (literal, element) = (PlainValue.literal(of: type), (type as? any AnyArray.Type)?.element)
        guard literal != nil || element != nil || type == Imposer.self else { return nil }
        self.type = type
        self.asked = asked.title
        needing = request.dependent()
        isForParameter = Seam.underway.count > 1
    }

    /// The types that the fixes name.
    var types: [any Any.Type] { [element].compactMap { $0 } }

    /// Fixes for the mistake that most likely led to the request.
    func fixes(_ names: TypeNames) -> [Fix] {
        if let literal { return value(literal, names) }
        if let element { return array(of: element, names) }
        return [
            "Imposers are not injected. The primary one is Imposer.shared, another one Imposer.imposer(for: .secondary).",
            Fix("Inside a provider, take it as a parameter", "{ (imposer: Imposer) in try imposer.tryInject() }"),
        ]
    }

    private func value(_ literal: String, _ names: TypeNames) -> [Fix] {
        let type = names[self.type]
        let name: InjectionName? = "name"
        let imposing = "\(asked.expression).impose(for: \(names.expression(self.type))\(name.argument), \(literal))"
        guard let needing else {
            return [Fix("Give it a name, or its own type, since there may be many of \(type)", imposing)]
        }
        let leaving = "the initializer has a default value for it, leave it out: at \(needing.location), impose"
        let line = imposingLine(by: needing, names)
        let injecting = asked.injecting(needing.type, needing.key.name, names, ", arguments: \(literal)")
        if isForParameter { return [Fix("If \(leaving)", line)] }
        let text =
            "Most likely an argument was forgotten, since \(names[needing.type]) takes the \(type) as a parameter"
        return [Fix(text, injecting), Fix("Or, if \(leaving)", line)]
    }

    /// A line that imposes something with a closure that takes the parameters of its provider, but this one as a type of
    /// handle, or not at all. Properties are named like parameters, most likely.
    private func imposingLine(
        by needing: RegistrationFacts,
        withParameterOf handle: String? = nil,
        _ names: TypeNames
    ) -> String {
        // A protocol has no initializer.
        let conforming =
            TypeRelation.isExistential(needing.type)
            ? ConformingTypes(to: needing.type, askedIn: needing.location.module) : nil
        let made = conforming?.types.first ?? needing.type
        let stored = ProgramSections.current.storedProperties(of: made) ?? []
        let taken = needing.parameters.filter { $0 != type || handle != nil }.map { parameter in
            (
                name: stored.first { $0.type == parameter }?.name ?? names.variable(parameter),
                handle: parameter == type ? handle : nil,
                type: parameter
            )
        }
        let parameters = taken.map { "\($0.name): \($0.handle ?? names.annotation($0.type))" }.joined(separator: ", ")
        let arguments = taken.map { "\($0.name): \($0.name)\($0.handle == nil ? "" : "()")" }.joined(separator: ", ")
        let imposing = "\(needing.imposingExpression).impose(for: \(names.expression(needing.type))"
        let closure = "\(taken.isEmpty ? "" : "(\(parameters)) in ")\(names.typed(made))(\(arguments))"
        return "\(imposing)\(needing.key.name.argument)) { \(closure) }"
    }

    private func array(of element: any Any.Type, _ names: TypeNames) -> [Fix] {
        guard let needing else {
            let injecting = asked.injecting(element, nil, names, by: "injectAll")
            return [Fix("For all that are imposed", "try \(injecting)")]
        }
        let handle = "InjectedAll<\(names.annotation(element))>"
        let imposing = imposingLine(by: needing, withParameterOf: handle, names)
        return [Fix("For all that are imposed: at \(needing.location), impose", imposing)]
    }
}

/// An array, of which only its elements are to be known.
private protocol AnyArray {
    static var element: any Any.Type { get }
}

extension Array: AnyArray {
    fileprivate static var element: any Any.Type { Element.self }
}
