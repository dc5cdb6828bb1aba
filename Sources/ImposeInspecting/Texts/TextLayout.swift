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
        separated(where: isBreak)
            // With closures apart from their calls.
            .flatMap { $0.count > room ? $0.separated { _ in true } : [$0] }
            .flatMap { $0.count > room ? $0.split(separator: " ") : [$0] }
    }

    /// The pieces between the spaces outside brackets at which a text may be broken.
    private func separated(where isBreak: (Index) -> Bool) -> [Substring] {
        var pieces: [Substring] = []
        var (start, depth) = (startIndex, 0)
        for index in indices {
            switch self[index] {
            case "(", "{", "[": depth += 1
            case ")", "}", "]": depth -= 1
            case " " where depth <= 0 && isBreak(index):
                pieces.append(self[start..<index])
                start = self.index(after: index)
            default: break
            }
        }
        return pieces + [self[start...]]
    }

    /// Whether a space may become a line break. A closure stays behind the call that it belongs to, if there is room.
    private func isBreak(at space: Index) -> Bool {
        if self[index(after: space)...].first != "{" { return true }
        let call = self[..<space].split(separator: " ").last ?? ""
        return !call.hasSuffix(")") && !call.contains(".")
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
