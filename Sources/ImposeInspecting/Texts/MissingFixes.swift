internal import ImposeCore

/// The fixes of something that nothing is imposed for, whether a request has failed or a validation has found it: to let
/// a module provide it, or to impose it.
struct MissingFixes {
    private let key: RegistrationKey
    let conforming: ConformingTypes
    private let modules: UnprovidedModules
    private let imposer: ImposerNode
    private let place: ImposingPlace
    private let asking: String
    private let request: Location?
    /// The same, if it was imposed there and is not any more.
    private let removed: RemovedRegistration?
    /// The registration of another protocol that the conforming type is imposed for.
    private let imposedAs: RegistrationRecord?
    private let homes: [String]
    private let requestingModule: (any Any.Type)?

    /// - Parameters:
    ///   - type: The type, which is no optional.
    ///   - name: The name that it is asked for under.
    ///   - requester: The registration whose provider needs it; nil if none does.
    ///   - asking: The Swift module that asks.
    ///   - request: The line that asks; nil if that is not known.
    ///   - imposer: The imposer to impose it on.
    ///   - records: What is imposed there.
    @inline(never)
    init(
        _ type: any Any.Type,
        _ name: InjectionName? = nil,
        neededBy requester: RegistrationRecord? = nil,
        askedIn asking: String,
        at request: Location? = nil,
        on imposer: ImposerNode,
        among records: [RegistrationRecord],
        _ modules: UnprovidedModules
    ) {
        let key = RegistrationKey(type: type, name: name)
        (self.key, self.modules) = (key, modules)
        conforming = ConformingTypes(to: type, askedIn: asking)
        (self.imposer, self.asking, self.request) = (imposer, asking, request)
        removed = Seam.searchOrder(from: Origin(asked: imposer, scope: nil)).lazy
            .map { RemovedRegistration(key, from: $0) }.first { $0.line != nil }
        imposedAs = conforming.alreadyImposed(among: records)
        homes = [conforming.home, TypeNames.home(of: type)].compactMap { $0 }
        place = ImposingPlace(beside: imposedAs ?? requester, orOn: imposer, near: homes + [asking])
        requestingModule = requester.flatMap(Seam.module)
    }

    /// The types that they name.
    var types: [any Any.Type] {
        [key.type] + conforming.types + [imposedAs?.type, requestingModule, place.module].compactMap { $0 }
            + modules.types
    }

    var wasRemoved: Bool { removed != nil }

    /// Whether the fixes are likelier than any others: it was removed, or a module that has not provided imposes it.
    var areCertain: Bool { removed != nil || isLeftToModule }

    /// Whether a module that has not provided imposes it, most likely.
    private var isLeftToModule: Bool {
        guard !modules.all.isEmpty, !conforming.isDouble else { return false }
        return modules.all.contains { homes.contains($0.home) } || !canBeMade
    }

    /// Whether an imposing line is known that makes it: of a type that conforms, or of what is imposed.
    var canBeMade: Bool { !conforming.types.isEmpty || imposer.hasAll(thatMakes: key.type) }

    /// What is the matter, if it was removed, or if a module has to do with it.
    func problem(_ names: TypeNames) -> String? {
        if let removed { return "it \(removed.loss)" }
        return conforming.isDouble ? nil : modules.problem(homes, names)
    }

    /// A line that would have been enough, had somebody imposed the right type.
    func note(_ names: TypeNames) -> (note: String, location: Location)? {
        imposedAs.map { record in
            let made = conforming.types.first.map { names[$0] } ?? ""
            return ("\(made), which conforms, is imposed for \(names[record.type])", record.location)
        }
    }

    /// Gives it to a scope.
    ///
    /// - Parameter isOtherWay: Whether it can also be imposed.
    func giving(to scope: ImposerNode, isOtherWay: Bool, _ names: TypeNames) -> Fix {
        scope.giving(isOtherWay ? "Or, if each scope has its own, give it" : "Give it", key.type, key.name, names)
    }

    /// - Parameter text: What to do: "Impose it before it is requested".
    func fixes(_ text: String, _ names: TypeNames) -> [Fix] {
        if let removed { return removed.fixes(askedIn: asking, names) }
        let providing =
            modules.fixes(imposing: homes, neededBy: requestingModule, askedIn: asking, at: request, names)
        if isLeftToModule { return providing }
        if conforming.isDouble, let request {
            let text = "In the test, impose it before \(request) asks, and before what asks is made"
            return [conforming.imposing(text, key, on: imposer, names)] + providing.prefix(1)
        }
        let imposing = conforming.imposing(text, key, on: imposer, at: place, names)
        guard let record = imposedAs, Seam.isKept(record) else { return [imposing] + providing.prefix(1) }
        let (made, other) = (names.expression(conforming.types[0]), names.expression(record.type))
        let sharing = Fix(
            "Or, if both are to be one instance: at \(record.location), impose it for: \(made), in place of \(other), and "
                + "append",
            ".alias(\(other)\(record.key.name.argument)) { $0 }"
                + ".alias(\(names.expression(key.type))\(key.name.argument)) { $0 }"
        )
        return [imposing, sharing]
    }
}
