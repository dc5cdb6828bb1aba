// The errors of making an instance, once a registration has been chosen.

extension ImposeError {
    /// The error that was caught where the compiler lost its type: what throws it is written so, or calls the standard
    /// library in between.
    static func known(_ error: any Error) -> ImposeError {
        guard let error = error as? ImposeError else { preconditionFailure("It throws nothing else") }
        return error
    }

    /// Turns an error that a provider threw into one of this library, while its frame is on the path.
    static func thrown(_ error: any Error, by frame: ValueReference<PathFrame>) -> ImposeError {
        thrown(error, by: frame.pointee.registration, for: Request(frame.pointee))
    }

    /// The same for a provider that is on the path of a task or a thread.
    static func thrown(
        _ error: any Error,
        by registration: RegistrationRecord,
        for request: Request
    ) -> ImposeError {
        // An injection inside the provider failed, and its error knows the path down to there.
        if let error = error as? ImposeError { return error }
        return ImposeError(
            .providerFailed,
            request,
            // The frame of the registration is the last of the path already.
            path: ResolutionPath.current.map(\.step),
            underlyingError: error,
            problem: { _ in "its provider, imposed at \(registration.location), threw an error" },
            fixes: { _ in
                ["Fix what the provider threw. Nothing was cached, so the next injection calls it again."]
            }
        )
    }

    /// The error for a provider whose static type is a superclass of the type that it was imposed for.
    static func wrongClass(_ request: Request, _ registration: RegistrationRecord, _ made: Any) -> ImposeError {
        let made = Casting.dynamicType(of: made) ?? registration.type
        return ImposeError(
            .providerFailed,
            request,
            mentioning: [made, registration.type],
            problem: { names in
                "its provider, imposed at \(registration.location), made an instance of \(names[made]), which is no "
                    + "\(names[registration.type])"
            },
            fixes: { names in
                ["At \(registration.location), let the provider make an instance of \(names[registration.type])."]
            }
        )
    }

    /// The error for a request that has waited for another thread, which ended in the provider.
    static func threadEnded(_ request: Request, _ registration: RegistrationRecord) -> ImposeError {
        ImposeError(
            .providerFailed,
            request,
            problem: { _ in
                "the thread that was building it ended before its provider, imposed at \(registration.location), returned"
            },
            fixes: { _ in
                [
                    "Let the provider throw an error instead of ending its thread (Thread.exit(), pthread_exit). Nothing "
                        + "was cached, so the next injection calls it again."
                ]
            }
        )
    }

    static func arguments(_ request: Request, _ registration: RegistrationRecord) -> ImposeError {
        let misfit = ArgumentMisfit(request.arguments(for: registration), for: registration.parameters)
        return ImposeError(
            .arguments,
            request,
            mentioning: request.arguments.map(\.type) + registration.parameters,
            problem: { misfit.problem("its provider, imposed at \(registration.location),", $0) },
            fixes: { names in
                misfit.fixes(names) { arguments in
                    registration.imposer.injectingExpression(
                        "inject",
                        names.expression(request.type),
                        request.name,
                        ArgumentSpelling.list(arguments, names)
                    )
                } imposing: { parameters in
                    "\(registration.imposer.expression).impose(for: \(names.expression(registration.type))"
                        + "\(registration.key.name.argument), option: .\(registration.option)) { \(parameters) in "
                        + "fatalError(\"make a value of \(names[registration.type]) here\") }"
                }
            }
        )
    }

    static func unhashableArguments(_ request: Request, _ registration: RegistrationRecord) -> ImposeError {
        let unhashable = request.arguments(for: registration).filter { !($0.value is any Hashable) }.map(\.type)
        let isOrAre = unhashable.count == 1 ? "it is" : "they are"
        return ImposeError(
            .arguments,
            request,
            mentioning: unhashable,
            problem: { names in
                "it is imposed as .\(registration.option) at \(registration.location), which keeps one instance for each "
                    + "list of arguments, and \(names.enumeration(unhashable)) can't be told apart since \(isOrAre) "
                    + "not Hashable"
            },
            fixes: { names in
                [
                    "Make \(names.enumeration(unhashable)) Hashable.",
                    "Or keep no instance. At \(registration.location), impose it with option: .closureBased",
                ]
            }
        )
    }

