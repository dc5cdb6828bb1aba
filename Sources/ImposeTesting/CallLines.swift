// The lines of calls, by the runtime's own reading of what the compiler leaves for debuggers (Swift 6.2 and later).

#if canImport(Runtime)
    internal import Runtime

    #if canImport(FoundationEssentials)
        internal import FoundationEssentials
    #else
        internal import Foundation
    #endif
#endif

/// The lines that pieces of code come from, as far as anything says so.
struct CallLines {
    private var lines: [UInt: String] = [:]

    /// Finds the lines of some code.
    ///
    /// - Parameter code: The addresses, one for each piece.
    init(of code: [UInt]) {
        #if canImport(Runtime)
            guard #available(macOS 26, *), let frames = Self.backtrace(to: code)?.symbolicated()?.frames else { return }
            var line: String?
            var index = 0
            for frame in frames {
                // What was inlined there comes first, each frame with the line in it.
                if let place = frame.symbol?.sourceLocation, place.line > 0 { line = "\(place.path):\(place.line)" }
                guard !frame.inlined, index < code.count else { continue }
                lines[code[index]] = line
                (line, index) = (nil, index + 1)
            }
        #endif
    }

    /// The line of a piece of code: `/Shop/Checkout.swift:12`; nil if nothing says so.
    subscript(code: UInt) -> String? { lines[code] }

    #if canImport(Runtime)
        /// Makes a backtrace of addresses. There is no initializer for that, but a form in which backtraces are stored
        /// (swift/docs/CompactBacktraceFormat.md).
        @available(macOS 26, *)
        private static func backtrace(to code: [UInt]) -> Backtrace? {
            // Words of 64 bits. Each address as it is, of 8 bytes. The end.
            let addresses = code.map { address in
                [0x1F] + (0..<8).reversed().map { UInt8(truncatingIfNeeded: UInt64(address) >> ($0 * 8)) }
            }
            let bytes = [0x02] + addresses.joined() + [0]
            #if arch(x86_64)
                let architecture = "x86_64"
            #else
                let architecture = "aarch64"
            #endif
            let stored = ["architecture": architecture, "backtrace": Data(bytes).base64EncodedString()]
            return try? JSONDecoder().decode(Backtrace.self, from: JSONEncoder().encode(stored))
        }
    #endif
}
