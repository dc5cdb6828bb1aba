// Errors of disposing of an instance.

extension ImposeError {
    /// An error for a disposer that threw.
    static func disposerFailed(
        _ registration: RegistrationRecord,
        _ error: any Error,
        at location: Location?
    ) -> ImposeError {
        ImposeError(
            .disposerFailed,
            disposing: registration,
            at: location,
            underlyingError: error,
            problem: "a disposer of its registration at \(registration.location) threw an error",
            fixes: [
                "Fix what the disposer threw. Everything else was disposed of all the same, and the instance was released."
            ]
        )
    }

    /// An error for a disposer that was not done in the time of a shutdown.
    static func lateDisposer(
        _ registration: RegistrationRecord,
        _ time: ShutdownTime,
        at location: Location?
    ) -> ImposeError {
        ImposeError(
            .shutdownLate,
            disposing: registration,
            at: location,
            problem:
                "a disposer of its registration at \(registration.location) was not done when the time of the shutdown, "
                + "\(time.total.text), was over",
            fixes: [
                "Let the disposer stop when its task is cancelled, as it was here.",
                "Or \(time.remedy)",
            ]
        )
    }

    /// Assembles an error. Whatever the thread is building is unrelated to it.
    private init(
        _ kind: Kind,
        disposing registration: RegistrationRecord,
        at location: Location?,
        underlyingError: (any Error)? = nil,
        problem: String,
        fixes: [String]
    ) {
        let key = registration.key
        let location = location ?? registration.location
        let names = TypeNames([key.type])
        self.init(
            Details(
                kind: kind,
                requested: key.type,
                name: key.name,
                path: [Step(key.type, named: key.name, at: location)],
                candidates: [],
                location: location,
                underlyingError: underlyingError,
                searched: [],
                names: names,
                attempt: "dispose of \(names.key(key.type, key.name))",
                action: kind == .shutdownLate ? "shut down" : "disposed",
                conforming: nil,
                problem: problem,
                fixes: fixes
            )
        )
    }
}
