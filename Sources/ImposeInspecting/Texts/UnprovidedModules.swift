internal import Impose

/// The modules of the program, types that conform to `ModuleInjector`, that have not provided.
///
/// Generic ones are left out, and those of modules whose name ends in "Tests": a test has its own reasons.
struct UnprovidedModules {
    struct Module: Sendable {
        let type: any Any.Type
        let swiftModule: String
        /// Whether it is made without arguments, as far as what it stores tells.
        fileprivate let isPlain: Bool

        /// The call that lets it provide, as it would be typed.
        ///
        /// - Parameter imposer: The private imposer that it is to provide on; nil for the one that it names.
        func providing(on imposer: NodeFacts? = nil, _ names: TypeNames) -> String {
            "\(imposer?.expression ?? "Imposer").provide(using: \(names.typed(type))\(isPlain ? "()" : "(…)"))"
        }
    }

    /// The modules, those of the asking one first.
    let all: [Module]
    /// A longer list would not help anybody.
    private static let mostListed = 3

    /// - Parameters:
    ///   - directory: The directory in which they might have provided. Private imposers count, too.
    ///   - asking: The Swift module whose modules come first.
    init(in directory: DirectoryMember, askedIn asking: String = "") {
        let declared = Self.declared.found(orFind: Self.find)
        // As in most programs.
        if declared.isEmpty {
            all = []
            return
        }
        // A superclass has provided when its subclass has: only the superclass declares the conformance.
        var provided = Seam.modules(providedIn: directory, and: PrivateImposers.all)
        for module in provided {
            let classes = sequence(first: Metadata(of: module)) { $0.superclass.map { Metadata(of: $0) } }
            provided.formUnion(classes.map { ObjectIdentifier($0.type) })
        }
        all = declared.filter { !provided.contains(ObjectIdentifier($0.type)) }
            .inOrder { $0.swiftModule == asking ? 0 : 1 }
    }

    private static let declared = ProgramMemory<[Module]>()

    private static func find() -> [Module] {
        let program = ProgramImages.current
        let modules = program.types(conformingTo: (any ModuleInjector).self).compactMap { declared -> Module? in
            guard let module = declared.module, !module.hasSuffix("Tests"), let type = declared.type else { return nil }
            let isPlain = program.storedProperties(of: type)?.isEmpty ?? false
            return Module(type: type, swiftModule: module, isPlain: isPlain)
        }
        return modules.sorted {
            ($0.swiftModule, TypeNames.short($0.type)) < ($1.swiftModule, TypeNames.short($1.type))
        }
    }

    /// Their types, as far as texts name them.
    var types: [any Any.Type] { all.prefix(Self.mostListed).map(\.type) }

    /// The module that most likely imposes something: the only one in `swiftModules`; or, if no other fix is known, the
    /// only one at all. Where there are several, most are left out on purpose.
    ///
    /// - Parameters:
    ///   - swiftModules: The Swift modules that most likely impose it: those of what conforms, and of the type.
    ///   - hasOtherFix: Whether a line is known that imposes it.
    func meant(_ swiftModules: [String], hasOtherFix: Bool) -> Module? {
        all.filter { swiftModules.contains($0.swiftModule) }.only ?? (hasOtherFix ? nil : all.only)
    }

    /// Lets a module provide that may impose something; nil if all have provided.
    ///
    /// - Parameters:
    ///   - imposer: The private imposer that is asked, and does not search the directory; nil for one that does.
    ///   - place: The line that asks; nil if that is not known.
    func fix(
        providingOn imposer: NodeFacts?,
        _ swiftModules: [String],
        hasOtherFix: Bool,
        before place: Location?,
        _ names: TypeNames
    ) -> Fix? {
        let meant = meant(swiftModules, hasOtherFix: hasOtherFix)
        let likely = meant ?? all.first { swiftModules.contains($0.swiftModule) } ?? all.first
        guard let module = likely else { return nil }
        let start = imposer.map { "where \($0) is made" } ?? Fix.start
        let before = place.map { ", before \($0) asks" } ?? ""
        let list = all.listed(upTo: Self.mostListed) { "\(names[$0.type]) (\($0.swiftModule))" }
        let (what, rest) =
            meant == nil
            ? ("the module that imposes it, if one does,", ". These were not provided: \(list). For instance")
            : (names[module.type], "")
        let text = "\(hasOtherFix ? "Or provide" : "Provide") \(what) \(start)\(before)\(rest)"
        return Fix(text, module.providing(on: imposer, names))
    }
}
