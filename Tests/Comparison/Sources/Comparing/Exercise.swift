/// A task that each container performs in a process of its own, as often as it can.
public enum Exercise: String {
    /// Resolves a kept instance by its protocol, among 100 registrations.
    case kept
    /// The same among 10,000.
    case many
    /// Makes an instance of a class that is made each time.
    case transient
    /// Makes a graph of four such instances.
    case graph
    /// Registers 1,000 classes.
    case register
    /// Makes an object with one property wrapper and reads that.
    case wrapper
    /// Reads a property wrapper that was read before.
    case later
    /// Resolves two kept instances on two threads.
    case threads
    /// Opens a scope, resolves an instance that it keeps, and disposes of it.
    case scope
    /// Overrides a dependency for a test and resolves it.
    case override

    /// The number of classes to register beside what the task resolves.
    var crowd: Int {
        switch self {
        case .many: 9_999
        case .register: 0
        default: 99
        }
    }
}
