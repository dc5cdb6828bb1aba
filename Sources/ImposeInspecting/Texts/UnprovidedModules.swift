internal import Impose

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

        /// An instance of it, as it would be typed.
        func making(_ names: TypeNames) -> String { "\(names.typed(type))\(isPlain ? "()" : "(…)")" }

        /// The call that lets it provide, as it would be typed.
        func providing(_ names: TypeNames) -> String { "Imposer.provide(using: \(making(names)))" }
    }

    /// The modules, those of the asking one first.
    let all: [Module]
    /// Those that have provided, as far as their types can be made known.
    let provided: [Module]
    /// A longer list would not help anybody.
    static let mostListed = 3

    /// - Parameters:
    ///   - directory: The directory in which they might have provided. Private imposers count, too.
    ///   - asking: The Swift module whose modules come first.
    init(in directory: Directory, askedIn asking: String = "") {
        let declared = Self.declared.found(orFind: Self.find)
        // As in most programs.
        if declared.isEmpty {
            (all, provided) = ([], [])
            return
        }
        let providing = Seam.modules(providedIn: directory, and: PrivateImposers.all)
        // A class provides for its superclasses, which alone say that they conform.
        var known = providing
        for module in providing {
            var type = Metadata(of: module)
            while let superclass = type.superclass {
                known.insert(ObjectIdentifier(superclass))
                type = Metadata(of: superclass)
            }
        }
        all = declared.filter { !known.contains(ObjectIdentifier($0.type)) }
            .sorted { ($0.home == asking ? 0 : 1, $0.home, $0.name) < ($1.home == asking ? 0 : 1, $1.home, $1.name) }
        provided = declared.filter { known.contains(ObjectIdentifier($0.type)) }
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

    /// The module that imposes something, most likely: the only one, or the only one at home where it may be.
    ///
    /// - Parameter homes: The Swift modules that most likely impose it: those of what conforms, and of the type.
    func meant(_ homes: [String]) -> Module? {
        all.only ?? all.filter { homes.contains($0.home) }.only
    }

    /// What is the matter where something is missing. Of several, most are left out on purpose, so that only a single one
    /// is named.
    func problem(_ homes: [String], _ names: TypeNames) -> String? {
        meant(homes).map { "\(Failure.nothing): module \(names[$0.type]), of \($0.home), was not provided" }
    }
}
