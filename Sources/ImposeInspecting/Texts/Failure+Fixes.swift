// What mends each failure, where the core's facts are enough to tell.

internal import Impose

extension Failure {
    func fixes(for request: Request, _ path: [ImposeError.Step], _ names: TypeNames) -> [Fix] {
        let isCachedLater = "Nothing was cached, so the next injection calls it again."
        switch self {
        case .ambiguous(let tied): return Self.choosing(among: tied, for: request, names)
        case .providerThrew(_, let error):
            let text = "\(error)".withoutUnknownContexts
            let isBrief = !(error is ImposeError) && !text.contains("\n") && text.count <= 80
            return ["Fix what the provider threw\(isBrief ? ": \(text)" : ""). \(isCachedLater)"]
        case .wrongClass(let registration):
            return ["At \(registration.location), let the provider make an instance of \(names[registration.type])."]
        case .threadEnded:
            return ["Let the provider throw an error instead of ending its thread (Thread.exit()). \(isCachedLater)"]
        case .argumentsOfValue: return ["At \(request.location), leave out the arguments."]
        case .unhashableArguments(let registration):
            let unhashable = request.arguments.filter { !($0.value is any Hashable) }.map { argument -> any Any.Type in
                let isOwner = argument.isOwner && registration.parameters.contains { $0 == (any InjectionOwner).self }
                return isOwner ? (any InjectionOwner).self : argument.type
            }
            let keeping = registration.imposing("Keep no instance", as: ".closureBased")
            // No function can be.
            if unhashable.contains(where: { TypeNames.short($0).contains("->") }) { return [keeping] }
            return [keeping, Fix("Or make \(names.enumeration(unhashable)) Hashable.")]
        case .asynchronous(let registration):
            return Self.awaiting(
                OutermostRequest(request, registration, path),
                hasArguments: request.hasArguments,
                names
            )
        case .isolation(let registration, let actor):
            let outermost = OutermostRequest(request, registration, path)
            return Self.fixes(for: request, outermost, registration, isMain: actor === MainActor.shared, names)
        case .notSendable(let registration, let actor):
            let code = registration.imposer.awaiting(request.type, request.name, names)
            let task = "Task { @MainActor in let \(names.variable(request.type)) = \(code) }"
            let awaiting =
                actor === MainActor.shared
                ? Fix("Await it on the main actor", task) : Fix("Await it on \(type(of: actor))", code)
            return [awaiting, "Or declare \(names[registration.type]) Sendable."]
        case .conformanceIsolation(let registration):
            let injecting = registration.imposer.injecting(registration.type, registration.key.name, names)
            let (requested, registered) = (names.typed(request.type), names.typed(registration.type))
            return [
                Fix("Inject it as \(names[registration.type])", injecting),
                Fix("Or declare the conformance nonisolated", "extension \(registered): nonisolated \(requested) {}"),
            ]
        case .conformanceOfValue: return ["Inject it on the actor that it conforms on."]
        case .cancelled:
            let going = "The instance is still made for others that wait for it, and the next request asks for it anew."
            return ["Expect this error wherever tasks are cancelled. \(going)"]
        case .disposed(let imposer):
            return Self.fixes(ofEndOf: imposer, request, OutermostRequest(request, nil, path), names)
        case .disposedAgain(let imposer):
            return [Fix("Dispose of it in one place, where it is opened", "defer { \(imposer.expression).dispose() }")]
        case .noScope(let registration, let origin):
            let name = registration.option.scopeName.map(\.key.spelling) ?? ""
            if let outliving = Seam.outlivingScope(of: registration) {
                return Fix.captive(outliving, askingFor: request.type, in: registration.option.scopeName, names)
            }
            let injecting = ImposerTitle.scope(.none).injecting(request.type, request.name, names)
            let opening = "\((origin.imposer.lineage.last ?? origin.imposer).expression).withScope(\(name))"
            return [
                Fix(
                    "Inject it inside one, and use it there (in an async function, with await in front)",
                    "\(opening) { scope in _ = \(injecting) }"
                ),
                Fix(OpenScope.letAsk, request.asking(names)),
            ]
        case .weakValue(let registration, let type):
            let keeping = registration.imposing("Keep it for good", as: ".singleInstance")
            return [keeping, "Or make \(names[type]) a class or an actor."]
        case .weakValueOfWrapper(let type):
            let holding: Fix = "Hold it, by @UnforceInjected instead of @InjectedWeakly."
            return [holding, "Or make \(names[type]) a class or an actor."]
        case .notStorable(let registration):
            guard let original = registration.original else {
                let defining: Fix =
                    "Or say what storing means: append .onStore there, with a closure that takes the value."
                return [registration.imposing("Keep an instance", as: ".singleInstance"), defining]
            }
            let storing = registration.storing("Store the original", original, names)
            let isAbove = TypeRelation(to: registration.type).distance(from: original.type) != nil
            let isMeant = isAbove && original.name == registration.key.name
            let imposed = isMeant ? Seam.registration(for: original, of: registration.holder) : nil
            // The value that is to be stored may be of another type than the original's.
            let deleting = imposed.map {
                Fix("Delete the alias, and impose it for what is stored", $0, for: registration.type, names)
            }
            return [deleting, storing].compactMap(\.self)
        case .wrongClassToStore(let registration, let type):
            return [registration.storing("Store it for its own class", RegistrationKey(type: type, name: nil), names)]
        case .assignedNil: return ["Assign an instance.", "Or leave the property alone, and one is injected."]
        case .ownerReleased:
            let holding: Fix = "Or hold the owner as long as its dependencies are needed."
            return ["Read the property while its owner is alive, and pass the value on.", holding]
        case .disposerThrew(let place, let error as ImposeError) where error.kind == .disposed:
            let (holder, needed) = (names[request.type], names[error.requested])
            let text = "Let \(holder) hold \(needed), and the disposer use that: at \(place), let the provider take it"
            return [Fix("\(text), by a parameter of type", names.annotation(error.requested))]
        case .disposerThrew:
            return ["Fix what it threw. Everything else was disposed of all the same, and the instance was released."]
        case .lateDisposer(let time):
            return ["Let the disposer stop when its task is cancelled, as it was here.", Self.giving(time)]
        case .late(let step, let time):
            let stopping: Fix =
                switch step {
                case .body: "Let the body end before: stop the server first, and cancel the tasks of its requests."
                case .build: "Let the providers that are awaited give up when their task is cancelled."
                case .disposal: "Let its disposers give up when their task is cancelled, as it was here."
                }
            return [stopping, Self.giving(time)]
        // More is known of these.
        case .missing, .missingToStore, .circular, .arguments, .goneWeakly: return []
        }
    }

