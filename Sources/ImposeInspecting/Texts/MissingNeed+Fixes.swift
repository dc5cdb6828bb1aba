// What to type where nothing answers a need: at most two fixes for each cause, whoever asks.

internal import Impose

extension MissingNeed {
    /// The likelier one first.
    func fixes(_ names: TypeNames) -> [Fix] {
        let own = fixesOfCause(names)
        if cause.isCertain { return own }
        return passing(names).map { [$0] } ?? own + imposing(names)
    }

    /// Passes on an argument that what needs it is given at each injection, but not as a parameter of something else.
    private func passing(_ names: TypeNames) -> Fix? {
        guard let record = asker.registration, let taker = building.dropLast().last,
            expectedArguments.contains(where: { $0 == type })
        else { return nil }
        return .passing(type, to: record.type, from: taker, names)
    }

    private func fixesOfCause(_ names: TypeNames) -> [Fix] {
        switch cause {
        case .twoCopies: return [Fix(LibraryCopies.fix)]
        case .directoryLeft(_, let isOfTest):
            return [
                .staying(
                    "If a detached task asks at \(request.location), let it stay in \(isOfTest ? "the test" : "the body")"
                ),
                isOfTest
                    ? Fix("Or, if a test asks that has no trait, give it its own imposers, by the trait", ".imposing")
                    : .takingAlong("the context"),
            ]
        case .notGiven(let expectation, let scope, let holder):
            return giving(expectation, to: scope, outlivedBy: holder, names)
        case .misspeltScope(_, let misspelling): return misspelling.fixes
        case .scopeNotSearched(_, let open): return entering(open, names)
        case .aliasLost(let alias, let original):
            let deleting = original.fixes(", which took away what the alias stands for", alias.location.module, names)
            return [taking(alias, original, names)].compactMap { $0 } + deleting
        case .removed(let original): return original.fixes("", request.location.module, names)
        case .optional(let record):
            let asking = asking("\(record.isGiven ? "Or ask" : "Ask") for the optional", for: record.type, names)
            if !record.isGiven { return [asking] }
            let (value, giving) = (names.variable(type), "for: \(names.expression(type))\(record.key.name.argument)")
            let code = "if let \(value) { scope.give(\(value), \(giving)) }"
            return [Fix("At \(record.location), give it unwrapped", code), asking]
        case .nearName(let record, errors: 0):
            let name = Self.spelled(record.key.name)
            return [asking("Did you mean \(name)? Ask for it by that name", record.key.name, names)]
        case .nearName(let record, _):
            let (asked, found) = (Self.spelled(request.name), Self.spelled(record.key.name))
            return [
                Fix(
                    "If the request is misspelt: at \(request.location), in place of named: \(asked), write",
                    "named: \(found)"
                ),
                Fix(
                    "If the registration is misspelt: at \(record.location), in place of named: \(found), write",
                    "named: \(asked)"
                ),
            ]
        case .copiedName(let record, _):
            let text =
                "If \(record.location) is to impose it: there, in place of named: \(Self.spelled(record.key.name)), write"
            return [Fix(text, "named: \(Self.spelled(request.name))")]
        case .notBuilt(let record, _): return ["Fix \(names[record.type]), if that is the one you meant."]
        case .imposerNotSearched(let record, _): return searching(record, names)
        case .otherName(let record, _): return naming(record, names)
        case .sameName(let record):
            let asking = asking("If \(names[record.type]) was meant, ask for that type", for: record.type, names)
            if !TypeRelation.isExistential(type) { return [asking] }
            let text = "let what \(record.location) imposes conform to \(names[type]), and impose it for that"
            let imposing = Fix("If \(names[type]) was meant, \(text)", record, for: type, names)
            // A module that declares the type means that.
            let isDeclaredThere = TypeNames.swiftModule(of: type) == request.location.module
            let (first, second) = isDeclaredThere ? (imposing, asking) : (asking, imposing)
            return canBeMade ? [first] : [first, second]
        case .sameFunction(let record):
            return [
                Fix("Impose it for what is asked for", record, for: type, names),
                asking("Or ask for what is imposed", for: record.type, names),
            ]
        case .castable:
            return [asking("Allow casting", request.name, names, ", ifNoMatchUse: .nearestAndCastable")]
        case .generalType(let record):
            let asking = asking("Ask for what is imposed", for: record.type, names)
            let isMadeThere = conforming.alreadyImposed(among: [record]) != nil
            return isMadeThere ? [Fix("Impose it for what is asked for", record, for: type, names), asking] : [asking]
        case .plainValue, .array, .imposer: return fixesForSeldomImposed(names)
        case .moduleLeftOut, .notGivenToScope, .notImposed: return []
        }
    }

