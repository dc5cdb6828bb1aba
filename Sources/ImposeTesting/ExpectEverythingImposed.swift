internal import ImposeCore
internal import ImposeInspecting
public import Testing

/// Records everything that would make an injection fail as issues of the test, one for each.
///
/// ```swift
/// @Test("everything that the app injects is imposed", .imposing(empty: true))
/// func everythingIsImposed() {
///     Shop.imposeEverything()
///     expectEverythingImposed()
/// }
/// ```
///
/// These are the errors of `Imposer.validate()`: dependencies that nobody has imposed, ties, circles, and each stored
/// wrapper of the program that nothing is imposed for. Warnings and notes are not recorded.
///
/// The wrappers of a test target's own types are found as well. If only some tests impose their dependencies, leave
/// the module out:
///
/// ```swift
/// expectEverythingImposed(leavingOut: ["ShopTests"])
/// ```
///
/// - Parameters:
///   - modules: The modules whose stored wrappers need not be imposed here.
///   - building: Whether to build everything, as `Imposer.validate(building: true)` does.
///   - sourceLocation: The line of the issues; the call by default. Metadata does not say where a property is
///     declared, and the texts name the lines of registrations.
public func expectEverythingImposed(
    leavingOut modules: Set<String> = [],
    building: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    for finding in Imposer.validate(building: building).errors {
        if let module = finding.property?.module, modules.contains(module) { continue }
        Issue.record(Comment(rawValue: "\(finding)"), sourceLocation: sourceLocation)
    }
}
