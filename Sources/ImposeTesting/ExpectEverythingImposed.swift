internal import Impose
internal import ImposeInspecting
public import Testing

/// Records everything that would make an injection fail as issues of the test, one for each.
///
/// ```swift
/// @Test("everything that the app injects is imposed", .imposing(empty: true))
/// func everythingIsImposed() {
///     Imposer.provide(using: ShopModule())
///     expectEverythingImposed()
/// }
/// ```
///
/// These are the errors of `Imposer.validate()`: dependencies that nobody has imposed, ties, cycles, and each stored
/// wrapper and each call of `inject()` in the program that nothing is imposed for. Warnings and notes are not recorded,
/// but for one: where calls can't be told, as in a program that is built for release or by a compiler before Swift 6.3,
/// that is an issue of severity warning. Methods such as `scope.inject()` and calls for a type parameter are never
/// seen.
///
/// The calls in the module of this very call, the tests, need not be imposed, since each test imposes what it injects.
/// Its stored wrappers are found, and so is all that the modules of other tests inject: on Linux all test targets are
/// one program. Leave out what does not belong to the app, or name what does:
///
/// ```swift
/// expectEverythingImposed(leavingOut: ["ShopTests", "AccountTests"])
/// expectEverythingImposed(onlyIn: ["Shop", "Account"])
/// ```
///
/// Roots are what something asks for in a way that can't be seen, a view from its environment for example:
///
/// ```swift
/// expectEverythingImposed(and: [AppRoot.self])
/// ```
///
/// An issue begins with the place that it is about: the line of a registration, as a path of the package that the tests
/// belong to; the line of a call, where the program has what debuggers read, and on Apple's platforms from OS 26.
///
/// - Parameters:
///   - roots: Types that have to be imposed as well, without a name.
///   - modules: The modules whose stored wrappers and calls need not be imposed here.
///   - chosen: The only modules whose stored wrappers and calls have to be imposed; nil for all. A call
///     whose module can't be told is among them.
///   - building: Whether to build everything, as `Imposer.validate(building: true)` does.
///   - sourceLocation: The line of the issues; the call by default. Metadata does not say where a property is
///     declared; the texts name the lines of registrations and calls.
public func expectEverythingImposed(
    and roots: [any Any.Type] = [],
    leavingOut modules: Set<String> = [],
    onlyIn chosen: Set<String>? = nil,
    building: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    SharedImposerWarning.linkWatch()
    let findings = Imposer.validate(building: building, roots: roots).findings.filter { finding in
        guard finding.severity == .error || finding.kind == .callsNotChecked else { return false }
        guard let module = finding.module else { return true }
        let isOwnCall = finding.call != nil && module == sourceLocation.moduleName
        return !modules.contains(module) && (chosen?.contains(module) ?? !isOwnCall)
    }
    let lines = CallLines(of: findings.compactMap(\.call?.code))
    // Nothing is searched where everything is imposed.
    let files = findings.isEmpty ? nil : SourceFiles(around: sourceLocation)
    for finding in findings {
        let line = finding.call?.code.flatMap { lines[$0] }.map { "\($0): " } ?? ""
        Issue.record(
            Comment(rawValue: line + (files?.replacingPlaces(finding.places, in: "\(finding)") ?? "\(finding)")),
            severity: finding.kind == .callsNotChecked ? .warning : .error,
            sourceLocation: sourceLocation
        )
    }
}

/// A call that nobody makes. `validate()` finds it in each program with tests where it can find calls at all.
func askForCanary() {
    _ = unforceInject(of: CallCanary.self)
}
