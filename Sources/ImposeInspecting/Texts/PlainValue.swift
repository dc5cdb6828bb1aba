internal import Impose

#if canImport(FoundationEssentials)
    // A part of Foundation: all of it takes several milliseconds to load.
    private import FoundationEssentials
#else
    private import Foundation
#endif

/// The types of plain values. Where one of them is missing, it is seldom meant to be injected.
enum PlainValue {
    private static let literals: [(type: any Any.Type, literal: String)] = [
        (Int.self, "0"), (UInt.self, "0"), (Int64.self, "0"), (Int32.self, "0"), (Float.self, "0"), (Double.self, "0"),
        (String.self, "\"\""), (Character.self, "\" \""), (Bool.self, "false"), (Date.self, "Date()"),
        (URL.self, "URL(filePath: \"/\")"), (UUID.self, "UUID()"), (Data.self, "Data()"),
    ]

    /// A value, as it would be typed; nil for other types.
    static func literal(of type: any Any.Type) -> String? { literals.first { $0.type == type }?.literal }
}
