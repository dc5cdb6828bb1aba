// What is wrong where nothing answers a need: one sentence for each cause, whoever asks.

internal import Impose

extension MissingNeed {
    /// The problem, as a clause that follows what is needed; nil where no more is known than that nothing is imposed.
    func problem(_ names: TypeNames) -> String? {
        switch cause {
        case .twoCopies(let problem): "\(Failure.nothing) here, and \(problem)"
        case .directoryLeft(let record, let isOfTest):
            "\(isOfTest ? "a test" : "Imposer.isolated") that runs has it, imposed at \(record.location), but this code does "
                + "not run in \(isOfTest ? "that test" : "its body")"
        case .notGiven(_, let scope?, _): "it was not given to \(scope.withPlace)"
        case .notGiven(let expectation, nil, _):
            "\(expectation.scopeName.scopes) are given it, and none encloses the injection"
        case .misspeltScope(_, let misspelling): misspelling.problem
        case .scopeNotSearched(_, let open): "\(open.node.withPlace), has it, but \(obstacle(to: open.node, names))"
        case .aliasLost(let alias, let original):
            "it is an alias, made at \(alias.location), of \(names.key(original.key)), which "
                + original.loss
        case .removed(let original): "it \(original.loss)"
        case .optional(let record): "it is imposed as an optional alone, \(names[record.type]), at \(record.location)"
        case .nearName(let record, errors: 1...):
            "either \(Self.spelled(request.name)) at \(request.location) or \(Self.spelled(record.key.name)) at "
                + "\(record.location) is misspelt"
        case .copiedName(let record, let earlier):
            "\(Failure.nothing), and \(Self.spelled(record.key.name)), at \(record.location), has taken the place of what "
                + "\(earlier) imposes"
        case .imposerNotSearched(let record, _):
            "\(record.holder) has \(names.key(record.type, record.key.name)), imposed at \(record.location), and was not "
                + "searched" + (silentOwner.map { ", since its owner, \(names[$0]), names no imposer" } ?? "")
        case .otherName: "it is imposed \(others.namesInText) only"
        case .sameFunction(let record): "\(Failure.nothing), but \(names[record.type]) is, at \(record.location)"
        case .moduleLeftOut(let module):
            "\(Failure.nothing): module \(names[module.type]), of \(module.swiftModule), was not provided"
        case .notGivenToScope(let scope): "it was neither imposed, nor given to \(scope.withPlace)"
        case .notImposed where expectedScope != nil:
            expectedScope.map { "it is neither imposed, nor expected to be given to \($0.scopes)" }
        case .nearName, .notBuilt, .sameName, .castable, .generalType, .plainValue, .array, .imposer,
            .notImposed:
            nil
        }
    }

    /// Whether nothing is left to say of the registrations that come near.
    var hasSaidCandidates: Bool {
        switch cause {
        case .twoCopies, .notGiven, .misspeltScope, .removed: false
        default: cause.isCertain
        }
    }

    /// A note that the conforming type is imposed for another protocol, with the line that does it.
    func imposedAsNote(_ names: TypeNames) -> (note: String, location: Location)? {
        imposedAs.map { record in
            ("\(names[conforming.types[0]]), which conforms, is imposed for \(names[record.type])", record.location)
        }
    }

    /// The registrations under other names.
    var others: [RegistrationFacts] {
        causes.compactMap { if case .otherName(let record, _) = $0 { record } else { nil } }.inOrder {
            Int64($0.number)
        }
    }

    static func spelled(_ name: InjectionName?) -> String { name?.spelling ?? "no name" }

    /// The scopes that keep what needs it, where no scope is running: they might be given it.
    var expectedScope: InjectionName? { isHereAndNow ? nil : asker.registration?.option.scopeName }

    /// The type of an owner that names no imposer, so that the primary one was asked for what its property injects.
    var silentOwner: (any Any.Type)? {
        guard let owner = request.owner, !(owner is any InjectionOwner), case .member(.primary) = imposer.title else {
            return nil
        }
        return Swift.type(of: owner)
    }

    /// Why an open scope that has it is not searched.
    private func obstacle(to scope: NodeFacts, _ names: TypeNames) -> String {
        if let outliving = outliving(scope)?.holder {
            return "\(names.key(outliving.type, outliving.key.name)) is kept longer, as .\(outliving.option) at "
                + "\(outliving.location)"
        }
        guard let innermost = order.first(where: \.isOfScope) else { return "the injection runs outside" }
        return "\(innermost.withPlace), is not inside that"
    }

    /// The registration that is being built and outlives an open scope, and the searched scope that keeps it, if one
    /// does. Nil if that keeper is no parent of the open scope: then it need not outlive it.
    func outliving(_ scope: NodeFacts) -> (holder: RegistrationFacts, keeper: NodeFacts?)? {
        let holder = building.last { $0.option.outlives(scopesNamed: scope.name) }
        guard let holder else { return nil }
        let keeper = holder.option.scopeName.flatMap { name in order.first { $0.isOfScope && $0.name == name } }
        return keeper.map { scope.isInside($0) } ?? true ? (holder, keeper) : nil
    }
}

extension RemovedRegistration {
    /// What happened to it.
    var loss: String {
        removal.map { "was removed at \($0.line)\($0.isOfAll ? ", by removeAll()" : "")" } ?? "is not imposed any more"
    }
}

extension [RegistrationFacts] {
    /// The names of registrations: `without a name`, `under the name "spare"`, `under the names "blue" and "green"`.
    fileprivate var namesInText: String {
        var names: [String] = []
        for name in compactMap(\.key.name?.spelling) where !names.contains(name) { names.append(name) }
        let unnamed = contains { $0.key.name == nil } ? ["without a name"] : []
        let list =
            names.count > 3
            ? names.listed(upTo: 3) { $0 }
            : [names.dropLast().joined(separator: ", "), names.last ?? ""].filter { !$0.isEmpty }.joined(
                separator: " and "
            )
        let named = names.isEmpty ? [] : ["under the name\(names.count == 1 ? "" : "s") \(list)"]
        return (named + unnamed).joined(separator: " and ")
    }
}
