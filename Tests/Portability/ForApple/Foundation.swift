// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// As much of Foundation as the library names, with the availability that Apple's SDK gives it.

@_exported import Darwin

public protocol LocalizedError: Error {
    var errorDescription: String? { get }
    var failureReason: String? { get }
    var recoverySuggestion: String? { get }
    var helpAnchor: String? { get }
}

extension LocalizedError {
    public var errorDescription: String? { nil }
    public var failureReason: String? { nil }
    public var recoverySuggestion: String? { nil }
    public var helpAnchor: String? { nil }
}

public struct Date: Hashable, Sendable {
    public init() {}
}

public struct URL: Hashable, Sendable {
    @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
    public init(filePath: String) {}
}

public struct UUID: Hashable, Sendable {
    public init() {}
}

public struct Data: Hashable, Sendable {
    public init() {}
}
