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

        /// An instance of it, as it would be typed.
        fileprivate func making(_ names: TypeNames) -> String { "\(names.typed(type))\(isPlain ? "()" : "(…)")" }

        /// The call that lets it provide, as it would be typed.
        func providing(_ names: TypeNames) -> String { "Imposer.provide(using: \(making(names)))" }
    }

    /// The modules, those of the asking one first.
    let all: [Module]
    /// Those that have provided, as far as their types can be made known.
    private let provided: [Module]
    /// A longer list would not help anybody.
    private static let mostListed = 3

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
    private func meant(_ homes: [String]) -> Module? {
        let likely = all.filter { homes.contains($0.home) }
        return all.count == 1 ? all[0] : likely.count == 1 ? likely[0] : nil
    }

    /// What is the matter where something is missing. Of several, most are left out on purpose, so that only a single one
    /// is named.
    func problem(_ homes: [String], _ names: TypeNames) -> String? {
        meant(homes).map { "\(Failure.nothing): module \(names[$0.type]), of \($0.home), was not provided" }
    }

    /// The fixes of something that is missing, which one of them may impose; none if there are none.
    ///
    /// - Parameters:
    ///   - homes: The Swift modules that most likely impose it: those of what conforms, and of the type.
    ///   - module: The module that imposes what needs it; nil if that is not known.
    ///   - asking: The Swift module that asks.
    ///   - request: The line that asks; nil if that is not known.
    func fixes(
        imposing homes: [String],
        neededBy module: (any Any.Type)?,
        askedIn asking: String,
        at request: Location?,
        _ names: TypeNames
    ) -> [Fix] {
        guard let first = meant(homes) ?? all.first(where: { homes.contains($0.home) }) ?? all.first else { return [] }
        let making = first.making(names)
        let list = all.listed(upTo: Self.mostListed) { "\(names[$0.type]) (\($0.home))" }
        let which =
            meant(homes) == nil ? "Modules that were not provided: \(list). Take the one that imposes it. " : ""
        let own = provided.filter { $0.home == asking }
        let requiring = module ?? (own.count == 1 ? own[0].type : nil)
        guard let requiring, requiring != first.type else {
            let before = request.map { ", before \($0) asks" } ?? ""
            let text = "\(which)Provide \(names[first.type]) \(Fix.start)\(before)"
            return [Fix(text, first.providing(names))]
        }
        let name = names[requiring]
        // Where it imposes, most likely the file that it is declared in.
        let imposed = Seam.registrations(of: Imposer.shared.node).first { Seam.module(of: $0) == requiring }
        let file = imposed.map { ", in \($0.location.fileID)," } ?? ""
        let isForeign = TypeNames.home(of: requiring) != first.home
        let importing = isForeign ? "The file needs import \(first.home). " : ""
        return [
            Fix(
                "\(which)Let \(name)\(file) require \(names[first.type]). \(importing)In its list "
                    + "`requires`, if it has one, add",
                making
            ),
            Fix(
                "Or, if \(name) has no such list, declare it there",
                "public var requires: [any ModuleInjector] { [\(making)] }"
            ),
        ]
    }
}

extension TypeNames {
    /// The Swift module that a type is declared in.
    static func home(of type: any Any.Type) -> String {
        let name = long(type)
        return String((name.hasPrefix("any ") ? name.dropFirst(4) : name[...]).prefix { $0 != "." })
    }
}
