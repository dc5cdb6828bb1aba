/// What differs between the cores that the model is compared with. Here is what holds for the new core; a file that only
/// today's core compiles says what is different there.
protocol ModelCore {
    /// The rules that are not today's.
    static var changes: Set<ModelChange> { get }
    /// Whether scopes or isolated directories may be in use, as far as the core tells.
    static var mayHaveContexts: Bool { get }
}

extension ModelCore {
    static var changes: Set<ModelChange> { Set(ModelChange.allCases) }
    static var mayHaveContexts: Bool { false }
}
