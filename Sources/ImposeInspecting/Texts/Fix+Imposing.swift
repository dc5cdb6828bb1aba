// The fix that imposes something on a missing type.

internal import Impose

extension ConformingTypes {
    /// A fix that imposes something on a type: the first of these types, or the type itself if there is none. There is
    /// no line to type if no initializer is known to get what it takes.
    ///
    /// - Parameters:
    ///   - text: What to do: "Impose it before it is requested".
    ///   - key: The type, and the name to impose it under.
    ///   - imposer: The imposer to impose it on.
    ///   - neighbour: The registration beside which that could be done; nil to name no place.
    func imposing(
        _ text: String,
        _ key: RegistrationKey,
        on imposer: NodeFacts,
        beside neighbour: RegistrationFacts? = nil,
        _ names: TypeNames
    ) -> Fix {
        let (type, expression) = (key.type, neighbour?.imposingExpression ?? imposer.expression)
        let call = "\(expression).impose(for: \(names.expression(type))\(key.name.argument)"
        let module = neighbour?.moduleInjector.map { ", in \(names[$0])" } ?? ""
        let beside = neighbour.map { "\(module), beside \($0.location)" } ?? ""
        let placed = "\(text)\(beside)"
        if let literal = PlainValue.literal(of: type) { return Fix(placed, "\(call), \(literal))") }
        let word = key.name?.description.lowercased()
        let named = word.flatMap { word in types.first { TypeNames.short($0).lowercased().contains(word) } }
        let made = named ?? types.first ?? type
        let isPicked = types.count > 1
        if imposer.canFillInitializer(of: made) {
            let example = isPicked ? ", for instance by \(names[made]), one of those that conform" : ""
            return Fix("\(placed)\(example)", "\(call), \(names.typed(made)).init)")
        }
        if types.isEmpty, TypeRelation.isExistential(type) {
            return "No type of this program conforms to \(names[type]). Let one conform, and impose that\(beside)."
        }
        let example = isPicked ? ", for instance" : ""
        if !TypeNames.canBeTyped(call) { return "\(placed), with a closure that returns \(names[made])\(example)." }
        return "\(placed), by \(call)) with a closure that returns \(names[made])\(example)."
    }
}

extension NodeFacts {
    /// Whether an initializer of a type is likely to get all that it takes from here.
    ///
    /// No metadata lists initializers. But what is stored has to come from somewhere, so everything stored but wrappers
    /// has to be imposed. A type that is imposed as an expression already may have no such initializer.
    func canFillInitializer(of type: any Any.Type) -> Bool {
        guard let stored = ProgramImages.current.storedProperties(of: type) else { return false }
        let order = Seam.searchOrder(from: Origin(imposer: self, scope: nil))
        let open = order.filter { !$0.isEnded }
        let isFilled = stored.allSatisfy { field in
            field.isSetWithoutInitializer || field.type.map { Seam.winner(of: Query($0), in: open) != nil } ?? false
        }
        guard isFilled else { return false }
        return !order.contains { imposer in
            imposer.registrations.contains { $0.type == type && !$0.isFunction }
        }
    }
}

extension StoredField {
    /// Whether no initializer takes it as a parameter: what the compiler or a macro has added, and wrappers of this
    /// library.
    var isSetWithoutInitializer: Bool {
        isSynthesized || type.flatMap { Seam.wrapper(TypeRelation.unwrapped($0)) } != nil
    }
}
