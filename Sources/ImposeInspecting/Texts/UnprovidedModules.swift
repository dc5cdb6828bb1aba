internal import ImposeCore

/// The modules of the program, types that conform to `ModuleInjector`, that have not provided.
///
/// Generic ones are left out, and those of modules whose name ends in "Tests": a test has its own reasons.
struct UnprovidedModules {
    /// One of them.
    struct Module: Sendable {
        let type: any Any.Type
        let home: String
        let name: String
        /// Whether it is made without arguments, as far as what it stores tells.
        fileprivate let isPlain: Bool

        /// The call that lets it provide, as it would be typed.
        func providing(_ names: TypeNames) -> String {
            "Imposer.provide(using: \(names.typed(type))\(isPlain ? "()" : "(…)"))"
        }
    }

    /// The modules, those of the asking one first.
    let all: [Module]
    /// A longer list would not help anybody.
    private static let mostListed = 3

    /// - Parameters:
    ///   - directory: The directory in which they might have provided. Private imposers count, too.
    ///   - asking: The Swift module whose modules come first.
    init(in directory: Directory, askedIn asking: String = "") {
        let declared = Self.declared.found(orFind: Self.find)
        // As in most programs.
        if declared.isEmpty {
            all = []
            return
        }
        let provided = Seam.modules(providedIn: directory, and: PrivateImposers.all)
        // A class provides for its superclasses, which alone say that they conform.
        var known = provided
        for module in provided {
            var type = Metadata(of: module)
            while let superclass = type.superclass {
                known.insert(ObjectIdentifier(superclass))
                type = Metadata(of: superclass)
            }
        }
        all = declared.filter { !known.contains(ObjectIdentifier($0.type)) }
            .sorted { ($0.home == asking ? 0 : 1, $0.home, $0.name) < ($1.home == asking ? 0 : 1, $1.home, $1.name) }
    }

    private static let declared = ProgramMemory<[Module]>()

    private static func find() -> [Module] {
        let program = ProgramSections.current
        return program.types(conformingTo: (any ModuleInjector).self).compactMap { declared in
            guard !declared.module.hasSuffix("Tests"), let type = declared.type else { return nil }
            return Module(
                type: type,
                home: declared.module,
                name: TypeNames.short(type),
                isPlain: program.storedProperties(of: type)?.isEmpty ?? false
            )
        }
    }

    /// Their types, as far as texts name them.
    var types: [any Any.Type] { all.prefix(Self.mostListed).map(\.type) }

    /// What is the matter where something is missing. Of several, most are left out on purpose, so that only a single one
    /// is named.
    func problem(_ names: TypeNames) -> String {
        if all.count != 1 { return "nothing is imposed for it" }
        return "nothing is imposed for it, and module \(names[all[0].type]) (\(all[0].home)) has not provided"
    }

    /// The fix of something that is missing, which one of them may impose; nil if there are none.
    func fix(_ names: TypeNames) -> Fix? {
        guard let first = all.first else { return nil }
        let list = all.prefix(Self.mostListed).map { "\(names[$0.type]) (\($0.home))" }.joined(separator: ", ")
        let rest = all.count > Self.mostListed ? " and \(all.count - Self.mostListed) more" : ""
        let problem =
            all.count == 1
            ? "\(list) has not provided. If it imposes that"
            : "Modules that have not provided: \(list)\(rest). If one imposes that"
        return Fix(problem, first.providing(names))
    }
}
