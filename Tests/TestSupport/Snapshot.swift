package import Foundation
package import Testing

/// Whether the files are to be written anew.
package let recordsSnapshots = ProcessInfo.processInfo.environment["IMPOSE_RECORD_SNAPSHOTS"] == "1"

/// The folder with the files of a test.
package func snapshotFolder(_ filePath: String = #filePath) -> URL {
    URL(filePath: filePath).deletingLastPathComponent().appending(component: "Snapshots")
}

/// Compares a text with the file that keeps it: `Snapshots/<name>.txt` beside the file of the test.
///
/// With `IMPOSE_RECORD_SNAPSHOTS=1` in the environment it writes the file instead, and fails, so that nobody takes a
/// run that compared nothing for a good one. A text must be the same in each run: pass `fileID:` and `line:` to
/// everything that has a place.
///
/// - Parameters:
///   - text: The printed text, without a line break at the end. Nil, where nothing was printed, fails.
///   - name: The name of the file, without its ending.
package func expectSnapshot(
    _ text: String?,
    _ name: String,
    filePath: String = #filePath,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    guard let text else {
        Issue.record("There is no text.", sourceLocation: sourceLocation)
        return
    }
    let folder = snapshotFolder(filePath)
    let file = folder.appending(component: "\(name).txt")
    if recordsSnapshots {
        record(text, file, in: folder, sourceLocation)
        return
    }
    let renewing =
        "IMPOSE_RECORD_SNAPSHOTS=1 swift test --filter … writes it; look at the difference before you commit it."
    guard let kept = try? String(contentsOf: file, encoding: .utf8) else {
        Issue.record("There is no \(file.path). \(renewing)", sourceLocation: sourceLocation)
        return
    }
    guard kept != text + "\n" else { return }
    Issue.record(
        """
        The text is not the one in \(file.path). \(renewing)
        \(firstDifference(between: text, and: kept))

        The whole text:
        \(text)
        """,
        sourceLocation: sourceLocation
    )
}

private func record(_ text: String, _ file: URL, in folder: URL, _ sourceLocation: SourceLocation) {
    do {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data((text + "\n").utf8).write(to: file)
        Issue.record("Wrote \(file.path). Run again without IMPOSE_RECORD_SNAPSHOTS.", sourceLocation: sourceLocation)
    } catch {
        Issue.record("Could not write \(file.path): \(error)", sourceLocation: sourceLocation)
    }
}

private func firstDifference(between text: String, and kept: String) -> String {
    let (lines, keptLines) = (text.lines + [""], kept.lines)
    for (number, (line, keptLine)) in zip(lines, keptLines).enumerated() where line != keptLine {
        return "Line \(number + 1) is\n    \(line)\nand was\n    \(keptLine)"
    }
    return "It has \(lines.count - 1) lines, and had \(keptLines.count - 1)."
}

extension String {
    /// The lines, empty ones included.
    package var lines: [String] { components(separatedBy: "\n") }
}
