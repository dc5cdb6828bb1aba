// Arguments and plain values as they would be typed.

internal import Impose

#if canImport(FoundationEssentials)
    // A part of Foundation: all of it takes several milliseconds to load.
    private import FoundationEssentials
#else
    private import Foundation
#endif

/// How arguments of an injection would be typed.
enum ArgumentSpelling {
    /// A longer text would hide what it is in.
    private static let longestText = 30

    /// Arguments behind the others of an injection: `, arguments: 3, "brass"`, or nothing. Each is a literal where
    /// there is a short one, otherwise a variable that holds the value.
    static func list(_ arguments: [Argument], _ names: TypeNames) -> String {
        if arguments.isEmpty { return "" }
        let values = arguments.map { literal($0.value) ?? names.variable($0.type) }
        return ", arguments: \(values.joined(separator: ", "))"
    }

    /// The value as a literal; nil if it has none, or only a long one. Runs no code of the user.
    private static func literal(_ value: Any) -> String? {
        switch value {
        case let text as String:
            text.count <= longestText && !text.contains(where: \.isNewline) ? String(reflecting: text) : nil
        case let truth as Bool: "\(truth)"
        case let number as Int: "\(number)"
        case let number as Double: "\(number)"
        default: nil
        }
    }
}

/// The types of plain values. Where one of them is missing, it is seldom meant to be injected.
enum PlainValue {
    private static let literals: [(type: any Any.Type, literal: String)] = [
        (Int.self, "0"), (UInt.self, "0"), (Int64.self, "0"), (Int32.self, "0"), (Float.self, "0"), (Double.self, "0"),
        (String.self, "\"\""), (Character.self, "\" \""), (Bool.self, "false"), (Date.self, "Date()"),
        (URL.self, "URL(filePath: \"/\")"), (UUID.self, "UUID()"), (Data.self, "Data()"),
    ]

    /// A value, as it would be typed; nil for other types.
    static func literal(of type: any Any.Type) -> String? {
        literals.first { $0.type == type }?.literal
    }
}
