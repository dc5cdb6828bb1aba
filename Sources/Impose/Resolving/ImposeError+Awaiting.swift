// What can go wrong with what is to be awaited.

extension ImposeError {
    /// For an instance that is not there, and that only those can have made who await it.
    static func asynchronous(_ request: Request, _ registration: RegistrationRecord) -> ImposeError {
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
                // What is outermost is what the user can await, and what is kept is what can be made before.
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

    /// For a task that was cancelled while it waited, or before it could.
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

    /// For a construction that was cancelled since what was to keep the instance is being disposed of.
    static func ending(_ request: Request, _ keeping: Imposer) -> ImposeError {
        ImposeError(
            .disposed,
            request,
            problem: { _ in "\(keeping) is being disposed of, and the task that was making it was cancelled for that" },
            fixes: { _ in ["Let the tasks that need it end before the disposal, or inject it earlier."] }
        )
    }

    /// For instances that could not be made before they were asked for: the first error, which names the others.
    ///
    /// What failed since another one did, or since the rest was cancelled for it, goes without saying.
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