    static func isolation(
        _ request: Request,
        _ registration: RegistrationRecord,
        _ actor: any Actor,
        holder: Imposer
    ) -> ImposeError {
        guard actor === MainActor.shared else {
            let error = ImposeError(
                .isolation,
                request,
                problem: { _ in
                    "its provider, imposed at \(registration.location), belongs to \(type(of: actor)), and injections can "
                        + "only call the main actor's"
                },
                fixes: { names in
                    [
                        registration.isForItsActor
                            ? "Await it there: \(holder.node.title.awaitingExpression(names.expression(request.type), request.name))"
                            : "Await it: \(holder.node.title.awaitingExpression(names.expression(request.type), request.name))",
                        "Or impose it with a provider that is nonisolated, or of the main actor.",
                    ]
                }
            )
            var details = error.details.content
            details.actor = "\(type(of: actor))"
            return ImposeError(details)
        }
        return ImposeError(
            .isolation,
            request,
            problem: { _ in
                "its provider, imposed at \(registration.location), belongs to the main actor, and the injection is not "
                    + "made there"
            },
            fixes: { names in
                let type = names.expression(request.type)
                let injecting = holder.injectingExpression(type, request.name)
                let awaiting = "Await it: \(holder.node.title.awaitingExpression(type, request.name))"
                let early =
                    "Or inject it once on the main actor, at the start: from then on the kept instance can be injected "
                    + "anywhere."
                return ["Inject it on the main actor: await MainActor.run { \(injecting) }"]
                    + (registration.isForItsActor ? [] : [awaiting]) + (registration.isKept ? [early] : [])
                    + ["If it does not need the main actor, declare its type or initializer nonisolated."]
            }
        )
    }

    /// The error for an instance that may not leave its provider's actor.
    static func notSendable(
        _ request: Request,
        _ registration: RegistrationRecord,
        of actor: any Actor
    ) -> ImposeError {
        let isMain = actor === MainActor.shared
        let name = isMain ? "the main actor" : "\(type(of: actor))"
        return ImposeError(
            .isolation,
            request,
            mentioning: [registration.type],
            problem: { names in
                "its provider, imposed at \(registration.location), belongs to \(name), \(names[registration.type]) is not "
                    + "Sendable, and it is awaited elsewhere"
            },
            fixes: { names in
                let type = names[registration.type]
                let awaiting = registration.imposer.awaitingExpression(names.expression(request.type), request.name)
                return [
                    "Await it on \(name)\(isMain ? ": Task { @MainActor in let \(names.variable(request.type)) = \(awaiting) }" : ": \(awaiting)")",
                    "Declare \(type) Sendable\(isMain ? ", or @MainActor as a whole" : "").",
                    "If it needs no actor, impose it with a provider that is nonisolated.",
                ]
            }
        )
    }

    /// The error for a registration whose type conforms to the requested one on some actor only.
    static func conformanceIsolation(_ request: Request, _ registration: RegistrationRecord) -> ImposeError {
        ImposeError(
            .isolation,
            request,
            mentioning: [registration.type],
            problem: { names in
                "\(names[registration.type]), imposed at \(registration.location), conforms only on its actor, and "
                    + "this injection runs elsewhere"
            },
            fixes: { names in
                let injecting = registration.imposer.injectingExpression(
                    "inject",
                    names.expression(registration.type),
                    registration.key.name
                )
                let (requested, registered) = (names.typed(request.type), names.typed(registration.type))
                return [
                    "Inject it on that actor.",
                    "Or inject it as \(names[registration.type]): \(injecting)",
                    "Or declare the conformance nonisolated: extension \(registered): nonisolated \(requested) {}",
                ]
            }
        )
    }
}
