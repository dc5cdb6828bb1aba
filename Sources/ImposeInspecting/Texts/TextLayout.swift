// The layout of texts for a terminal.

internal import Impose

extension String {
    /// The greatest length of a line, unless a single word is longer.
    static let longestLine = 120

    /// Breaks the text into as many lines as it takes.
    ///
    /// Code stays in one piece if it fits into a line: text in brackets is not broken.
    ///
    /// - Parameters:
    ///   - column: The part of the first line that is already taken.
    ///   - indent: The margin of the other lines.
    func wrapped(after column: Int = 0, indent: Int) -> String {
        let room = Self.longestLine - indent
        let margin = String(repeating: " ", count: indent)
        var lines: [String] = []
        for (number, paragraph) in split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            var line: String?
            var left = number == 0 ? Self.longestLine - column : room
            for piece in paragraph.pieces(upTo: room) {
                if let begun = line, begun.count + 1 + piece.count > left {
                    lines.append(begun)
                    (line, left) = (nil, room)
                }
                line = line.map { "\($0) \(piece)" } ?? String(piece)
            }
            lines.append(line ?? "")
        }
        return lines.joined(separator: "\n\(margin)")
    }
}

extension Substring {
    /// The pieces that are not to be broken: words, and bracketed text that is no longer than a line.
    fileprivate func pieces(upTo room: Int) -> [Substring] {
        var pieces: [Substring] = []
        var (start, depth) = (startIndex, 0)
        for index in indices {
            switch self[index] {
            case "(", "{", "[": depth += 1
            case ")", "}", "]": depth -= 1
            case " " where depth <= 0:
                pieces.append(self[start..<index])
                start = self.index(after: index)
            default: break
            }
        }
        pieces.append(self[start...])
        return pieces.flatMap { $0.count > room ? $0.split(separator: " ") : [$0] }
    }
}

extension [String] {
    /// The first elements, with a note of how many more there are.
    func cut(to longest: Int) -> [String] {
        count > longest ? prefix(longest) + ["and \(count - longest) more"] : self
    }
}

extension Collection {
    /// The first elements as a list in a sentence, with a note of how many more there are.
    func listed(upTo most: Int, _ text: (Element) -> String) -> String {
        let rest = count > most ? " and \(count - most) more" : ""
        return "\(prefix(most).map(text).joined(separator: ", "))\(rest)"
    }
}
