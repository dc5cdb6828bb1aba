import CImposeInspecting
import CImposeRuntime
import Foundation
import TestSupport
import Testing

@testable import Impose
@testable import ImposeInspecting

/// All types and protocols of the process, as far as its images tell.
private enum Program {
    // Unsafe, since pointers might lead to what changes; these lead to what the compiler has written.
    nonisolated(unsafe) private static let images = Array<ImposeImage>(likely: 64) { impose_all_images($0, $1) }

    /// What is not generic, and some of what is.
    static let types: [any Any.Type] = declared + generic

    private static let declared: [any Any.Type] = images.flatMap { image in
        records(image.types).compactMap { record -> (any Any.Type)? in
            guard let descriptor = target(record, isIndirect: true) else { return nil }
            let owner = images.first { contains($0, descriptor) }
            return owner.flatMap { owner in
                withUnsafePointer(to: owner) { impose_type_of_descriptor($0, descriptor) }.map { Metadata(at: $0).type }
            }
        }
    }

    private static let generic: [any Any.Type] = [
        [Int].self, [String: Int].self, [any Error].self, Set<String>.self, Int?.self, String??.self,
        Result<Int, any Error>.self, Range<Int>.self, Range<Double>.self, Slice<[Int]>.self, ArraySlice<String>.self,
        KeyPath<String, Int>.self, ReversedCollection<[Int]>.self, Zip2Sequence<[Int], [String]>.self,
        UnsafePointer<Int>.self, LazySequence<[Int]>.self, AsyncStream<Int>.self, CheckedContinuation<Int, Never>.self,
        Measurement<UnitLength>.self, Injected<any Error>.self, Registration<Int>.self,
    ]

    /// Each that anything conforms to.
    nonisolated(unsafe) static let protocols: [UnsafeRawPointer] = Array(
        Set(
            images.flatMap { image in
                records(image.conformances).compactMap { record in
                    target(record, isIndirect: false).flatMap { target($0, isIndirect: true) }
                }
            }
        )
    )

    private static func records(_ section: ImposeRange) -> [UnsafeRawPointer] {
        guard let start = section.start else { return [] }
        return stride(from: 0, to: section.length, by: 4).map { start + $0 }
    }

    /// Where a relative pointer leads, through another one if it says so.
    private static func target(_ field: UnsafeRawPointer, isIndirect: Bool) -> UnsafeRawPointer? {
        let offset = Int(field.loadUnaligned(as: Int32.self))
        guard offset != 0 else { return nil }
        guard isIndirect, offset & 1 != 0 else { return field + offset }
        return (field + (offset & ~1)).load(as: UnsafeRawPointer?.self)
    }

    private static func contains(_ image: ImposeImage, _ address: UnsafeRawPointer) -> Bool {
        guard let start = image.extent.start else { return false }
        return address >= start && address - start < image.extent.length
    }
}

@Suite("Conformances of the whole process, beside the runtime's", .enabled(if: impose_images_state().count > 0))
struct ConformanceComparisonTests {
    @Test("The declarations of conformances are known for every protocol of the process")
    func known() {
        #expect(Program.types.count > 500)
        #expect(Program.protocols.count > 200)
        for descriptor in Program.protocols {
            #expect(ConformingDeclarations.of(ProtocolDescriptor(address: descriptor)) != nil, "\(descriptor)")
        }
    }

    @Test("Declared conformances agree with the runtime's for random types and protocols", arguments: seeds(8))
    func pairs(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var count = 0
        for _ in 0..<3_000 {
            let descriptor = try #require(Program.protocols.randomElement(using: &random))
            let type = try #require(Program.types.randomElement(using: &random))
            if try compare(type, descriptor) { count += 1 }
        }
        #expect(count > 0)
    }

    @Test(
        "Declared conformances agree with the runtime's for whole rows of types and of protocols",
        arguments: seeds(4)
    )
    func rows(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for type in Program.types.shuffled(using: &random).prefix(5) {
            for descriptor in Program.protocols { _ = try compare(type, descriptor) }
        }
        for descriptor in Program.protocols.shuffled(using: &random).prefix(3) {
            for type in Program.types { _ = try compare(type, descriptor) }
        }
    }

    /// Compares what is said of one type and one protocol, and returns the runtime's answer.
    private func compare(_ type: any Any.Type, _ descriptor: UnsafeRawPointer) throws -> Bool {
        let goal = ConformanceGoal(ProtocolDescriptor(address: descriptor), among: 1_000)
        let answer = goal.mayBeMet(by: type) && Metadata(of: type).conforms(to: goal.descriptor)
        let expected = impose_conforms(Metadata(of: type).address, descriptor)
        try #require(answer == expected, "\(type), \(descriptor)")
        return expected
    }
}
