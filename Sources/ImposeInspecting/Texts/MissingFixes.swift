internal import Impose

/// The fixes of something that nothing is imposed for, whether a request has failed or a validation has found it: to let
/// a module provide it, or to impose it.
struct MissingFixes {
    private let key: RegistrationKey
    let conforming: ConformingTypes
    private let modules: UnprovidedModules
    private let imposer: NodeFacts
    /// The registration beside which it could be imposed, if one is known.
    private let neighbour: RegistrationFacts?
    private let asking: String
    private let request: Location?
    /// The same, if it was imposed there and is not any more.
    private let removed: RemovedRegistration?
    /// The registration of another protocol that the conforming type is imposed for.
    private let imposedAs: RegistrationFacts?
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
        neededBy requester: RegistrationFacts? = nil,
        askedIn asking: String,
        at request: Location? = nil,
        on imposer: NodeFacts,
        among records: [RegistrationFacts],
        _ modules: UnprovidedModules
    ) {
        let key = RegistrationKey(type: type, name: name)
        (self.key, self.modules) = (key, modules)
        conforming = ConformingTypes(to: type, askedIn: asking)
        (self.imposer, self.asking, self.request) = (imposer, asking, request)
        removed = Seam.searchOrder(from: Origin(asked: imposer, scope: nil)).lazy
            .map { RemovedRegistration(key, from: $0) }.first { $0.removal != nil }
        imposedAs = conforming.alreadyImposed(among: records)
        let homes = [conforming.home, TypeNames.home(of: type)].compactMap { $0 }
        self.homes = homes
        neighbour = imposedAs ?? requester ?? imposer.latestRegistration(near: homes + [asking])
        requestingModule = requester.flatMap(\.module)
    }

    /// The types that they name.
    var types: [any Any.Type] {
        [key.type] + conforming.types
            + [imposedAs?.type, requestingModule, neighbour.flatMap(\.module)].compactMap { $0 } + modules.types
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
    func giving(to scope: NodeFacts, isOtherWay: Bool, _ names: TypeNames) -> Fix {
        scope.giving(isOtherWay ? "Or, if each scope has its own, give it" : "Give it", key.type, key.name, names)
    }

    /// - Parameter text: What to do: "Impose it before it is requested".
    func fixes(_ text: String, _ names: TypeNames) -> [Fix] {
        if let removed { return removed.fixes(askedIn: asking, names) }
        let providing = fixesByModules(names)
        if isLeftToModule { return providing }
        if conforming.isDouble, let request {
            let text = "In the test, impose it before \(request) asks, and before what asks is made"
            return [conforming.imposing(text, key, on: imposer, names)] + providing.prefix(1)
        }
        let imposing = conforming.imposing(text, key, on: imposer, beside: neighbour, names)
        guard let record = imposedAs, record.isKept else { return [imposing] + providing.prefix(1) }
        let (made, other) = (names.expression(conforming.types[0]), names.expression(record.type))
        let sharing = Fix(
            "Or, if both are to be one instance: at \(record.location), impose it for: \(made), in place of \(other), and "
                + "append",
            ".alias(\(other)\(record.key.name.argument)) { $0 }"
                + ".alias(\(names.expression(key.type))\(key.name.argument)) { $0 }"
        )
        return [imposing, sharing]
    }

    /// Lets a module provide that may impose it; none if there is none.
    private func fixesByModules(_ names: TypeNames) -> [Fix] {
        let (all, meant) = (modules.all, modules.meant(homes))
        guard let first = meant ?? all.first(where: { homes.contains($0.home) }) ?? all.first else { return [] }
        let making = first.making(names)
        let list = all.listed(upTo: UnprovidedModules.mostListed) { "\(names[$0.type]) (\($0.home))" }
        let which = meant == nil ? "Modules that were not provided: \(list). Take the one that imposes it. " : ""
        let requiring = requestingModule ?? modules.provided.filter { $0.home == asking }.only?.type
        guard let requiring, requiring != first.type else {
            let before = request.map { ", before \($0) asks" } ?? ""
            let text = "\(which)Provide \(names[first.type]) \(Fix.start)\(before)"
            return [Fix(text, first.providing(names))]
        }
        let name = names[requiring]
        // Where it imposes, most likely the file that it is declared in.
        let imposed = Imposer.shared.node.registrations.first { $0.module == requiring }
        let file = imposed.map { ", in \($0.location.fileID)," } ?? ""
        let isForeign = TypeNames.home(of: requiring) != first.home
        let importing = isForeign ? "The file needs import \(first.home). " : ""
        return [
            Fix(
                "\(which)Let \(name)\(file) require \(names[first.type]). \(importing)In its list "
                    + "`requires`, if it has one, add",
                making
            ),
            Fix(
                "Or, if \(name) has no such list, declare it there",
                "public var requires: [any ModuleInjector] { [\(making)] }"
            ),
        ]
    }
}

extension NodeFacts {
    /// The latest registration, of one of the given Swift modules if there are any; nil for a scope.
    ///
    /// - Parameter homes: Swift modules, the likeliest first.
    fileprivate func latestRegistration(near homes: [String]) -> RegistrationFacts? {
        let records = isOfScope ? [] : self.registrations.filter { $0.original == nil }
        return homes.firstResult { home in records.last { $0.location.module == home } } ?? records.last
    }
}
