internal import Impose

/// An injection that the program makes somewhere: by a stored wrapper, or by a call of a free function.
///
/// Its rule and its imposer can't be told, and of its name only whether there is one, of most calls.
protocol ProgramInjection {
    /// The type that it asks for; nil if that is unknown, or if nobody has to know that nothing answers.
    var asked: (any Any.Type)? { get }
    /// Whether it fails if nothing answers.
    var needsAnswer: Bool { get }
    /// Whether it asks under a name; nil if that is unknown.
    var isNamed: Bool? { get }
    /// The type that injects; nil if that is unknown.
    var owner: (any Any.Type)? { get }
    /// The module that injects; nil if that is unknown.
    var module: String? { get }

    /// The finding that nothing answers it.
    ///
    /// - Parameter fixes: Those of the need, which many have.
    func finding(_ need: MissingNeed, _ fixes: [Fix], _ names: TypeNames) -> Imposer.Validation.Finding
}

extension ProgramInjection {
    /// What it asks for and what is wrong with that, behind itself.
    fileprivate func message(_ need: MissingNeed, _ names: TypeNames, ifAbsent absent: String) -> String {
        let problem = need.problem(names)
        let asks = "injects \(names[need.type])\(needsAnswer ? "" : " if it is imposed")"
        if case .otherName = need.cause, let isNamed {
            return "\(asks) \(isNamed ? "under" : "without") a name, and \(problem ?? Failure.nothing)."
        }
        if needsAnswer || need.isCertain { return "\(asks), and \(problem ?? Failure.nothing)." }
        return "\(asks)\(absent)."
    }
}

extension StoredWrapper: ProgramInjection {
    var asked: (any Any.Type)? { need == nil && wish == nil ? nil : wrapper?.dependency }
    var needsAnswer: Bool { need != nil }
    var isNamed: Bool? { nil }

    func finding(_ need: MissingNeed, _ fixes: [Fix], _ names: TypeNames) -> Imposer.Validation.Finding {
        let property = storedProperty
        let message = message(need, names, ifAbsent: ". It is not, and the property remembers nil")
        let other: Fix =
            needsAnswer
            ? "If it may be missing, declare the property as @UnforceInjected."
            : "If it is imposed later, declare the property as @UnforceInjected, which asks again."
        return Imposer.Validation.Finding(
            kind: .missing,
            severity: needsAnswer ? .error : .note,
            property: property,
            type: need.type,
            message: "\(property.inModule) \(message)",
            places: need.places(names),
            fixes: fixes.prefix(needsAnswer ? 2 : 1) + [other]
        )
    }

    /// The property as findings have it: of an owner as its module calls it.
    var storedProperty: Imposer.Validation.StoredProperty {
        Imposer.Validation.StoredProperty(owner: owner, ownerName: ownerName, name: property, module: module)
    }
}

extension InjectingCall: ProgramInjection {
    var asked: (any Any.Type)? { type }
    var owner: (any Any.Type)? { nil }
    var module: String? { place?.function.module }

    func finding(_ need: MissingNeed, _ fixes: [Fix], _ names: TypeNames) -> Imposer.Validation.Finding {
        let call = Imposer.Validation.Call(function: place?.function.name, module: module, code: place?.code)
        let bearing: [Fix] = needsAnswer ? ["If it may be missing, call unforceInject()."] : []
        return Imposer.Validation.Finding(
            kind: .missing,
            severity: needsAnswer ? .error : .note,
            call: call,
            type: need.type,
            message: "\(call) \(message(need, names, ifAbsent: ", and it is not"))",
            places: need.places(names),
            fixes: fixes + bearing
        )
    }
}
