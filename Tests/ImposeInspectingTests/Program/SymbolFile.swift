import CImposeInspecting
import CImposeRuntime

@testable import Impose

/// A program that was never compiled, in memory as it is in its file: a variable for the type of a mark, and two functions,
/// of which the second refers to it.
///
/// The layouts are the ones in elf.h, for words of 64 bits, as in the C target.
struct SymbolFile {
    private(set) var bytes: [UInt8] = []
    private let name: Int
    private static let strings = ["", "variableMD", "first", "second"]

    init() {
        let symbols = 64 + 56 + 3 * 64
        let texts = symbols + 4 * 24
        let length = Self.strings.reduce(0) { $0 + $1.utf8.count + 1 }
        let variable = (texts + length + 7) / 8 * 8
        name = variable + 8
        let code = name + 8
        append([0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0] + Array(repeating: 0, count: 8))
        append16(2, 62)
        append32(1)
        append64(0, 64, 64 + 56)
        append32(0)
        append16(64, 56, 1, 64, 3, 2)
        append32(1, 5)
        append64(0, 0, 0, UInt64(code) + 32, UInt64(code) + 32, 1)
        append(Array(repeating: 0, count: 64))
        section(kind: 2, at: symbols, 4 * 24, link: 2, entry: 24)
        section(kind: 3, at: texts, length, link: 0, entry: 0)
        append(Array(repeating: 0, count: 24))
        symbol(name: 1, kind: 1, at: variable, 8)
        symbol(name: 12, kind: 2, at: code, 16)
        symbol(name: 18, kind: 2, at: code + 16, 16)
        for string in Self.strings { append(Array(string.utf8) + [0]) }
        append(Array(repeating: 0, count: variable - bytes.count))
        append32(8, UInt32(bitPattern: -6))
        append([1, 0, 0, 0, 0, 0x79, 0x47, 0])
        append(Array(repeating: 0x90, count: 16))
        // lea variable(%rip), %rdi
        append([0x90, 0x48, 0x8D, 0x3D])
        append32(UInt32(bitPattern: Int32(variable - (code + 24))))
        append(Array(repeating: 0x90, count: 8))
    }

    private mutating func append(_ more: [UInt8]) { bytes += more }
    private mutating func append16(_ numbers: UInt16...) { numbers.forEach { append(Self.bytes(of: $0)) } }
    private mutating func append32(_ numbers: UInt32...) { numbers.forEach { append(Self.bytes(of: $0)) } }
    private mutating func append64(_ numbers: UInt64...) { numbers.forEach { append(Self.bytes(of: $0)) } }

    private static func bytes(of number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }

    private mutating func section(kind: UInt32, at start: Int, _ length: Int, link: UInt32, entry: UInt64) {
        append32(0, kind)
        append64(0, 0, UInt64(start), UInt64(length))
        append32(link, 0)
        append64(8, entry)
    }

    private mutating func symbol(name: UInt32, kind: UInt8, at start: Int, _ length: Int) {
        append32(name)
        append([kind, 0, 1, 0])
        append64(UInt64(start), UInt64(length))
    }

    /// The functions that refer to the mark, each in words; everything that the readers return is looked at.
    ///
    /// - Parameter bytes: The file, perhaps damaged. Not one byte more can be read.
    func readings(of bytes: [UInt8]) -> [String] {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 8)
        defer { memory.deallocate() }
        memory.copyBytes(from: bytes)
        guard let start = memory.baseAddress, bytes.count > name else { return [] }
        var image = ImposeImage()
        image.extent = ImposeRange(start: start, length: bytes.count)
        image.file = image.extent
        image.loadBias = UInt(bitPattern: start)
        let marks = [ImposeMarkAddress(address: start + name, mark: 0, symbol: nil)]
        let variables = Array(likely: 8) { impose_references(&image, false, marks, marks.count, $0, $1) }
            .sorted { $0.address < $1.address }
        let uses = Array(likely: 8) { impose_references(&image, true, variables, variables.count, $0, $1) }
        return uses.map { use in use.symbol.map { String(cString: $0) } ?? "no function" }
    }
}
