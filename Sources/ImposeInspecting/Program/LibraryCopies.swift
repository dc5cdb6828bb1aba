internal import CImposeInspecting
internal import Impose

/// The images of the process that have a copy of this library each: a static one in a framework and one in the app, for
/// example. What is imposed on the one, the other knows nothing of.
enum LibraryCopies {
    private static let memory = ProgramMemory<String?>()

    /// What is the matter, as the second half of a sentence; nil if all images share one copy.
    static var problem: String? {
        memory.found {
            // A type that each copy declares.
            let copies = ProgramImages.current.types(conformingTo: (any CustomStringConvertible).self)
                .filter { $0.module == "Impose" && $0.name == "Imposer" }
            // On Linux the copies share the first one if the program exports it.
            guard copies.count > 1, !impose_is_shared("$s6Impose7ImposerCN") else { return nil }
            let names = copies.map { name(of: $0.image) }
            let list = "\(names.dropLast().joined(separator: ", ")) and \(names[names.count - 1])"
            return "the process has \(names.count) copies of Impose, in \(list), each with imposers of its own"
        }
    }

    private static func name(of image: ImposeImage) -> String {
        let path = image.path.map { String(cString: $0) } ?? ""
        return path.split(separator: "/").last.map(String.init) ?? "the program"
    }

    /// The way to have one copy.
    static let fix = """
        Let all binaries of the program link the same dynamic product, ImposeDynamic or ImposeInspectingDynamic, and none of \
        them a static one.
        """
}
