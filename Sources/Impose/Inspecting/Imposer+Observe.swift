/// A running observation, which ends when it is cancelled or released. Made by ``Imposer/observe(_:)``.
public final class ImposeObservation: Sendable {
    private let observers: Observers
    private let number: SerialNumber

    fileprivate init(_ observers: Observers, _ number: SerialNumber) {
        self.observers = observers
        self.number = number
    }

    deinit {
        cancel()
    }

    /// Ends the observation. An event that another thread is reporting just now may still arrive.
    public func cancel() {
        observers.remove(number)
    }
}

extension ImposeObservation: CustomStringConvertible, CustomReflectable {
    /// Whether it is running or has ended.
    public var description: String {
        observers.contains(number) ? "a running observation" : "an observation that has ended"
    }

    /// An empty mirror, so that dumping the value does not show its internals.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Imposer {
    /// Calls a closure with each event in the current directory and in private imposers.
    ///
    /// ```swift
    /// let observation = Imposer.observe { event in logger.debug("\(event)") }
    /// ```
    ///
    /// Injections with a remembered answer are not reported, so observation costs them nothing. Scopes take about twice
    /// as long while there is an observer. Each directory has its own observers: events in
    /// ``Imposer/isolated(empty:endsWithBody:fileID:line:_:)-2rqe1`` go to the observers that were added inside.
    ///
    /// - Parameter observer: Gets each event, on the thread that caused it, with no lock held. Events that it causes
    ///   itself are not reported.
    /// - Returns: The observation, which ends when it is released or with its ``ImposeObservation/cancel()``.
    public static func observe(_ observer: @escaping @Sendable (ImposeEvent) -> Void) -> ImposeObservation {
        let observers = Directory.current.observers
        return ImposeObservation(observers, observers.add(observer))
    }
}
