/// The name of a type in which protocols are constrained, as it is written: `any Repository<User>`. Swift's own name is
/// `any Repository<Self.Store.Item == User>`.
struct ConstraintText {
    private var text: [Character]
    /// The names of the associated types that the whole type fixes, in the order of its arguments. Empty if unknown.
    private let order: [String]

    /// One constraint of a list: `Self.Store.Item == User` has the owner `Store`, the name `Item` and the type `User`.
    private struct Requirement {
        /// The protocol that is said to declare the associated type.
        let owner: String
        let name: String
        let type: String
    }

    /// - Parameters:
    ///   - name: The name of a type.
    ///   - order: The associated types that it fixes, if it is a constrained protocol itself.
    init(_ name: String, order: [String]) { (text, self.order) = (Array(name), order) }

    var spelled: String {
        var copy = self
        // The last list first, since it has no other list inside.
        while let start = copy.lastStart { copy.spell(from: start) }
        return String(copy.text)
    }

    private static let opening = Array("<Self.")

    private var lastStart: Int? {
        guard text.count >= Self.opening.count else { return nil }
        return (0...text.count - Self.opening.count).last { text[$0...].starts(with: Self.opening) }
    }

    private mutating func spell(from start: Int) {
        guard let end = end(ofList: start), let base = base(before: start), let requirements = requirements(start, end)
        else {
            // The form of this list is unknown. Without its `Self.`, the loop in `spelled` does not find it again.
            text.removeSubrange(start + 1..<start + Self.opening.count)
            return
        }
        let isWhole = base.lowerBound == Self.keyword.count && end == text.count - 1
        let protocols = Self.split(Array(text[base]), at: Array(" & "))
        let spelled = protocols.enumerated().map { index, name in
            let own = requirements.filter { self.index(of: $0, protocols, requirements) == index }
            return name + list(own, isWhole ? order : [])
        }
        text.replaceSubrange(base.lowerBound...end, with: Array(spelled.joined(separator: " & ")))
    }

    /// Which of some protocols a requirement belongs to: the one that it names, or else one that no requirement names.
    private func index(of requirement: Requirement, _ protocols: [String], _ all: [Requirement]) -> Int {
        if let index = protocols.firstIndex(of: requirement.owner) { return index }
        return protocols.lastIndex { name in !all.contains { $0.owner == name } } ?? protocols.count - 1
    }

    /// The list in angle brackets: types only if there is one, or if their order is known; otherwise `Item == User` for
    /// each.
    private func list(_ requirements: [Requirement], _ order: [String]) -> String {
        if requirements.isEmpty { return "" }
        let areTypesOnly = requirements.count == 1 || requirements.allSatisfy { order.contains($0.name) }
        let sorted = requirements.inOrder { areTypesOnly ? Int64(order.firstIndex(of: $0.name) ?? 0) : 0 }
        return "<\(sorted.map { areTypesOnly ? $0.type : "\($0.name) == \($0.type)" }.joined(separator: ", "))>"
    }

    private static let keyword = Array("any ")

    /// The text between `any ` and the list: the protocols that the list constrains.
    private func base(before start: Int) -> Range<Int>? {
        var depth = 0
        for index in (0..<start).reversed() {
            depth += Self.depth(of: index, in: text)
            if depth > 0 { return nil }
            if depth == 0, text[index...].starts(with: Self.keyword) { return index + Self.keyword.count..<start }
        }
        return nil
    }

    private func end(ofList start: Int) -> Int? {
        var depth = 0
        return (start..<text.count).first { index in
            depth += Self.depth(of: index, in: text)
            return depth == 0
        }
    }

    private func requirements(_ start: Int, _ end: Int) -> [Requirement]? {
        let parts = Self.split(Array(text[start + 1..<end]), at: Array(", "))
        let requirements = parts.compactMap { part -> Requirement? in
            let sides = Self.split(Array(part), at: Array(" == "))
            let path = sides[0].split(separator: ".")
            guard sides.count == 2, path.count > 2, path[0] == "Self", let name = path.last else { return nil }
            let owner = path.dropFirst().dropLast().joined(separator: ".")
            return Requirement(owner: owner, name: String(name), type: sides[1])
        }
        return requirements.count == parts.count ? requirements : nil
    }

    /// Splits a text where a separator stands outside all brackets.
    private static func split(_ text: [Character], at separator: [Character]) -> [String] {
        var parts: [[Character]] = [[]]
        var depth = 0
        var index = 0
        while index < text.count {
            depth += Self.depth(of: index, in: text)
            if depth == 0, text[index...].starts(with: separator) {
                parts.append([])
                index += separator.count
            } else {
                parts[parts.count - 1].append(text[index])
                index += 1
            }
        }
        return parts.map { String($0) }
    }

    /// The change in bracket depth at a character: 1, -1 or 0. The `>` of `->` does not count.
    private static func depth(of index: Int, in text: [Character]) -> Int {
        switch text[index] {
        case "<", "(", "[": 1
        case ")", "]": -1
        case ">": index > 0 && text[index - 1] == "-" ? 0 : -1
        default: 0
        }
    }
}
