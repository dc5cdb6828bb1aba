import Foundation

/// Gives each note its number and its time.
package protocol Stamps: Sendable {
    func id() -> String
    func now() -> Date
}

/// Numbers that nobody else gives, and the time of the system.
package struct SystemStamps: Stamps {
    package init() {}

    package func id() -> String { UUID().uuidString }
    package func now() -> Date { Date() }
}
