// What can go wrong when something is disposed of or shut down.

extension ImposeError {
    /// For a disposer that threw.
    static func disposerFailed(
        _ registration: RegistrationRecord,
        _ error: any Error,
        at place: SourcePlace?
    ) -> ImposeError {
        ImposeError(
            .disposerFailed,
            registration.disposing(at: place),
            attempt: registration.disposingText,
            path: [registration.disposingStep(at: place)],
            underlyingError: error,
            problem: { _ in "a disposer of its registration at \(registration.place) threw an error" },
            fixes: { _ in
                [
                    "Fix what the disposer threw. Everything else was disposed of all the same, and Impose has let go of the "
                        + "instance."
                ]
            }
        )
    }

    /// For a disposer that was not done in the time of a shutdown.
    static func lateDisposer(
        _ registration: RegistrationRecord,
        _ time: ShutdownTime,
        at place: SourcePlace?
    ) -> ImposeError {
        ImposeError(
            .shutdownLate,
            registration.disposing(at: place),
            attempt: registration.disposingText,
            path: [registration.disposingStep(at: place)],
            problem: { _ in
                "a disposer of its registration at \(registration.place) was not done when the time of the shutdown, "
                    + "\(time.total.text), was over"
            },
            fixes: { _ in
                [
                    "Let the disposer give up what can't be done in that time. Its task was cancelled.",
                    "Give the shutdown more time: Imposer.shutdown(within: …)",
                ]
            }
        )
    }

    /// For something else that was not done in the time of a shutdown.
    ///
    /// - Parameter step: What was not done, as a sentence without its end: "its body was still running".
    static func late(
        _ step: String,
        of imposer: Imposer,
        _ time: ShutdownTime,
        at place: SourcePlace,
        toFix fixes: [String]
    ) -> ImposeError {
        ImposeError(
            .shutdownLate,
            Request(Imposer.self, at: place),
            attempt: "wait for \(imposer.withPlaceOfOpening)",
            path: [Step(Imposer.self, named: nil, at: place)],
            problem: { _ in "\(step) when the time of the shutdown, \(time.total.text), was over" },
            fixes: { _ in fixes + ["Give the shutdown more time: Imposer.shutdown(within: …)"] }
        )
    }

    /// For a body that was not done in the time of a shutdown.
    static func lateBody(of scope: Imposer, _ time: ShutdownTime, at place: SourcePlace) -> ImposeError {
        late(
            "its body was still running",
            of: scope,
            time,
            at: place,
            toFix: [
                "Let the body end: have the server stop what it is doing, and cancel its task, before the shutdown."
            ]
        )
    }

    /// For a request that would make something for an imposer that was shut down.
    static func shutDown(_ request: Request, _ imposer: Imposer, _ shutdown: Shutdown) -> ImposeError {
        ImposeError(
            .disposed,
            request,
            problem: { _ in "\(imposer) was shut down at \(shutdown.place), and makes nothing until it is reset" },
            fixes: { _ in
                [
                    "\(request.purpose == .store ? "Store" : "Inject") it before the shutdown, or shut down later.",
                    "Let the work that needs it run in Imposer.withScope { … }: a shutdown waits for that.",
                    "To use it again: \(imposer.imposingExpression).reset()",
                ]
            }
        )
    }
}

extension RegistrationRecord {
    fileprivate func disposing(at place: SourcePlace?) -> Request {
        Request(key.type, named: key.name, at: place ?? self.place)
    }

    /// Whatever the thread is building has nothing to do with it.
    fileprivate func disposingStep(at place: SourcePlace?) -> ImposeError.Step {
        ImposeError.Step(key.type, named: key.name, at: place ?? self.place)
    }

    fileprivate var disposingText: String { "dispose of \(TypeNames([key.type]).key(key.type, key.name))" }
}

extension Imposer {
    /// The imposer, and where it was opened if it is a scope.
    fileprivate var withPlaceOfOpening: String {
        scopeState.map { "\(self), opened at \($0.place)" } ?? "\(self)"
    }
}
