/// The time at which a property wrapper injects.
public enum InjectionTime: Hashable, Sendable {
    /// When the value is read for the first time. The default.
    case firstRead
    /// When the wrapper is created, that is when its owner is initialised.
    case creation
}
