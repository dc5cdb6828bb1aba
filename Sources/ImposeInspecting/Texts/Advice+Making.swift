// Advice on making an instance, once a registration has been chosen.

internal import Impose

extension Advice {
    static func arguments(_ request: Request, _ registration: RegistrationFacts) -> Advice {
        let misfit = ArgumentMisfit(request, registration)
        return Advice(mentioning: request.arguments.map(\.type), fixes: misfit.fixes, problem: misfit.problem)
    }

    static func unhashableArguments(_ request: Request, _ registration: RegistrationFacts) -> Advice {
        let unhashable = Seam.unhashableArguments(of: request, for: registration)
        return Advice { names in
            [
                "Make \(names.enumeration(unhashable)) Hashable.",
                Fix("Or keep no instance: at \(registration.location), impose it with", "option: .closureBased"),
            ]
        }
    }

    /// - Parameter steps: The path of the error.
    static func asynchronous(
        _ request: Request,
        _ registration: RegistrationFacts,
        _ steps: [ImposeError.Step]
    ) -> Advice {
        let scope = Origin(asked: Imposer.shared.node).scope
        let holder = Seam.searchOrder(from: Origin(asked: Imposer.shared.node)).lazy
            .first { Seam.registration(for: registration.key, of: $0) === registration }
        // That of other arguments is never prepared.
        if let (line, hasPrepared) = holder?.requestLog?.preparation(for: registration), !request.hasArguments,
            registration.option == .singleInstance, let preparing = registration.preparing
        {
            return notPrepared(registration, by: line, hasPrepared, preparing)
        }
        return Advice(mentioning: [registration.type]) { names in
            // The user can await the outermost instance, and have a kept one made before.
            let registrations = Seam.underway.map(\.registration) + [registration]
            let prepared = request.hasArguments ? nil : registrations.first { $0.preparing != nil }
            let outermost = OutermostRequest(request, registration, steps)
            let (subject, awaiting) = (outermost.subject, outermost.awaiting(names))
            guard let prepared, let preparing = prepared.preparing else {
                let waiting = Fix("Await \(subject), in an async function", awaiting)
                guard registration.option == .weakInstance else { return [waiting] }
                return [
                    Fix(
                        "prepare() leaves weak instances out. If it is to make this one: at \(registration.location), "
                            + "impose it with",
                        "option: .singleInstance"
                    ),
                    waiting,
                ]
            }
            var (early, code) = ("prepare it \(Fix.start), once everything is imposed", preparing)
            if prepared.option.lifetime == .scopedInstance {
                let opened = prepared.option.scopeName.flatMap { scope?.enclosingScope(named: $0) } ?? scope
                let place = opened.flatMap(\.opening).map { "where \($0) opens it" } ?? "where it is opened"
                early = "prepare the scope \(place), once it was given what it needs"
            } else if Seam.isInTest, case .member = prepared.imposer, !prepared.location.module.isOfTests {
                early = "prepare it by the trait, or by prepare() after what the test itself imposes"
                code = ".imposing(prepared: true)"
            }
            let waiting = outermost.waiting(names)
            return [
                Fix("If \(waiting.asker) can't await, \(early)", code),
                waiting.fix,
            ]
        }
    }

    /// Advice where everything was prepared, and an instance is not there all the same.
    ///
    /// - Parameters:
    ///   - line: The line that has prepared.
    ///   - hasPrepared: Whether the registration was there by then.
    ///   - preparing: The call.
    private static func notPrepared(
        _ registration: RegistrationFacts,
        by line: Location,
        _ hasPrepared: Bool,
        _ preparing: String
    ) -> Advice {
        Advice { names in
            let key = names.key(registration.type, registration.key.name)
            return [
                hasPrepared
                    ? Fix("Prepare again after each reset, before \(key) is injected again", preparing)
                    : Fix(
                        "Prepare once everything is imposed: move this call, at \(line), after the one that imposes \(key)",
                        preparing
                    )
            ]
        } problem: { _ in
            "its provider, imposed at \(registration.location), is asynchronous, and "
                + (hasPrepared
                    ? "a reset or dispose() has released what prepare() made at \(line)"
                    : "prepare() at \(line) ran before it was imposed")
        }
    }

