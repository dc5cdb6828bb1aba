// Unavailable functions, by which the compiler says how to get inspecting's functions where `ImposeInspecting` is not
// imported. Where it is imported, the compiler prefers the real ones.

/// The result of these functions, of which there is no value. The compiler names it where another member is asked for.
@_documentation(visibility: internal)
public enum NeedsImposeInspecting {
    /// A member that nearly every call of `validate` is followed by.
    public func orThrow() throws {}
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
@_documentation(visibility: internal)
@available(*, unavailable, message: "add the product ImposeInspecting to this target, and import ImposeInspecting")
extension Imposer {
    public static func validate(building: Bool = false, wrappers: Bool = true, roots: [any Any.Type] = [])
        -> NeedsImposeInspecting
    { fatalError() }
    public func validate(building: Bool = false, wrappers: Bool = true, roots: [any Any.Type] = [])
        -> NeedsImposeInspecting
    { fatalError() }
    public static func explain<T>(_: T.Type, from: ImposerType = .primary, named: InjectionName? = nil)
        -> NeedsImposeInspecting
    { fatalError() }
    public func explain<T>(_: T.Type, named: InjectionName? = nil) -> NeedsImposeInspecting { fatalError() }
    public static func graph(wrappers: Bool = true) -> NeedsImposeInspecting { fatalError() }
    public func graph(wrappers: Bool = true) -> NeedsImposeInspecting { fatalError() }
    public static func observe(_: @escaping @Sendable (Any) -> Void) -> NeedsImposeInspecting { fatalError() }
}