    /// Gives a shutdown more time than it had.
    private static func giving(_ time: Duration) -> Fix {
        let seconds = max(1, time.components.seconds * 2)
        return Fix("Or give the shutdown more time", "await Imposer.shutdown(within: .seconds(\(seconds)))")
    }

    private static func choosing(among tied: [Candidate], for request: Request, _ names: TypeNames) -> [Fix] {
        let requested = TypeRelation.unwrapped(request.type)
        if let preferred = request.preferred(besides: tied) {
            let registration = preferred.registration
            let subject = "\(names[registration.type]), imposed at \(registration.location), is preferred"
            let text = "\(subject), but \(preferred.distance) steps away. Impose \(names[requested]) itself by it"
            return [Fix(text, registration.answering(requested, request.name, names))]
        }
        let doubles = Seam.isInTest ? tied.filter { $0.registration.location.module.isOfTests } : []
        if let double = doubles.only?.registration {
            return [Fix("Impose the double for what is asked for", double, for: requested, names)]
        }
        // What was imposed before was most likely enough.
        let last = tied.map(\.registration).max { $0.number < $1.number } ?? tied[0].registration
        let imposing = last.answering(requested, request.name, in: last.imposingExpression, names)
        return [
            Fix("Prefer one of them: at \(last.location), for instance, append", ".preferred()"),
            Fix("Or impose \(names[requested]) itself, for instance by that one", imposing),
        ]
    }

    /// For an asynchronous provider: awaits what is asked for outermost, or has an instance that is kept made before.
    private static func awaiting(_ outermost: OutermostRequest, hasArguments: Bool, _ names: TypeNames) -> [Fix] {
        let registrations = outermost.registrations
        let prepared = hasArguments ? nil : registrations.first { $0.preparing != nil }
        guard let prepared, let preparing = prepared.preparing else {
            let waiting = Fix("Await \(outermost.subject), in an async function", outermost.awaiting(names))
            guard let weak = registrations.last, weak.option.isHeldWeakly else { return [waiting] }
            let text = "prepare() leaves weak instances out. If it is to make this one"
            return [weak.imposing(text, as: ".singleInstance"), waiting]
        }
        var (early, code) = ("prepare it \(Fix.start), once everything is imposed", preparing)
        if prepared.option.keeper == .scope {
            early = "prepare the scope where it is opened, once it was given what it needs"
        } else if Seam.isInTest, case .member = prepared.imposer, !prepared.location.module.isOfTests {
            early = "prepare it by the trait, or by prepare() after what the test itself imposes"
            code = ".imposing(prepared: true)"
        }
        let (asker, waiting) = outermost.waiting(names)
        return [Fix("If \(asker) can't await, \(early)", code), waiting]
    }