    // MARK: To ask for something else

    /// Asks for another type.
    private func asking(_ text: String, for type: any Any.Type, _ names: TypeNames) -> Fix {
        let isOptional = query.isOptional && TypeRelation.wrapped(in: type) == nil
        let asked = query.isOptional ? names.annotation(request.type) : names[request.type]
        return Fix(
            "\(text): \(askingPlace)in place of \(asked), write",
            isOptional ? names.optional(type) : names.annotation(type)
        )
    }

    /// Where it is asked for, as part of a sentence, with a comma behind; nothing for a finding, which says where.
    private var askingPlace: String {
        switch asker {
        case .injection(let place?): return "at \(place), "
        case .parameter(let record): return "at \(record.location), or in the initializer that it names, "
        case .program: return ""
        case .injection(nil):
            let wrapper = StoredWrapper.only { wrapper in
                wrapper.wrapper.map { TypeRelation.unwrapped($0.dependency) == type } ?? false
            }
            return "\(wrapper.map { "in \($0.ownerName), for \($0.property)" } ?? "where it is injected"), "
        }
    }

    /// Asks under another name or in another way. If a parameter asks, the fix is a closure around the initializer,
    /// which takes an imposer.
    ///
    /// - Parameter more: The arguments after the name, beginning with a comma.
    private func asking(_ text: String, _ name: InjectionName?, _ names: TypeNames, _ more: String = "") -> Fix {
        if let record = asker.registration {
            let call = ImposerTitle.named(nil).injecting(request.type, name, names, more, by: "tryInject")
            return Fix(
                "\(text): at \(record.location), impose \(names[record.type]) with a closure that takes "
                    + "(imposer: Imposer), and gets it by",
                "try \(call)"
            )
        }
        let place = if case .injection(let place?) = asker { ", at \(place)" } else { "" }
        return Fix("\(text)\(place)", imposer.title.injecting(request.type, name, names, more))
    }

    /// Asks by the name of what is imposed, or lets that answer without one.
    private func naming(_ record: RegistrationFacts, _ names: TypeNames) -> [Fix] {
        let name = record.key.name
        switch asker {
        case .program(isNamed: true):
            return ["Leave out the name.", "Or impose it under that name, too, at \(record.location)."]
        case .injection:
            let which = name == nil ? "without a name" : others.count > 1 ? "by one of its names" : "by its name"
            return [asking("Ask for it \(which)", name, names)]
        case .parameter, .program:
            let answering = record.answering(type, nil, in: imposer.expression, names)
            if asker.registration != nil { return [Fix("Say which one answers without a name", answering)] }
            return [
                Fix("Ask for the one that is meant", "named: \(Self.spelled(name))"),
                Fix("Or say what answers without a name", answering),
            ]
        }
    }

    /// Lets what was imposed after the alias, in place of its original, stand for it.
    private func taking(_ alias: RegistrationFacts, _ original: RemovedRegistration, _ names: TypeNames) -> Fix? {
        let relation = TypeRelation(to: alias.type)
        let later = original.imposer.registrations.filter { $0.original == nil && $0.number > alias.number }
        let program = ProgramImages.current
        return later.firstResult { record -> Fix? in
            let property = program.storedProperties(of: record.type)?.first { $0.type == alias.type }
            guard let path = relation.distance(from: record.type) != nil ? "" : property.map({ ".\($0.name)" }) else {
                return nil
            }
            return Fix(
                "If \(names.key(record.key)) takes the place of \(names.key(original.key)): at \(record.location), append",
                ".alias(\(names.expression(alias.type))\(alias.key.name.argument)) { $0\(path) }"
            )
        }
    }

    // MARK: To search elsewhere

