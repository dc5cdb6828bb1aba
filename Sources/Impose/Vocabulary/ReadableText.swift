extension String {
    /// The text without the addresses that stand for private and local contexts in the names of types: they can't be
    /// typed, and change from run to run.
    ///
    /// A value of such a type can bring them into any text, since a struct's description includes its parts.
    var withoutUnknownContexts: String {
        var text = self
        while let start = text.firstRange(of: "(unknown context at "),
            let end = text[start.upperBound...].firstRange(of: ").")
        {
            text.removeSubrange(start.lowerBound..<end.upperBound)
        }
        return text
    }

    /// With the arguments of protocols as they are written in code: `any Repository<User>`, where the runtime says
    /// `any Repository<Self.Repository.Item == User>`.
    var withPlainArguments: String {
        var text = self
        while let start = text.firstRange(of: "<Self."), let end = text.endOfArguments(from: start.lowerBound) {
            let arguments = text[text.index(after: start.lowerBound)..<end].separatedArguments.map { argument in
                argument.firstRange(of: " == ").map { argument[$0.upperBound...] } ?? argument
            }
            // What says no more than this would be found again.
            guard !arguments.contains(where: { $0.hasPrefix("Self.") }) else { return text }
            text.replaceSubrange(text.index(after: start.lowerBound)..<end, with: arguments.joined(separator: ", "))
        }
        return text
    }

    /// The name of a type, as `String(reflecting:)` gives it, without the modules in it.
    var withoutModules: String {
        var text = self
        while let start = text.firstRange(of: "(extension in "),
            let end = text[start.upperBound...].firstRange(of: "):")
        {
            text.removeSubrange(start.lowerBound..<end.upperBound)
        }
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
            // What stands behind a bracket belongs to what is in front of it.
            let isOfModule = path.first != "." && !path.hasPrefix("Any.") && !path.hasPrefix("AnyObject.")
            let dot = isOfModule ? path.firstIndex(of: ".") : nil
            plain += dot.map { path[path.index(after: $0)...] } ?? path
        }
        return plain
    }

    /// Where the bracket closes that opens at an index.
    fileprivate func endOfArguments(from start: Index) -> Index? {
        var depth = 0
        var last: Character?
        for index in self[start...].indices {
            switch self[index] {
            case "<": depth += 1
            // The arrow of a function closes nothing.
            case ">" where last != "-": depth -= 1
            default: break
            }
            if depth == 0 { return index }
            last = self[index]
        }
        return nil
    }
}

extension Substring {
    /// What is separated by commas, but for those inside brackets.
    fileprivate var separatedArguments: [Substring] {
        var arguments: [Substring] = []
        var (start, depth) = (startIndex, 0)
        for index in indices {
            switch self[index] {
            case "<", "(", "[": depth += 1
            case ">", ")", "]": depth -= 1
            case "," where depth == 0:
                arguments.append(self[start..<index])
                start = self.index(after: index)
            default: break
            }
        }
        arguments.append(self[start...])
        return arguments.map { $0.first == " " ? $0.dropFirst() : $0 }
    }
}