    static func isolation(
        _ request: Request,
        _ registration: RegistrationFacts,
        _ actor: any Actor,
        _ holder: NodeFacts,
        _ steps: [ImposeError.Step]
    ) -> Advice {
        let isForItsActor = registration.isForItsActor
        let outermost = OutermostRequest(request, registration, steps)
        guard actor === MainActor.shared else {
            var advice = Advice { names in
                [
                    Fix(
                        "Await \(outermost.subject)\(isForItsActor ? " there" : ", in an async function")",
                        outermost.awaiting(names)
                    ),
                    "Or, if it does not need that actor, let its provider be nonisolated.",
                ]
            }
            advice.actor = "\(type(of: actor))"
            return advice
        }
        return Advice { names in
            if Seam.isInTest, outermost.place.module.isOfTests {
                return [
                    Fix("Await \(outermost.subject), at \(outermost.place)", outermost.awaiting(names)),
                    Fix("Or let the test run on the main actor: in front of @Test, write", "@MainActor"),
                ]
            }
            let injecting = holder.title.injecting(request.type, request.name, names)
            let isKept = registration.isKept
            let waiting = outermost.waiting(names)
            let elsewhere =
                isForItsActor
                ? Fix(
                    "Inject it on the main actor; in an async function elsewhere",
                    "await MainActor.run { \(injecting) }"
                )
                : isKept
                    ? waiting.fix
                    : Fix("Await \(outermost.subject), in an async function", outermost.awaiting(names))
            let first = request.type == outermost.type ? "it" : names[request.type]
            let early = Fix(
                "If \(waiting.asker) can't await, inject \(first) once on the main actor, \(Fix.start). It is kept, so "
                    + "it can be injected anywhere from then on",
                "_ = \(injecting)"
            )
            return (isKept ? [early] : []) + [elsewhere]
                + ["Or, if it does not need the main actor, declare its type or initializer nonisolated."]
        }
    }

    static func notSendable(
        _ request: Request,
        _ registration: RegistrationFacts,
        of actor: any Actor
    ) -> Advice {
        let isMain = actor === MainActor.shared
        let name = isMain ? "the main actor" : "\(type(of: actor))"
        return Advice { names in
            let awaiting = registration.imposer.awaiting(request.type, request.name, names)
            let call = isMain ? "Task { @MainActor in let \(names.variable(request.type)) = \(awaiting) }" : awaiting
            return [
                Fix("Await it on \(name)", call),
                "Or declare \(names[registration.type]) Sendable\(isMain ? ", or @MainActor as a whole" : "").",
            ]
        }
    }

    static func conformanceIsolation(_ request: Request, _ registration: RegistrationFacts) -> Advice {
        Advice { names in
            let injecting = registration.imposer.injecting(registration.type, registration.key.name, names)
            let (requested, registered) = (names.typed(request.type), names.typed(registration.type))
            return [
                Fix("Inject it as \(names[registration.type])", injecting),
                Fix("Or declare the conformance nonisolated", "extension \(registered): nonisolated \(requested) {}"),
            ]
        }
    }
}

/// The injection that has led to a request: that itself, or the outermost of those whose providers are running. The user
/// can await it.
private struct OutermostRequest {
    private let request: Request
    private let imposer: ImposerTitle
    private let isItself: Bool
    let type: any Any.Type
    private let name: InjectionName?
    /// The line that injects.
    let place: Location

    /// - Parameters:
    ///   - registration: The registration that answers the request.
    ///   - steps: The path of the error.
    init(_ request: Request, _ registration: RegistrationFacts, _ steps: [ImposeError.Step]) {
        let outermost = Seam.underway.first
        self.request = request
        isItself = outermost == nil
        imposer = (outermost?.registration ?? registration).imposer
        (type, name) = outermost.map { ($0.type, $0.registration.key.name) } ?? (request.type, request.name)
        place = steps.first?.location ?? request.location
    }

    /// What injects, as the subject of a sentence; and how it awaits that, where it can.
    func waiting(_ names: TypeNames) -> (asker: String, fix: Fix) {
        guard let property else {
            return ("the code at \(place)", Fix("If it can, await \(subject) there", awaiting(names)))
        }
        let name = property.property
        let code = "let \(name) = try await $\(name).injectAsync()"
        return (
            "what reads \(property.ownerName).\(name)",
            Fix("If it can, await it there, in a method of \(property.ownerName)", code)
        )
    }

    /// The property that injects; nil if several could, or if a call asks for the same. Only looked for where a text is
    /// read, since that goes through the whole program.
    private var property: StoredWrapper? {
        let isCalled = ProgramSections.current.calls.contains { $0.asked.contains { $0.type == type } }
        return isCalled ? nil : StoredWrapper.only(in: place.module) { $0.need == type && $0.keepsForGood }
    }

    /// How to call it in a sentence about the request.
    var subject: String { isItself ? "it" : "what needs it" }

    func awaiting(_ names: TypeNames) -> String {
        let arguments = isItself ? ArgumentSpelling.list(request.arguments, names) : ""
        return imposer.awaiting(type, name, names, arguments)
    }
}
