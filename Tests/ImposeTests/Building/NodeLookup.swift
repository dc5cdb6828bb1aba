// What tests look up in a node.

@testable import Impose

extension Node {
    /// The registration for exactly a key.
    func record(for key: RegistrationKey) -> RegistrationRecord? { state.withLock { $0.registration(for: key) } }

    /// All registrations.
    var records: [RegistrationRecord?] { state.withLock { $0.registrations } }

    /// What is kept of a registration.
    func existingInstance(of registration: RegistrationRecord) -> AnyObject? {
        state.withLock { $0.cells.object(registration.number) }
    }
}
