import CImposeRuntime
import TestSupport
import Testing

@testable import Impose

/// The memory of a shape that was never compiled: that of `any Twinning<A, B> & Journaling`, which are a class's.
///
/// The layouts are those of Metadata.h and GenericContext.h, as in the C target.
private struct ShapeImage {
    private(set) var bytes: [UInt8] = Array(repeating: 0, count: 24 + 5 * 12)
    static let flags = 0
    static let header = 8
    static let arguments = 16
    static let requirements = 24

    init() {
        write(UInt32(0x1901), at: Self.flags)
        write(UInt32(0), at: 4)
        for (index, word) in [3, 5, 3, 0, 2, 0, 2, 0].enumerated() { write(UInt16(word), at: Self.header + 2 * index) }
        let own = text("qd__")
        // The lowest bits of what leads to them say something else.
        while bytes.count % 4 != 0 { bytes.append(0) }
        let protocols = [bytes.count, bytes.count + 4]
        bytes += Array(repeating: 0, count: 8)
        requirement(0, kind: 0x80, own, protocols[0])
        requirement(1, kind: 0x80, own, protocols[1])
        requirement(2, kind: 0x1F, own, nil)
        requirement(3, kind: 1, member("5First", of: protocols[0]), text("q_"))
        // The other way round, and with a protocol that is no reference.
        requirement(4, kind: 1, text("x"), text("6SecondSTQyd__"))
    }

    private mutating func write(_ number: some FixedWidthInteger, at position: Int) {
        let word = withUnsafeBytes(of: number.littleEndian) { Array($0) }
        bytes.replaceSubrange(position..<position + word.count, with: word)
    }

    private mutating func text(_ text: String) -> Int {
        bytes += Array(text.utf8) + [0]
        return bytes.count - text.utf8.count - 1
    }

    private mutating func member(_ name: String, of owner: Int) -> Int {
        let start = bytes.count
        bytes += Array(name.utf8) + [1, 0, 0, 0, 0] + Array("Qyd__".utf8) + [0]
        write(Int32(owner - (start + name.utf8.count + 1)), at: start + name.utf8.count + 1)
        return start
    }

    private mutating func requirement(_ index: Int, kind: UInt32, _ parameter: Int, _ subject: Int?) {
        let start = Self.requirements + index * 12
        write(kind, at: start)
        write(Int32(parameter - start - 4), at: start + 4)
        write(Int32(subject.map { $0 - start - 8 } ?? 0), at: start + 8)
    }

    /// What the reader finds, each in words; nil if it understands nothing. Everything that it gives is looked at.
    static func readings(of bytes: [UInt8]) -> [String]? {
        // Memory of its own, so that the address sanitizer sees what is read behind it.
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 8)
        defer { memory.deallocate() }
        memory.copyBytes(from: bytes)
        guard let start = memory.baseAddress else { return nil }
        var shape = ImposeShape()
        var demands = [ImposeDemand](repeating: ImposeDemand(), count: 16)
        let image = ImposeRange(start: start, length: bytes.count)
        guard impose_shape_demands(image, start, &shape, &demands, demands.count) else { return nil }
        func text(_ start: UnsafePointer<CChar>?, _ length: Int) -> String {
            String(decoding: UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : length), as: UTF8.self)
        }
        return demands.prefix(shape.demandCount).map { demand in
            switch demand.kind {
            case ImposeDemandProtocol: return "protocol"
            case ImposeDemandClass: return "class"
            case ImposeDemandSuperclass: return "superclass \(text(demand.typeName, demand.typeNameLength))"
            case ImposeDemandAssociatedType:
                let owner = demand.protocol == nil ? "" : "own "
                return "\(owner)\(text(demand.name, demand.nameLength)) \(demand.argument)"
            default: return "?"
            }
        } + (shape.isClassBound ? ["bound"] : [])
    }
}

@Suite("Reading the shapes of constrained protocols")
struct ShapeReaderTests {
    private let image = ShapeImage()

    private static let changes: [(Int, Int)] = [
        // A metatype's form, a type expression, packs, a flag that nobody knows; no arguments.
        (ShapeImage.flags, 0x02), (ShapeImage.flags + 1, 0x1B), (ShapeImage.flags + 1, 0x39),
        (ShapeImage.flags + 1, 0x59), (ShapeImage.flags + 1, 0x18),
        // Numbers of parameters and arguments that don't fit, and flags of either.
        (ShapeImage.header, 4), (ShapeImage.header + 6, 1), (ShapeImage.arguments, 0),
        (ShapeImage.arguments + 4, 1), (ShapeImage.arguments + 6, 1),
        // More requirements than there is memory; one of a pack, one of invertible protocols.
        (ShapeImage.header + 3, 0xFF), (ShapeImage.requirements, 0xA0), (ShapeImage.requirements, 5),
    ]

    @Test("The reader of shapes reads a whole one as it was written")
    func whole() {
        #expect(
            ShapeImage.readings(of: image.bytes) == [
                "protocol", "protocol", "class", "own First 1", "Second 0", "bound",
            ]
        )
    }

    @Test(
        "The reader of shapes understands no shape of another form",
        arguments: Self.changes
    )
    func otherForms(position: Int, byte: Int) {
        var bytes = image.bytes
        bytes[position] = UInt8(byte)
        #expect(ShapeImage.readings(of: bytes) == nil)
    }

    @Test("The reader of shapes understands no shape that is cut off")
    func cut() {
        for length in 0..<image.bytes.count {
            #expect(ShapeImage.readings(of: Array(image.bytes.prefix(length))) == nil)
        }
    }

    @Test("With flipped bits, the reader of shapes reads nothing outside the memory", arguments: seeds(8))
    func flipped(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<2_000 {
            var bytes = image.bytes
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let index = Int.random(in: bytes.indices, using: &random)
                bytes[index] ^= UInt8.random(in: 1...255, using: &random)
            }
            if Bool.random(using: &random) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
            _ = ShapeImage.readings(of: bytes)
        }
    }
}
