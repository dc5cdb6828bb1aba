// The errors of instances that have to be awaited.

extension ImposeError {
    /// The error for an instance that has to be awaited, in code that does not: of kind `circular` where it would be one
    /// for code that does.
    ///
    /// - Parameter scope: The current scope of the request.
    static func unawaited(
        _ request: Request,
        _ registration: RegistrationRecord,
        heldBy holder: Imposer,
        in scope: Imposer?
    ) -> ImposeError {
        guard let steps = AwaitedCircle.steps(from: request, to: registration, heldBy: holder, in: scope) else {
            return asynchronous(request, registration)
        }
        return circular(request, closing: registration.type, through: steps, isOnlyHere: true)
    }

    /// The error for an instance that is not there, and that has to be awaited.
    private static func asynchronous(_ request: Request, _ registration: RegistrationRecord) -> ImposeError {
        ImposeError(
            .asynchronous,
            request,
            mentioning: [registration.type],
            problem: { _ in
                "its provider, imposed at \(registration.location), is asynchronous"
                    + (registration.isKept
                        ? ", its instance is not there yet, and this injection does not await it"
                        : ", and this injection does not await it")
            },
            fixes: { names in
                // The user can await the outermost instance, and have a kept one made before.
                let path = ResolutionPath.current
                let registrations = path.map(\.registration) + [registration]
                let preparing = request.hasArguments ? nil : registrations.lazy.compactMap(\.preparing).first
                let awaited = path.first.map { ($0.type, $0.registration.key.name) } ?? (request.type, request.name)
                let awaiting = registrations[0].imposer.awaitingExpression(
                    names.expression(awaited.0),
                    awaited.1,
                    path.isEmpty ? ArgumentSpelling.list(request.arguments, names) : ""
                )
                let sentence = path.isEmpty ? "Await it" : "Await what needs it"
                return (preparing.map { ["Have it made before it is needed: \($0)"] } ?? [])
                    + ["\(sentence): \(awaiting)"]
            }
        )
    }

    /// The error for a task that was cancelled while it waited, or before it could.
    static func cancelled(_ request: Request, _ registration: RegistrationRecord) -> ImposeError {
        ImposeError(
            .cancelled,
            request,
            problem: { _ in
                "the task that asked for it was cancelled before its provider, imposed at \(registration.location), had "
                    + "returned"
            },
            fixes: { _ in
                [
                    "Expect this error wherever tasks are cancelled. The instance is still made for others that wait for "
                        + "it, and the next request asks for it anew."
                ]
            }
        )
    }

    /// The error for a construction that was cancelled since the imposer that was to keep the instance is disposed of.
    static func ending(_ request: Request, _ keeping: Imposer) -> ImposeError {
        ImposeError(
            .disposed,
            request,
            problem: { _ in "\(keeping) is being disposed of, and the task that was making it was cancelled for that" },
            fixes: { _ in ["Let the tasks that need it end before the disposal, or inject it earlier."] }
        )
    }

    /// The error for instances that could not be made in advance: the first one's error, which names the others.
    ///
    /// It leaves out instances that failed since another one did, or since the rest was cancelled for it.
    static func unprepared(_ errors: [ImposeError]) -> ImposeError? {
        var seen: Set<ObjectIdentifier> = []
        let distinct = errors.filter { seen.insert(ObjectIdentifier($0.details)).inserted }
        let failures =
            distinct.contains { $0.kind != .cancelled } ? distinct.filter { $0.kind != .cancelled } : distinct
        guard let first = failures.first, failures.count > 1, first.kind != .cancelled else { return failures.first }
        let others = failures.dropFirst().map { $0.failureReason ?? "\($0.requested)" }
        var details = first.details.content
        details.others = others
        return ImposeError(details)
    }
}
