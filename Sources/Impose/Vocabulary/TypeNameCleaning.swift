// Names of types, cleaned of addresses, numbers and modules.

extension String {
    /// The text without the addresses that stand for private and local contexts in the names of types: they can't be
    /// typed, and change from run to run.
    ///
    /// A value of such a type can bring them into any text, since a struct's description includes its parts.
    package var withoutUnknownContexts: String {
        removingPieces(from: "(unknown context at ", upTo: ").").withoutPrivateDiscriminators
    }

    /// The text without each piece that begins with the one text and ends with the other.
    private func removingPieces(from opening: String, upTo closing: String) -> String {
        var text = self
        while let start = text.firstRange(of: opening), let end = text[start.upperBound...].firstRange(of: closing) {
            text.removeSubrange(start.lowerBound..<end.upperBound)
        }
        return text
    }

    /// The name alone where a private protocol is spelled with a number for its file: `(Store in _3A35…)`.
    private var withoutPrivateDiscriminators: String {
        var text = self
        var searched = text.startIndex
        while let middle = text[searched...].firstRange(of: " in _") {
            searched = middle.upperBound
            let number = text[middle.upperBound...].prefix { $0.isHexDigit }
            guard number.count == 32, text[number.endIndex...].first == ")",
                let start = text[..<middle.lowerBound].lastIndex(of: "(")
            else { continue }
            let name = String(text[text.index(after: start)..<middle.lowerBound])
            text.replaceSubrange(start...number.endIndex, with: name)
            searched = text.startIndex
        }
        return text
    }

    /// The name of a type, as `String(reflecting:)` gives it, without the modules in it.
    var withoutModules: String {
        let text = removingPieces(from: "(extension in ", upTo: "):")
        var plain = ""
        var rest = text[...]
        while let first = rest.first {
            let path = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
            if path.isEmpty {
                plain.append(first)
                rest = rest.dropFirst()
                continue
            }
            rest = rest.dropFirst(path.count)
            // A path that follows a bracket belongs to the type in front of the bracket.
            let isOfModule = path.first != "." && !path.hasPrefix("Any.") && !path.hasPrefix("AnyObject.")
            let dot = isOfModule ? path.firstIndex(of: ".") : nil
            plain += dot.map { path[path.index(after: $0)...] } ?? path
        }
        return plain
    }
}
