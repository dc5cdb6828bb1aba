// What the compiler says of `observe` where `ImposeInspecting` is not imported.

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
@_documentation(visibility: internal)
@available(*, unavailable, message: "add the product ImposeInspecting to this target, and import ImposeInspecting")
extension Imposer {
    public static func observe(_: @escaping @Sendable (Any) -> Void) -> NeedsImposeInspecting { fatalError() }
}
