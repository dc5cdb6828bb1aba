internal import Impose

/// An injection that the program makes somewhere: by a stored wrapper, or by a call of a free function.
///
/// Its rule and its imposer can't be told, and of its name only whether there is one, of most calls.
protocol ProgramInjection {
    /// The type that has to be imposed, or else it fails; nil if there is none, or it is unknown.
    var need: (any Any.Type)? { get }
    /// The type that it gets if something is imposed for it; nil if there is none, or nobody has to know.
    var wish: (any Any.Type)? { get }
    /// Whether it asks under a name; nil if that is unknown.
    var isNamed: Bool? { get }
    /// The type that injects; nil if that is unknown.
    var owner: (any Any.Type)? { get }
    /// The module that injects; nil if that is unknown.
    var module: String? { get }

    /// The finding about it.
    ///
    /// - Parameters:
    ///   - type: The type that nothing answers for.
    ///   - facts: What is known of that.
    ///   - others: What is imposed for it, but under a name if it asks without one, or the other way round.
    ///   - names: The names of the types in texts.
    func unmet(
        _ type: any Any.Type,
        _ facts: MissingNeed,
        besides others: [RegistrationFacts],
        _ names: TypeNames
    ) -> Imposer.Validation.Finding

    /// The finding about it where an alias would answer that has lost its original.
    func unmet(_ type: any Any.Type, lostBy alias: DanglingAlias, _ names: TypeNames) -> Imposer.Validation.Finding
}

extension StoredWrapper: ProgramInjection {
    var isNamed: Bool? { nil }

    func unmet(
        _ type: any Any.Type,
        _ facts: MissingNeed,
        besides others: [RegistrationFacts],
        _ names: TypeNames
    ) -> Imposer.Validation.Finding {
        let property = property(names)
        let other: Fix =
            need == nil
            ? "If it is imposed later, declare the property as @UnforceInjected, which asks again."
            : "If it may be missing, declare the property as @UnforceInjected."
        return Imposer.Validation.Finding(
            kind: .missing,
            severity: need == nil ? .note : .error,
            property: property,
            type: type,
            message: need == nil
                ? "\(property.inModule) injects \(names[type]) if it is imposed. It is not, and the property remembers nil."
                : "\(property.inModule) injects \(names[type]), and \(facts.problem).",
            places: facts.places,
            fixes: facts.fixes + [other]
        )
    }

    func unmet(_ type: any Any.Type, lostBy alias: DanglingAlias, _ names: TypeNames) -> Imposer.Validation.Finding {
        let property = property(names)
        return Imposer.Validation.Finding(
            kind: .missing,
            severity: need == nil ? .note : .error,
            property: property,
            type: type,
            message:
                "\(property.inModule) injects \(names[type]), which this line makes an alias of "
                + "\(alias.key(names)), and that \(alias.loss).",
            places: [FindingPlace("", alias.location)],
            fixes: alias.fixes(names)
        )
    }

    /// The property as findings have it.
    func property(_ names: TypeNames) -> Imposer.Validation.StoredProperty {
        Imposer.Validation.StoredProperty(
            owner: owner,
            ownerName: owner.map { names[$0] } ?? ownerName,
            name: property,
            module: module
        )
    }
}
