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
            action: "shut down",
            path: [Step(Imposer.self, named: nil, at: location)],
            problem: { _ in "\(step) when the time of the shutdown, \(time.total.text), was over" },
            fixes: { _ in fixes + ["Or \(time.remedy)"] }
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
                "Let the body end before the shutdown: stop the server first, and cancel the tasks of its requests."
            ]
        )
    }

    /// The error for a request that would make something for an imposer that was shut down.
    static func shutDown(_ request: Request, _ imposer: Imposer, _ shutdown: Shutdown) -> ImposeError {
        ImposeError(
            .disposed,
            request,
            problem: { _ in "\(imposer) was shut down at \(shutdown.location), and makes nothing until it is reset" },
            fixes: { names in
                let injecting = ImposerTitle.scope(.none)
                    .injectingExpression("inject", names.expression(request.type), request.name)
                return [
                    "\(request.purpose == .store ? "Store" : "Inject") it before the shutdown, or shut down later.",
                    "Or let the work that needs it run in a scope, for whose block a shutdown waits: "
                        + "Imposer.withScope { scope in \(injecting) }",
                    "To use the imposer again: \(imposer.expression).reset()",
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
