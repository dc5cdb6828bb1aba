/// Something that goes wrong in some containers. Each is provoked in a process of its own.
enum Fault: String {
    /// Two threads ask for an instance that is to be made once.
    case once
    /// Two classes need each other.
    case circle
    /// The same, and one thread asks for each.
    case crossing
    /// One thread registers while another one resolves.
    case registering
    /// Nothing is registered for what is resolved.
    case missing
    /// Two tests at the same time, each with its own double.
    case tests
}