    /// Lets an imposer be searched that has it, or asks that one.
    private func searching(_ record: RegistrationFacts, _ names: TypeNames) -> [Fix] {
        let (node, title) = (record.holder, record.holder.title)
        if let owner = silentOwner, !node.isMember {
            let text = "Let the owner name that imposer, by its property `imposer`, which is to return \(node)"
            let has = ProgramImages.current.storedProperties(of: owner)?.contains { $0.name == "imposer" } ?? false
            let body = has ? "" : " var imposer: Imposer { \(title.staticMember ?? "…") } "
            let code = "extension \(names.typed(owner)): InjectionOwner {\(body)}"
            return [Fix("\(text): in \(TypeNames.swiftModule(of: owner)), write", code)]
        }
        var fixes: [Fix] = []
        if node.isMember, let root = privateRoot, case .named(let label) = root.title {
            let parent = if case .member(.primary) = title { ".shared" } else { title.expression }
            let place = PrivateImposers.location(of: root).map { "at \($0), " } ?? ""
            let code = "Imposer(parent: \(parent)\(label.map { ", label: \"\($0)\"" } ?? ""))"
            fixes = [Fix("Let it search there: \(place)where \(root) is made, write", code)]
        }
        // For a provider the fix is at the registration: its own imposer is the one that does not search there.
        guard case .injection(let place) = asker else {
            if node.isMember || privateRoot != nil { return fixes }
            let text = "Impose it for all: at \(record.location), in place of \(node), write"
            return [Fix(text, imposer.expression)]
        }
        // How a private one is called there is unknown.
        let called = title.staticMember ?? title.expression
        let made = PrivateImposers.location(of: node).map { ", made at \($0) and called \(called) here" } ?? ""
        let text =
            "\(fixes.isEmpty ? "Inject" : "Or inject") it from \(node.isMember ? "there" : "\(node)\(made)")"
            + (place.map { ", at \($0)" } ?? "")
        let property = node.isMember ? nil : request.reader
        let wrapped = property.map { property in
            "@Injected(from: \(called)\(request.name.argument)) "
                + "var \(property.property): \(names.annotation(request.type))"
        }
        let member = title.staticMember.map { member in
            "Imposer\(member).inject(of: \(names.expression(request.type))\(request.name.argument))"
        }
        return fixes + [Fix(text, wrapped ?? member ?? title.injecting(request.type, request.name, names))]
    }

    /// Enters the open scope that has it, or gives it to the one that is searched.
    private func entering(_ open: OpenScope, _ names: TypeNames) -> [Fix] {
        let node = open.node
        if let (holder, keeper) = outliving(node) {
            let captive = Fix.captive(holder, building.last, askingFor: type, in: node.name, names)
            guard let keeper else { return captive }
            // What one scope was given may be given to the other one.
            let text = "If all of \(keeper) is to have one \(names[type]), give it"
            return captive.prefix(1) + [keeper.giving(text, type, request.name, names)]
        }
        guard let innermost = order.first(where: \.isOfScope), let opening = innermost.openingLocation else {
            return open.fixes(for: request, isExplaining: true, names)
        }
        return [
            Fix(
                "Open \(innermost) inside \(node), called scope here: at \(opening), in place of Imposer.openScope, write",
                "scope.openScope(\(innermost.name.map(\.key.spelling) ?? ""))"
            ),
            innermost.giving("Or give it, too,", type, request.name, names),
        ]
    }

    /// Gives what is expected, in a scope that the request is in.
    private func giving(
        _ expectation: Expectation,
        to scope: NodeFacts?,
        outlivedBy holder: RegistrationFacts?,
        _ names: TypeNames
    ) -> [Fix] {
        let (name, type) = (expectation.scopeName.key.spelling, expectation.type)
        if let holder { return Fix.captive(holder, askingFor: type, in: expectation.scopeName, names) }
        let giving =
            "scope.give(\(names.variable(type)), for: \(names.expression(type))\(expectation.key.name.argument))"
        if let scope {
            let place = scope.openingLocation.map { "where the scope is opened, at \($0)" } ?? "to the scope"
            return [Fix("Give it before it is requested, \(place)", giving)]
        }
        let outermost = building.first?.key ?? expectation.key
        let asking = ImposerTitle.scope(nil).injecting(outermost.type, outermost.name, names)
        return [
            Fix("Request it inside such a scope", "Imposer.withScope(\(name)) { scope in \(giving); return \(asking) }")
        ]
    }

    // MARK: To impose it

    /// Imposes it, or gives it in another way: where nothing is known that could be imposed, the other way comes first.
    private func imposing(_ names: TypeNames) -> [Fix] {
        switch cause {
        case .plainValue, .array, .imposer: return []
        default: break
        }
        let isInTest = conforming.isDouble
        let text =
            isInTest && isHereAndNow
            ? "In the test, impose it before \(request.location) asks, and before what asks is made"
            : isHereAndNow
                ? "Impose it before it is requested"
                : isMaybeNamed ? "Impose it, under its name if it asks by one" : "Impose it"
        let beside = isInTest && isHereAndNow ? nil : neighbour
        let imposing = conforming.imposing(text, key, on: imposer, beside: beside, names)
        let isModule = if case .moduleLeftOut = cause { canBeMade && imposing.code == nil } else { false }
        let hasOtherFix = canBeMade && !isModule
        // The line that asks, if it is known and something asks there now.
        let place: Location? = if case .injection(let place?) = asker, isHereAndNow { place } else { nil }
        let module = modules.fix(providingOn: privateRoot, swiftModules, hasOtherFix: hasOtherFix, before: place, names)
        if let module, isModule { return [module, imposing] }
        if canBeMade {
            let argument = expectedArguments.isEmpty ? nil : self.argument(names)
            let others = [sharing(names), giving(hasOtherFix: true, names), argument, module]
            return [imposing] + others.compactMap { $0 }.prefix(1)
        }
        if let module { return [module] + [giving(hasOtherFix: true, names)].compactMap { $0 } }
        if let giving = giving(hasOtherFix: false, names) {
            let text = isHereAndNow ? "Or, if all scopes share one, impose it" : "Or impose it"
            return [giving, conforming.imposing(text, key, on: imposer, beside: beside, names)]
        }
        guard let argument = argument(names) else { return [imposing] }
        return expectedArguments.isEmpty ? [imposing, argument] : [argument, imposing]
    }

    /// Whether it may ask under a name that can't be seen.
    private var isMaybeNamed: Bool { if case .program(isNamed: nil) = asker { true } else { false } }

    /// Lets one instance answer this type and the other one that it is imposed for.
    private func sharing(_ names: TypeNames) -> Fix? {
        guard let record = imposedAs, record.isKept else { return nil }
        let (made, other) = (names.expression(conforming.types[0]), names.expression(record.type))
        return Fix(
            "Or, if both are to be one instance: at \(record.location), impose it for: \(made), in place of \(other), and "
                + "append",
            ".alias(\(other)\(record.key.name.argument)) { $0 }.alias(\(names.expression(type))\(key.name.argument)) { $0 }"
        )
    }

    /// Gives it to the scopes that keep what needs it.
    private func giving(hasOtherFix: Bool, _ names: TypeNames) -> Fix? {
        if let scope = ungivenScope {
            let text = hasOtherFix ? "Or, if each scope has its own, give it" : "Give it"
            return scope.giving(text, type, key.name, names)
        }
        guard let name = expectedScope, let record = asker.registration else { return nil }
        let expecting = "expectGiven(\(names.expression(type))\(key.name.argument), in: \(name.key.spelling))"
        return Fix(
            "\(hasOtherFix ? "Or, if" : "If") each scope \(name.key.spelling) is given its own, say so, beside \(record.location)",
            "\(record.imposingExpression).\(expecting)"
        )
    }

    /// The types that each injection of what needs it gives already.
    private var expectedArguments: [any Any.Type] { asker.registration?.expectedArguments ?? [] }

    /// Lets each injection of what needs it give it as an argument; nil if it is no parameter, or if it is asked for
    /// now.
    private func argument(_ names: TypeNames) -> Fix? {
        guard let record = asker.registration, !isHereAndNow else { return nil }
        let all = (record.expectedArguments + [type]).map(names.expression).joined(separator: ", ")
        let isFirst = isPlain || !record.expectedArguments.isEmpty
        return Fix(
            "\(isFirst ? "If" : "Or, if") each injection gives it as an argument, let the registration at "
                + "\(record.location) say",
            ".expectingArguments(\(all))"
        )
    }

    private var isPlain: Bool { if case .plainValue = cause { true } else { false } }

    // MARK: What is seldom imposed

    private func fixesForSeldomImposed(_ names: TypeNames) -> [Fix] {
        let title = imposer.title
        let parameter = asker.registration
        switch cause {
        case .plainValue(let literal):
            guard let parameter else {
                let code = "\(title.expression).impose(for: \(names.expression(type)), named: \"name\", \(literal))"
                return [Fix("Give it a name, or its own type, since there may be many of \(names[type])", code)]
            }
            let leaving = "the initializer has a default value for it, leave it out: at \(parameter.location), impose"
            let line = imposing(parameter, names)
            if let argument = argument(names) { return [argument, Fix("Or, if \(leaving)", line)] }
            // A parameter of something that is built for a parameter gets no arguments.
            if building.count > 1 { return [Fix("If \(leaving)", line)] }
            let name = names[parameter.type]
            let call = title.injecting(parameter.type, parameter.key.name, names, ", arguments: \(literal)")
            return [
                Fix(
                    "Most likely an argument was forgotten, since \(name) takes the \(names[type]) as a parameter",
                    call
                ),
                Fix("Or, if \(leaving)", line),
            ]
        case .array(let element):
            guard let parameter else {
                return [Fix("For all that are imposed", "try \(title.injecting(element, nil, names, by: "injectAll"))")]
            }
            let line = imposing(parameter, taking: "InjectedAll<\(names.annotation(element))>", names)
            return [Fix("For all that are imposed: at \(parameter.location), impose", line)]
        default:
            return [
                "Imposers are not injected. The primary one is Imposer.shared, another one Imposer.imposer(for: .secondary).",
                Fix("Inside a provider, take it as a parameter", "{ (imposer: Imposer) in try imposer.tryInject() }"),
            ]
        }
    }

    /// A line that imposes something with a closure. The closure takes the parameters of the provider, but the missing
    /// one as a handle or not at all. Parameters are named like the stored properties of their types.
    private func imposing(_ record: RegistrationFacts, taking handle: String? = nil, _ names: TypeNames) -> String {
        let conforming = ConformingTypes(to: record.type, askedIn: record.location.module).types
        // A protocol has no initializer.
        let made = TypeRelation.isExistential(record.type) ? conforming.first ?? record.type : record.type
        let stored = ProgramImages.current.storedProperties(of: made) ?? []
        var (parameters, arguments): ([String], [String]) = ([], [])
        for parameter in record.parameters where parameter != type || handle != nil {
            let name = stored.first { $0.type == parameter }?.name ?? names.variable(parameter)
            let isHandle = parameter == type
            parameters.append("\(name): \(isHandle ? handle ?? "" : names.annotation(parameter))")
            arguments.append("\(name): \(name)\(isHandle ? "()" : "")")
        }
        let taking = parameters.isEmpty ? "" : "(\(parameters.joined(separator: ", "))) in "
        return
            "\(record.imposingExpression).impose(for: \(names.expression(record.type))\(record.key.name.argument)) { "
            + "\(taking)\(names.typed(made))(\(arguments.joined(separator: ", "))) }"
    }
}

extension RemovedRegistration {
    /// - Parameters:
    ///   - consequence: What follows from the removal, behind a comma; or nothing.
    ///   - module: The Swift module that misses it.
    func fixes(_ consequence: String, _ module: String, _ names: TypeNames) -> [Fix] {
        if case (let line, isOfAll: true)? = removal {
            return [
                Fix(
                    "If that is to drop instances alone\(consequence): at \(line), in place of removeAll(), write",
                    "\(imposer.expression).reset()"
                ),
                "If registrations are to go, impose it again after that call.",
            ]
        }
        let removing = "\(imposer.expression).remove(for: \(names.expression(key.type))\(key.name.argument))"
        let text = "Or impose \(names.key(key.type, key.name)) again, after that call"
        return [
            Fix("Delete this call\(removal.map { ", at \($0.line)" } ?? "")\(consequence)", removing),
            ConformingTypes(to: key.type, askedIn: module).imposing(text, key, on: imposer, names),
        ]
    }
}
