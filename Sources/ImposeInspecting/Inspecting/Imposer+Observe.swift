// `observe`.

public import Impose

/// An observation, which lasts until it is cancelled or released. Made by ``Impose/Imposer/observe(_:)``.
public final class ImposeObservation: Sendable {
    private let number: Int

    fileprivate init(_ number: Int) { self.number = number }

    deinit { cancel() }

    /// Ends the observation. An event that another thread is reporting just now may still arrive.
    public func cancel() { Observers.remove(number) }
}

extension Imposer {
    /// Tells a closure of everything that happens in the current directory, and with private imposers.
    ///
    /// ```swift
    /// let observation = Imposer.observe { event in logger.debug("\(event)") }
    /// ```
    ///
    /// Injections whose answer is remembered are not reported, so observing costs them nothing. Scopes take about twice
    /// as long while somebody observes. Each directory has its own observers: events in
    /// `Imposer.isolated` are reported to the observers that were added inside.
    ///
    /// - Parameter observer: Gets each event, on the thread that caused it, with nothing locked. Events that it causes
    ///   itself are not reported.
    /// - Returns: A token. When it is released, or told to ``ImposeObservation/cancel()``, the observation ends.
    public static func observe(_ observer: @escaping @Sendable (ImposeEvent) -> Void) -> ImposeObservation {
        ImposeObservation(Observers.add(observer))
    }
}
