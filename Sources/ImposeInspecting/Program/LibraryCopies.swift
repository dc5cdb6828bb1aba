internal import CImposeInspecting
internal import ImposeCore

/// The images of the process that have a copy of this library each: a static one in a framework and one in the app, for
/// example. What is imposed on the one, the other knows nothing of.
struct LibraryCopies: Sendable {
    /// The names of their files; empty where all images share one copy.
    let images: [String]

    private static let memory = ProgramMemory<LibraryCopies>()

    /// Those of the process.
    static var current: LibraryCopies { memory.found { LibraryCopies(in: .current) } }

    /// Looks for a type that each copy declares.
    private init(in program: ProgramSections) {
        let copies = program.images(
            declaring: "Imposer",
            of: "ImposeCore",
            conformingTo: (any CustomStringConvertible).self
        )
        // The dynamic linker of Linux lets them share the first one, if the program makes it known.
        let areShared = copies.count < 2 || impose_is_shared("$s10ImposeCore7ImposerCN")
        images = areShared ? [] : copies.map(Self.name)
    }

    private static func name(of image: ImposeSections) -> String {
        let path = withUnsafePointer(to: image) { impose_image_path($0) }.map { String(cString: $0) } ?? ""
        return path.split(separator: "/").last.map(String.init) ?? "the program"
    }

    /// What is the matter, as the second half of a sentence; nil if there is one copy.
    var problem: String? {
        guard let last = images.last, images.count > 1 else { return nil }
        let list = "\(images.dropLast().joined(separator: ", ")) and \(last)"
        return "the process has \(images.count) copies of Impose, in \(list), each with imposers of its own"
    }

    /// The way to have one copy.
    static let fix = "Let all binaries of the program link the product ImposeDynamic, and none of them Impose."
}
