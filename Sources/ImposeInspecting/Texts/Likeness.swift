// How alike names and types must be for a "did you mean" suggestion.

internal import Impose

/// The likeness of two words in spelling.
enum TypingErrors {
    /// The typing errors between two words: letters left out, put in, exchanged or swapped with their neighbours. Upper
    /// and lower case are the same. Nil if they are more than two, or more than one in three letters.
    static func count(between one: String, and other: String) -> Int? {
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
}

extension InjectionName {
    /// The typing errors between two names, nil if they are not alike. Only texts and the cases of enums can be.
    func errors(to other: InjectionName) -> Int? {
        guard let word, let otherWord = other.word else { return nil }
        return TypingErrors.count(between: word, and: otherWord)
    }

    /// Whether two different names read the same: one is a text, for example, and the other the case of an enum.
    func readsTheSame(as other: InjectionName) -> Bool {
        word != nil && word == other.word
    }

    private var word: String? {
        if let text = key.value as? String { return text }
        return Mirror(reflecting: key.value).displayStyle == .enum ? key.description : nil
    }
}

/// A reason why, going by its name, a registered type may be the one that was meant.
enum TypeLikeness {
    /// Another type of the same name, most often from another module.
    case sameName
    /// A function that differs in attributes: `@Sendable`, `@MainActor`.
    case sameFunction
    /// The same generic type, of something else.
    case sameGeneric
    /// One or two typing errors away.
    case nearlySameName(errors: Int)
    /// A class or a value whose name is the requested one with a word before or behind: `LiveClock`, `ClockImpl`.
    case implementation

    var isSameName: Bool {
        switch self {
        case .sameName, .sameFunction: true
        default: false
        }
    }
}

/// A requested type, ready to be compared with the names of registered ones.
struct TypeLikenessCheck {
    private let requested: any Any.Type
    private let name: String
    /// The name that implementations would be named after; nil if there can't be any.
    private let stem: String?

    init(_ requested: any Any.Type) {
        self.requested = requested
        name = TypeNames.short(requested)
        let stem = name.hasSuffix("Protocol") ? String(name.dropLast("Protocol".count)) : name
        self.stem = TypeRelation(to: requested).admitsOthers && !stem.isEmpty ? stem : nil
    }

    /// The reason why a registered type that does not match may have been meant; nil if there is none.
    func likeness(of type: any Any.Type) -> TypeLikeness? {
        guard type != requested else { return nil }
        let registered = TypeNames.short(type)
        if registered == name { return .sameName }
        if name.contains("->"), registered.withoutAttributes == name.withoutAttributes { return .sameFunction }
        if let generic = name.genericName, registered.genericName == generic { return .sameGeneric }
        if let errors = TypingErrors.count(between: name, and: registered) { return .nearlySameName(errors: errors) }
        guard let stem, type is any AnyObject.Type || TypeRelation.isValueType(type) else { return nil }
        return isNamedLikeImplementation(registered, stem) ? .implementation : nil
    }

    private func isNamedLikeImplementation(_ registered: String, _ stem: String) -> Bool {
        if registered == stem { return true }
        if registered.hasSuffix(stem) { return stem.first?.isUppercase == true }
        return registered.hasPrefix(stem) && registered.dropFirst(stem.count).first?.isUppercase == true
    }
}

extension String {
    /// A function's type without its attributes.
    fileprivate var withoutAttributes: [Substring] { split(separator: " ").filter { !$0.hasPrefix("@") } }

    /// The name of a generic type in front of its arguments; nil for other types.
    fileprivate var genericName: Substring? { firstIndex(of: "<").map { self[..<$0] } }
}
