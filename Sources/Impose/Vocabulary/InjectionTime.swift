/// The moment at which a property wrapper injects.
public enum InjectionTime: Hashable, Sendable {
    /// The first read of the value. The default.
    case firstRead
    /// The creation of the wrapper, that is the initialisation of its owner.
    case creation
}
