/// The observers of events in one directory, in the order in which they were added.
final class Observers: Sendable {
    typealias Observer = @Sendable (ImposeEvent) -> Void

    private struct State {
        /// In a box, which is handed out and replaced, since an array would be changed in place, see `Registry`.
        var observers = Boxed<[(number: SerialNumber, observer: Observer)]>([])
        var lastNumber: SerialNumber = 0
    }

    private let state = LockedState(State())
    /// The number of observers in all directories.
    private static let count = AtomicField(0)

    /// Whether there are any in the process, so that collecting events is worth while.
    static var exist: Bool { count.load(ordering: .relaxed) > 0 }

    /// Whether there are any in this directory.
    var areAny: Bool { state.withLock { !$0.observers.content.isEmpty } }

    func add(_ observer: @escaping Observer) -> SerialNumber {
        Self.count.add(1, ordering: .relaxed)
        return state.withLock { state in
            state.lastNumber += 1
            state.observers = Boxed(state.observers.content + [(state.lastNumber, observer)])
            return state.lastNumber
        }
    }

    func remove(_ number: SerialNumber) {
        let removed = state.withLock { state -> Observer? in
            var observers = state.observers.content
            guard let index = observers.firstIndex(where: { $0.number == number }) else { return nil }
            let removed = observers.remove(at: index).observer
            state.observers = Boxed(observers)
            return removed
        }
        // The closure is released here, with the lock open.
        if removed != nil { Self.count.subtract(1, ordering: .relaxed) }
    }

    func contains(_ number: SerialNumber) -> Bool {
        state.withLock { $0.observers.content.contains { $0.number == number } }
    }

    func removeAll() {
        let removed = state.withLock { exchange(&$0.observers, with: Boxed([])) }
        // As above.
        Self.count.subtract(removed.content.count, ordering: .relaxed)
    }

    /// Reports an event to observers. Nothing may be locked.
    ///
    /// Events that observers cause are not reported, or an observer that injects could continue for ever.
    static func report(_ kind: @autoclosure () -> ImposeEvent.Kind, to told: Observers, at location: Location) {
        if exist { report(kind(), from: told, at: location) }
    }

    @inline(never)
    private static func report(_ kind: ImposeEvent.Kind, from told: Observers, at location: Location) {
        let thread = ThreadRecord.current
        if thread.isReporting { return }
        let observers = told.state.withLock { $0.observers }.content
        if observers.isEmpty { return }
        let event = ImposeEvent(kind: kind, time: .now, location: location)
        thread.isReporting = true
        defer { thread.isReporting = false }
        for (_, observer) in observers { observer(event) }
    }
}
