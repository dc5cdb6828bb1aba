internal import Impose
internal import Testing

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The source files of the package that a test belongs to, so that a place like `Shop/Setup.swift:5` becomes a path
/// that an editor can open. Programs have no such paths in them: the package is read where the tests run.
struct SourceFiles {
    /// By the name of a file, the folders that have such a file: paths below the folder of the package.
    private var folders: [Substring: [[Substring]]] = [:]
    private let root: String

    /// - Parameter test: A line of a test. The package is the nearest folder above its file that has a manifest.
    init(around test: SourceLocation) {
        #if compiler(>=6.3)
            let path = test.filePath
        #else
            let path = test._filePath
        #endif
        var above = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        while !above.isEmpty, !FileManager.default.fileExists(atPath: "\(above.joined(separator: "/"))/Package.swift") {
            above.removeLast()
        }
        root = above.joined(separator: "/")
        if !above.isEmpty { addFiles(below: []) }
    }

    /// Adds the files of a folder and of those in it, but for hidden ones: builds are kept there.
    private mutating func addFiles(below path: [Substring]) {
        let folder = ([root[...]] + path).joined(separator: "/")
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
            if name.hasSuffix(".swift") {
                folders[name[...], default: []].append(path)
            } else if !name.contains(".") {
                addFiles(below: path + [name[...]])
            }
        }
    }

    /// The text with paths in place of the places in it. A place stays where the file is not found, or is one of
    /// several.
    func replacingPlaces(_ places: [Imposer.SourceLocation], in text: String) -> String {
        places.reduce(text) { text, place in
            path(of: place.fileID).map { text.replacing("\(place)", with: "\($0):\(place.line)") } ?? text
        }
    }

    /// The only file of the name in a folder of the module's name, or else the only one of the name.
    private func path(of fileID: String) -> String? {
        let parts = fileID.split(separator: "/")
        guard let name = parts.last, let module = parts.first, let found = folders[name] else { return nil }
        let inModule = found.filter { $0.contains(module) }
        let likely = inModule.isEmpty ? found : inModule
        return likely.count == 1 ? ([root[...]] + likely[0] + [name]).joined(separator: "/") : nil
    }
}
