import Foundation
import Impose
import TestSupport

/// Counts the objects of a test that are alive.
final class Census: Sendable {
    private let made = CallCounter()
    private let gone = CallCounter()

    /// How many there ever were.
    var count: Int { made.count }

    /// How many there are.
    var living: Int { made.count - gone.count }

    /// Whether no more than some are left, as soon as no thread of another test is in an injection that began before
    /// they were let go of: within half a minute.
    func comesDown(to count: Int = 0) -> Bool {
        for _ in 0..<3_000 {
            // Whatever lets go of something looks what else can go.
            let imposer = Imposer()
            imposer.impose(for: Int.self, instance: 1)
            imposer.removeAll()
            if living <= count { return true }
            usleep(10_000)
        }
        return false
    }

    fileprivate func enter() { made.increment() }
    fileprivate func leave() { gone.increment() }
}

/// An object that is counted as long as it lives.
class Counted: @unchecked Sendable {
    // Set once. A class that is not final has to be unchecked.
    private let census: Census
    let number: Int

    init(_ census: Census, number: Int = 0) {
        (self.census, self.number) = (census, number)
        census.enter()
    }

    deinit { census.leave() }
}

/// An object that runs a closure when it goes.
final class Ending: Sendable {
    private let end: @Sendable () -> Void

    init(_ end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }
}
