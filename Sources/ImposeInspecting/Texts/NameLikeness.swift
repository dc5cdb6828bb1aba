// How alike names and functions must be for a "did you mean" suggestion.

internal import Impose

extension InjectionName {
    /// Counts the typing errors between two words: letters left out, put in, exchanged or swapped with their neighbours
    /// (Damerau–Levenshtein distance). Upper and lower case are the same. Nil if they are more than two, or more than
    /// one in three letters.
    static func typingErrors(between one: String, and other: String) -> Int? {
        let (one, other) = (Array(one.lowercased()), Array(other.lowercased()))
        let most = min(2, min(one.count, other.count) / 3)
        guard abs(one.count - other.count) <= most else { return nil }
        // Row by row, from the errors between the beginnings of the words.
        var (last, lastButOne) = (Array(0...other.count), [Int]())
        for row in one.indices {
            var current = [row + 1]
            for column in other.indices {
                let exchanged = last[column] + (one[row] == other[column] ? 0 : 1)
                var fewest = min(exchanged, last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, one[row] == other[column - 1], one[row - 1] == other[column] {
                    fewest = min(fewest, lastButOne[column - 1] + 1)
                }
                current.append(fewest)
            }
            // They don't become fewer further down.
            if current.allSatisfy({ $0 > most }) { return nil }
            (last, lastButOne) = (current, last)
        }
        return last[other.count] <= most ? last[other.count] : nil
    }

    /// The typing errors between two names, nil if they are not alike. Only texts and the cases of enums can be.
    func errors(to other: InjectionName) -> Int? {
        guard let word, let otherWord = other.word else { return nil }
        return Self.typingErrors(between: word, and: otherWord)
    }

    /// Whether two different names read the same: one is a text, for example, and the other the case of an enum.
    func readsTheSame(as other: InjectionName) -> Bool { word != nil && word == other.word }

    private var word: String? {
        if let text = key.value as? String { return text }
        return Mirror(reflecting: key.value).displayStyle == .enum ? key.description : nil
    }
}

extension TypeNames {
    /// Whether two types are functions that differ in attributes alone: `@Sendable`, `@MainActor`.
    static func differInAttributes(_ one: any Any.Type, _ other: any Any.Type) -> Bool {
        func withoutAttributes(_ type: any Any.Type) -> [Substring] {
            short(type).split(separator: " ").filter { !$0.hasPrefix("@") }
        }
        return one != other && short(one).contains("->") && withoutAttributes(one) == withoutAttributes(other)
    }
}
