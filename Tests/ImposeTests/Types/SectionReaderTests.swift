import CImposeRuntime
import Testing

@testable import Impose

@Suite("Reading the sections of a program")
struct SectionReaderTests {
    private let image = SectionImage()

    @Test("what is whole is read as it was written")
    func whole() {
        let readings = image.readings(of: image.bytes, fields: image.fields, types: image.types)
        #expect(
            readings == [
                "Shop.Outer _gateway 9 5", "Shop.Outer.Inner clock 8 5", "Shop.Box<> $__lazy_storage_$_log 9 5",
                "Shop.Outer", "Shop.Outer.Inner", "Shop.Box<>",
            ]
        )
    }

    @Test("the types that conform, and whether they are private")
    func conformances() {
        let readings = image.readings(of: image.bytes, fields: 0..<0, types: 0..<0, conformances: image.conformances)
        #expect(readings == ["Shop.Outer.Inner", "private Shop.Hidden"])
    }

    @Test("what is cut off anywhere is read as far as it goes, and nothing behind it")
    func cut() {
        for length in 0..<image.bytes.count {
            let readings = image.readings(
                of: Array(image.bytes.prefix(length)),
                fields: image.fields,
                types: image.types,
                conformances: image.conformances
            )
            #expect(readings.count < 9)
        }
        for end in image.fields {
            _ = image.readings(of: image.bytes, fields: image.fields.lowerBound..<end, types: image.types)
            _ = image.readings(of: image.bytes, fields: end..<image.fields.upperBound, types: image.types)
        }
        for end in image.types {
            _ = image.readings(of: image.bytes, fields: image.fields, types: end..<image.types.upperBound)
        }
    }

    @Test("with flipped bits, nothing outside the image is read", arguments: 0..<8 as Range<UInt64>)
    func flipped(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<1_000 {
            var bytes = image.bytes
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let index = Int.random(in: bytes.indices, using: &random)
                bytes[index] ^= UInt8.random(in: 1...255, using: &random)
            }
            if Bool.random(using: &random) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
            _ = image.readings(
                of: bytes,
                fields: image.fields,
                types: image.types,
                conformances: image.conformances
            )
        }
    }

    @Test("records of a size that is not known are not read")
    func otherVersion() {
        var bytes = image.bytes
        bytes[image.fields.lowerBound + 10] = 16
        #expect(image.readings(of: bytes, fields: image.fields, types: 0..<0).isEmpty)
    }

    @Test("the process has sections, and all its modules say what their types store")
    func process() {
        #expect(!ProgramSections.current.areUnknown)
        #expect(ProgramSections.current.modulesWithoutFields.isEmpty)
    }
}
