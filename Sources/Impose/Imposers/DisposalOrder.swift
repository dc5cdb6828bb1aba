// The order in which what was taken out is disposed of: the latest first, each by its disposers, one after the other.

extension DeferredRelease {
    /// Disposes of the instances, the latest first, and releases everything, up to the first disposer that has to be
    /// awaited. Nothing may be locked.
    ///
    /// Each instance is released before the next one is disposed of. Therefore this works in place: of a `consuming`
    /// method's argument, the caller may hold a copy.
    ///
    /// - Parameters:
    ///   - observers: The observers to tell.
    ///   - location: Where the disposal was asked for, if that is known.
    ///   - failures: Receives the errors.
    /// - Returns: The registration whose disposer has to be awaited next; nil if nothing is left.
    mutating func releaseWhatIsSynchronous(
        telling observers: () -> Observers,
        at location: Location?,
        _ failures: inout [ImposeError]
    ) -> RegistrationRecord? {
        if !isSorted, entries.count > 1 { entries.sort { $0.kept.sequence < $1.kept.sequence } }
        isSorted = true
        while var last = entries.popLast() {
            if last.kept.hasDisposers, !last.dispose(telling: observers, at: location, &failures) {
                let registration = last.registration
                entries.append(last)
                return registration
            }
            guard Observers.exist, !last.kept.isGone else { continue }
            let info = Imposer.RegistrationInfo(last.registration)
            Observers.report(.disposed(info), to: observers(), at: info.location)
        }
        self = DeferredRelease()
        return nil
    }

    /// Runs the disposer that has to be awaited next.
    ///
    /// - Parameters:
    ///   - observers: The observers to tell.
    ///   - location: Where the disposal was asked for, if that is known.
    ///   - time: The time for it; nil for as much as it takes.
    /// - Returns: The error; nil if nothing went wrong.
    mutating func awaitNextDisposer(
        telling observers: Observers,
        at location: Location?,
        within time: ShutdownTime?
    ) async -> ImposeError? {
        guard let index = entries.indices.last else { return nil }
        let (kept, registration) = (entries[index].kept, entries[index].registration)
        let position = entries[index].nextDisposer
        entries[index].nextDisposer += 1
        let error: ImposeError?
        do {
            guard let time else {
                try await kept.disposeAsynchronously(by: position)
                return nil
            }
            let isInTime = try await time.run { try await kept.disposeAsynchronously(by: position) }
            error =
                isInTime ? nil : ImposeError(.lateDisposer(registration, time), disposing: registration, at: location)
        } catch let thrown {
            error = ImposeError(.disposerThrew(registration, thrown), disposing: registration, at: location)
        }
        if let error { Self.report(error) { observers } }
        return error
    }

    fileprivate static func report(_ error: ImposeError, to observers: () -> Observers) {
        guard Observers.exist, error.storage.isReportedFirst() else { return }
        Observers.report(.failed(error), to: observers(), at: error.location)
    }
}

extension DeferredRelease.Entry {
    /// Runs the disposers that are left, up to one that has to be awaited.
    ///
    /// - Returns: False if there is such a one.
    fileprivate mutating func dispose(
        telling observers: () -> Observers,
        at location: Location?,
        _ failures: inout [ImposeError]
    ) -> Bool {
        let registration = registration
        return kept.dispose(from: &nextDisposer) { thrown in
            let error = ImposeError(.disposerThrew(registration, thrown), disposing: registration, at: location)
            failures.append(error)
            DeferredRelease.report(error, to: observers)
        }
    }
}