    /// For the provider of an actor.
    private static func fixes(
        for request: Request,
        _ outermost: OutermostRequest,
        _ registration: RegistrationFacts,
        isMain: Bool,
        _ names: TypeNames
    ) -> [Fix] {
        let code = outermost.awaiting(names)
        guard isMain else {
            let place = registration.isForItsActor ? "there" : "in an async function"
            let freeing: Fix = "Or, if it does not need that actor, let its provider be nonisolated."
            return [Fix("Await \(outermost.subject), \(place)", code), freeing]
        }
        if Seam.isInTest, outermost.place.module.isOfTests {
            return [
                Fix("Await \(outermost.subject), at \(outermost.place)", code),
                Fix("Or let the test run on the main actor: in front of @Test, write", "@MainActor"),
            ]
        }
        let injecting = registration.imposer.injecting(request.type, request.name, names)
        let running =
            registration.isForItsActor
            ? Fix("Inject it on the main actor; in an async function elsewhere", "await MainActor.run { \(injecting) }")
            : nil
        guard registration.isKept else {
            let freeing: Fix = "Or, if it does not need the main actor, declare its type or initializer nonisolated."
            return [running ?? Fix("Await \(outermost.subject), in an async function", code), freeing]
        }
        let (asker, waiting) = outermost.waiting(names)
        let first = request.type == outermost.type ? "it" : names[request.type]
        let early = "If \(asker) can't await, inject \(first) once on the main actor, \(Fix.start). It is kept, so it "
        return [Fix("\(early)can be injected anywhere from then on", "_ = \(injecting)"), running ?? waiting]
    }

    /// For what was asked of an imposer that has ended.
    private static func fixes(
        ofEndOf imposer: NodeFacts,
        _ request: Request,
        _ outermost: OutermostRequest,
        _ names: TypeNames
    ) -> [Fix] {
        let doing = request.isToStore ? "Store" : "Inject"
        func injecting(from imposer: ImposerTitle) -> String {
            "let \(names.variable(outermost.type)) = \(imposer.injecting(outermost.type, outermost.name, names))"
        }
        switch imposer.end {
        case nil: return ["\(doing) it again: the imposer is in use."]
        case .lastReference:
            let reading: Fix = "Or read the dependency while it is there, and pass the value on."
            return ["Hold the scope or imposer as long as the objects that were made in it are used.", reading]
        case .isolatedBody where TestRun.ended(with: imposer) != nil:
            let owner = request.reader?.ownerName ?? "the object that injects it"
            return [
                "If a static or a global keeps \(owner), create a new one in each test, as by a property of the suite.",
                "Or let that test wait for the tasks and threads that it starts.",
            ]
        case .isolatedBody:
            return [
                "\(doing) it before the body ends: let the body wait for its tasks and threads.",
                "Or make what should outlive the body in an Imposer.isolated that does not say endsWithBody: true.",
            ]
        case .shutdown where !imposer.isOfScope:
            if let reading = request.injectingAtCreation("before the shutdown", names) { return [reading] }
            let code = ImposerTitle.scope(.none).injecting(request.type, request.name, names)
            let text = "Or let the work that needs it run in a scope, for whose block a shutdown waits"
            return ["\(doing) it before the shutdown.", Fix(text, "Imposer.withScope { scope in \(code) }")]
        case .block:
            if let reading = request.injectingAtCreation("inside the block", names) { return [reading] }
            let needed = outermost.subject == "it" ? "it" : names[outermost.type]
            let text = "Inject \(needed) inside the block, in place of what \(outermost.place) injects"
            let awaiting: Fix = "Or let the block await all that it has started."
            return [Fix(text, injecting(from: .member(.primary))), awaiting]
        case .call where !imposer.isOfScope: return ["\(doing) it before the imposer is disposed of."]
        case .call, .shutdown:
            let later: Fix = "Or dispose of the scope later, when nothing asks there any more."
            if request.isToStore { return ["Store it before the scope is disposed of.", later] }
            let open = if case .call(let place)? = imposer.end { "before \(place)" } else { "while the scope is open" }
            return [Fix("Inject it \(open), and pass it on", injecting(from: .scope(.none))), later]
        }
    }
}

extension Request {
    /// A preferred registration that is further away than those that tie.
    func preferred(besides tied: [Candidate]) -> Candidate? {
        Seam.candidates(for: key, in: tied[0].registration.holder).first { other in
            other.isPreferred && !tied.contains { $0.registration == other.registration }
        }
    }

    /// The property that most likely asks; nil if several could, or none.
    var reader: StoredWrapper? {
        StoredWrapper.only(in: location.module) { $0.requiredDependency == type && $0.keepsForGood }
    }

    /// Lets the property that most likely asks inject when its owner is made.
    fileprivate func injectingAtCreation(_ time: String, _ names: TypeNames) -> Fix? {
        let name = name.map { "named: \($0.spelling), " } ?? ""
        return reader.map { property in
            Fix(
                "Let the property inject when \(property.ownerName) is made, \(time): at \(location), write",
                "@Injected(\(name)when: .creation) var \(property.property): \(names.annotation(type))"
            )
        }
    }
}

extension RegistrationFacts {
    /// Imposes it with another option.
    fileprivate func imposing(_ text: String, as option: String) -> Fix {
        Fix("\(text): at \(location), impose it with", "option: \(option)")
    }

    /// Stores a value for another key than that of this registration.
    fileprivate func storing(_ text: String, _ key: RegistrationKey, _ names: TypeNames) -> Fix {
        let arguments = "\(names.variable(key.type)), for: \(names.expression(key.type))\(key.name.argument)"
        return Fix(text, "try \(imposer.expression).store(\(arguments))")
    }
}
