// The errors of shutting down.

extension ImposeError {
    /// The error for a step that was not done in the time of a shutdown.
    ///
    /// - Parameter step: The state of it then, as a sentence without its end: "its body was still running".
    static func late(
        _ step: String,
        of imposer: Imposer,
        _ time: ShutdownTime,
        at location: Location,
        toFix fixes: [String]
    ) -> ImposeError {
        ImposeError(
            .shutdownLate,
            Request(Imposer.self, at: location),
            attempt: "wait for \(imposer.withPlaceOfOpening)",
            path: [Step(Imposer.self, named: nil, at: location)],
            problem: { _ in "\(step) when the time of the shutdown, \(time.total.text), was over" },
            fixes: { _ in fixes + ["Give the shutdown more time: Imposer.shutdown(within: …)"] }
        )
    }

    /// The error for a body that was not done in the time of a shutdown.
    static func lateBody(of scope: Imposer, _ time: ShutdownTime, at location: Location) -> ImposeError {
        late(
            "its body was still running",
            of: scope,
            time,
            at: location,
            toFix: [
                "Let the body end: have the server stop what it is doing, and cancel its task, before the shutdown."
            ]
        )
    }

    /// The error for a request that would make something for an imposer that was shut down.
    static func shutDown(_ request: Request, _ imposer: Imposer, _ shutdown: Shutdown) -> ImposeError {
        ImposeError(
            .disposed,
            request,
            problem: { _ in "\(imposer) was shut down at \(shutdown.location), and makes nothing until it is reset" },
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

extension Imposer {
    /// The imposer, and where it was opened if it is a scope.
    fileprivate var withPlaceOfOpening: String {
        scopeState.map { "\(self), opened at \($0.location)" } ?? "\(self)"
    }
}
