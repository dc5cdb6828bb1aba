// A line of the program.

extension Imposer {
    /// A line of source code: the location of a registration or an injection.
    ///
    /// ```swift
    /// catch { print(error.location) }   // Shop/Checkout.swift:12
    /// ```
    @frozen
    public struct SourceLocation: Equatable, Sendable, CustomStringConvertible {
        /// The module and the file, as `fatalError` takes them.
        @usableFromInline
        let file: StaticString
        /// The line, counted from 1.
        public let line: UInt

        /// Makes a location, by default the line of the call.
        ///
        /// - Parameters:
        ///   - fileID: The module and the file, as `#fileID` gives it.
        ///   - line: The line in that file, counted from 1.
        @inlinable
        package init(fileID: StaticString = #fileID, line: UInt = #line) {
            self.file = fileID
            self.line = line
        }

        /// Makes a location from the parameters `fileID` and `line` of a public function.
        @inlinable
        init(_ fileID: StaticString, _ line: UInt) {
            self.init(fileID: fileID, line: line)
        }

        /// The module and the file, as `#fileID` gives it.
        public var fileID: String { file.description }

        /// `Module/File.swift:12`.
        public var description: String {
            @inline(never) get { "\(file):\(line)" }
        }

        /// Two locations are equal if file and line are.
        public static func == (one: SourceLocation, other: SourceLocation) -> Bool {
            one.line == other.line && one.fileID == other.fileID
        }
    }
}

/// The name of the type inside the library, where users need not read it.
@usableFromInline
package typealias Location = Imposer.SourceLocation
