// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// As much of Foundation as the library and Docs/Examples/ShopApp name, with the availability that Apple's SDK gives it.

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
    @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, visionOS 1.0, *)
    public init(filePath: String) {}
    public init?(string: String) {}
}

public struct UUID: Hashable, Sendable {
    public init() {}
}

public struct Data: Hashable, Sendable, Sequence {
    public init() {}
    public func makeIterator() -> IndexingIterator<[UInt8]> { [].makeIterator() }
}

open class JSONEncoder: @unchecked Sendable {
    public struct OutputFormatting: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let prettyPrinted = OutputFormatting(rawValue: 1)
        @available(macOS 10.13, iOS 11.0, tvOS 11.0, watchOS 4.0, visionOS 1.0, *)
        public static let sortedKeys = OutputFormatting(rawValue: 2)
        @available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
        public static let withoutEscapingSlashes = OutputFormatting(rawValue: 8)
    }

    open var outputFormatting: OutputFormatting = []
    public init() {}
    open func encode<T: Encodable>(_ value: T) throws -> Data { Data() }
}

open class JSONDecoder: @unchecked Sendable {
    public init() {}
    open func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T { fatalError() }
}

open class URLResponse: @unchecked Sendable {}

open class URLSession: @unchecked Sendable {
    public class var shared: URLSession { fatalError() }
    @available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
    public func data(from url: URL) async throws -> (Data, URLResponse) { fatalError() }
}

open class ProcessInfo: @unchecked Sendable {
    open class var processInfo: ProcessInfo { fatalError() }
    open var arguments: [String] { fatalError() }
}

open class FileManager: @unchecked Sendable {
    public static let `default` = FileManager()
    public func fileExists(atPath path: String) -> Bool { fatalError() }
    public func contentsOfDirectory(atPath path: String) throws -> [String] { fatalError() }
}
