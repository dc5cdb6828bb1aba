// The functions with which programs made of the pages print.

import Foundation

/// Stands in for `print`, and says which line calls it.
public func noted(_ items: Any..., separator: String = " ", file: String = #fileID, line: Int = #line) {
    note("print", items.map { String(describing: $0) }.joined(separator: separator), file, line)
}

/// Says that a statement has ended whose comment says all that it prints.
public func ended(file: String = #fileID, line: Int = #line) {
    note("ended", "", file, line)
}

/// Whether this run is the one that the block at a line of the page stops.
public func stops(at block: String) -> Bool {
    CommandLine.arguments.last == block
}

private func note(_ kind: String, _ text: String, _ file: String, _ line: Int) {
    FileHandle.standardOutput.write(Data("\u{1}\(kind) \(file):\(line)\u{2}\(text)\u{3}".utf8))
}
