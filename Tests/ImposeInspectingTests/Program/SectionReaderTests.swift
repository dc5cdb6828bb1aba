import CImposeInspecting
import CImposeRuntime
import TestSupport
import Testing

@testable import Impose
@testable import ImposeInspecting

/// Not private: an optimised program has no private types that nobody uses.
struct SectionSlot<Content> {}
struct SectionRack<Source: Sequence> {
    let open: SectionSlot<Source.Element>
    let fixed: SectionSlot<Int>
}

@Suite("Reading the sections of a program")
struct SectionReaderTests {
    private let image = SectionImage()

    @Test("The reader of a program's sections reads wrappers and properties as they were written")
    func whole() {
        let readings = image.readings(of: image.bytes, fields: image.fields, types: image.types)
        #expect(
            readings == [
                "Shop.Outer _gateway 9", "Shop.Outer.Inner clock 8", "Shop.Box $__lazy_storage_$_log 9",
                // Of the box, others are described than it has.
                "all of Shop.Outer: _gateway", "all of Shop.Outer.Inner: number clock",
                "Shop.Outer", "Shop.Outer.Inner", "Shop.Box",
            ]
        )
    }

    @Test("The reader of a program's sections finds the types that conform, private ones, too")
    func conformances() {
        let readings = image.readings(of: image.bytes, fields: 0..<0, types: 0..<0, conformances: image.conformances)
        #expect(readings == ["Shop.Outer.Inner", "private Shop.Hidden"])
    }

    @Test("The reader of a program's sections finds the marks among the names of types")
    func marks() {
        func readings(_ part: Range<Int>) -> [String] {
            image.readings(of: image.bytes, fields: 0..<0, types: 0..<0, typeReferences: part)
                .filter { $0.hasPrefix("mark") }
        }
        let names = image.typeReferences
        #expect(readings(names) == ["mark 0 4", "mark 1 4"])
        #expect(readings(names.lowerBound + 1..<names.upperBound) == ["mark 1 4"])
        // The second one has no end.
        #expect(readings(names.lowerBound..<names.lowerBound + 18) == ["mark 0 4"])
    }

    @Test("The reader of a program's sections reads what is cut off as far as it goes, and no further")
    func cut() {
        for length in 0..<image.bytes.count {
            let readings = image.readings(
                of: Array(image.bytes.prefix(length)),
                fields: image.fields,
                types: image.types,
                conformances: image.conformances,
                typeReferences: image.typeReferences
            )
            #expect(readings.count < 14)
        }
        for end in image.fields {
            _ = image.readings(of: image.bytes, fields: image.fields.lowerBound..<end, types: image.types)
            _ = image.readings(of: image.bytes, fields: end..<image.fields.upperBound, types: image.types)
        }
        for end in image.types {
            _ = image.readings(of: image.bytes, fields: image.fields, types: end..<image.types.upperBound)
        }
    }

    @Test("A conformance that can't be read counts as one of a type that nobody knows")
    func unreadConformances() {
        func readings(changing change: (inout [UInt8]) -> Void) -> [String] {
            var bytes = image.bytes
            change(&bytes)
            return image.readings(of: bytes, fields: 0..<0, types: 0..<0, conformances: image.conformances)
        }
        let other = "others that conform"
        // The first record leads out of the image, and then to nothing.
        let record = image.conformances.lowerBound
        #expect(readings { $0[record + 2] = 0x7F } == ["private Shop.Hidden", other])
        #expect(
            readings { $0.replaceSubrange(record..<record + 4, with: [0, 0, 0, 0]) } == ["private Shop.Hidden", other]
        )
        // Its type is said to be one of Objective-C's, its protocol lies elsewhere.
        #expect(readings { $0[image.declared[0] + 12] = 2 << 3 } == ["private Shop.Hidden", other])
        #expect(readings { $0[image.declared[0] + 2] = 0x7F } == ["private Shop.Hidden", other])
        // What can't be read of a conformance to another protocol says nothing of this one.
        #expect(readings { $0[image.declared[1] + 12] = 2 << 3 } == ["Shop.Outer.Inner", "private Shop.Hidden"])
    }

    @Test("With flipped bits, the reader of a program's sections reads nothing outside the image", arguments: seeds(8))
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
                conformances: image.conformances,
                typeReferences: image.typeReferences
            )
        }
    }

    @Test("The reader of a program's sections skips records of an unknown size")
    func otherVersion() {
        var bytes = image.bytes
        bytes[image.fields.lowerBound + 10] = 16
        #expect(image.readings(of: bytes, fields: image.fields, types: 0..<0).isEmpty)
    }

    @Test("A property is read without a type if that is a generic parameter's associated type")
    func dependent() {
        let fields = ProgramImages.current.fields(ofStructs: [SectionSlot<Int>.self])
        #expect(fields.map(\.name) == ["open", "fixed"])
        #expect(fields.map { $0.type == nil } == [true, false])
    }

    @Test(
        "The stored properties of a class include its superclasses'; of other types none are read"
    )
    func stored() throws {
        class Base { let first = 1 }
        class Middle: Base {}
        final class Derived: Middle { lazy var second = 2 }
        let program = ProgramImages.current
        let stored = try #require(program.storedProperties(of: Derived.self))
        #expect(stored.map(\.name) == ["second", "first"])
        #expect(stored.map(\.isSynthesized) == [true, false])
        #expect(program.storedProperties(of: Int?.self) == nil)
        #expect(program.storedProperties(of: (any Sequence).self) == nil)
        #expect(program.storedProperties(of: (() -> Void).self) == nil)
    }

    @Test("This process has sections, and all its modules say what their types store")
    func process() {
        #expect(!ProgramImages.current.images.isEmpty)
        #expect(ProgramImages.current.modulesWithoutFields.isEmpty)
    }
}
