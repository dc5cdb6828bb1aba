import CImposeInspecting
import CImposeRuntime
import TestSupport

@testable import Impose

/// The memory of an image that was never compiled: three types, two wrappers, and their names.
///
/// The layouts are the ones in Records.h and Metadata.h, as in the C target.
struct SectionImage {
    private(set) var bytes: [UInt8] = []
    /// The positions of the wrappers' descriptors.
    private(set) var wrappers: [Int] = []
    private(set) var fields = 0..<0
    private(set) var types = 0..<0
    private(set) var conformances = 0..<0
    private(set) var typeReferences = 0..<0
    /// The position of the descriptor of the protocol that two types conform to.
    private(set) var gateway = 0
    /// Where the descriptors of the conformances are.
    private(set) var declared: [Int] = []
    /// Where the descriptors of the other types are.
    private(set) var owners: [Int] = []

    /// The position of a section's next word; nil while the data that the sections refer to is appended.
    private var position: Int?

    init() {
        // The sections stand at the beginning, so that an image can be cut behind them, through the data they refer to.
        bytes = Array(repeating: 0, count: 192)
        let module = context(kind: 0, parent: nil, "Shop")
        wrappers = [context(kind: 17, parent: module, "Injected"), context(kind: 17, parent: module, "Imposed")]
        let outer = context(kind: 16, parent: module, "Outer", count: 1)
        let inner = context(kind: 17, parent: outer, "Inner", count: 2)
        let generic = context(kind: 17 | 0x80, parent: module, "Box", count: 1)
        owners = [outer, inner, generic]
        let slot = word(UInt64(0))
        let names = [
            reference(to: wrappers[0], "ySiG"), reference(to: wrappers[1], "yxG"), reference(to: outer, ""),
            indirect(slot, "ySiG"), text("Si"),
        ]
        typeReferences = names[0]..<bytes.count
        let labels = ["_gateway", "clock", "$__lazy_storage_$_log", "number"].map { text($0) }
        let owned = owners.map { reference(to: $0, "") }
        gateway = context(kind: 3, parent: module, "Gateway")
        let anonymous = context(kind: 2, parent: module, "")
        let hidden = context(kind: 17, parent: anonymous, "Hidden")
        declared = [
            conformance(of: inner, to: gateway), conformance(of: outer, to: module),
            conformance(of: hidden, to: gateway),
        ]
        position = 0
        field(kind: 1, of: owned[0], [(names[0], labels[0])])
        field(kind: 0, of: owned[1], [(names[4], labels[3]), (names[1], labels[1])])
        field(kind: 2, of: owned[1], [(names[0], labels[0])])
        field(kind: 0, of: owned[2], [(names[3], labels[2]), (names[2], labels[3]), (names[0], labels[2])])
        fields = 0..<here
        for owner in owners { relative(to: owner) }
        types = fields.upperBound..<here
        for conformance in declared { relative(to: conformance) }
        conformances = types.upperBound..<here
    }

    /// The position of the next word.
    private var here: Int { position ?? bytes.count }

    private mutating func conformance(of type: Int, to goal: Int) -> Int {
        align()
        relative(to: goal)
        relative(to: type)
        append(UInt32(0))
        append(UInt32(0))
        return bytes.count - 16
    }

    private mutating func align() {
        while bytes.count % 8 != 0 { bytes.append(0) }
    }

    private mutating func word<Word: FixedWidthInteger>(_ word: Word) -> Int {
        align()
        withUnsafeBytes(of: word.littleEndian) { bytes += $0 }
        return bytes.count - MemoryLayout<Word>.size
    }

    private mutating func append(_ number: some FixedWidthInteger) {
        let word = withUnsafeBytes(of: number.littleEndian) { Array($0) }
        if let position {
            bytes.replaceSubrange(position..<position + word.count, with: word)
            self.position = position + word.count
        } else {
            bytes += word
        }
    }

    private mutating func relative(to target: Int?) {
        append(target.map { Int32($0 - here) } ?? 0)
    }

    private mutating func text(_ text: String) -> Int {
        bytes += Array(text.utf8) + [0]
        return bytes.count - text.utf8.count - 1
    }

    private mutating func reference(to target: Int, _ rest: String) -> Int {
        bytes.append(1)
        relative(to: target)
        _ = text(rest)
        return bytes.count - rest.utf8.count - 6
    }

    private mutating func indirect(_ slot: Int, _ rest: String) -> Int {
        bytes.append(2)
        relative(to: slot)
        _ = text(rest)
        return bytes.count - rest.utf8.count - 6
    }

    private mutating func context(kind: UInt32, parent: Int?, _ name: String, count: UInt32 = 0) -> Int {
        let name = text(name)
        align()
        let start = bytes.count
        append(kind)
        relative(to: parent)
        relative(to: name)
        append(UInt32(0))
        append(UInt32(0))
        // The number of fields is the sixth word of a struct's descriptor and the tenth of a class's.
        for index in 5..<12 { append(index == (kind == 16 ? 9 : 5) ? count : 0) }
        return start
    }

    private mutating func field(kind: UInt16, of owner: Int, _ records: [(type: Int, name: Int)]) {
        relative(to: owner)
        append(Int32(0))
        append(kind)
        append(UInt16(12))
        append(UInt32(records.count))
        for record in records {
            append(UInt32(2))
            relative(to: record.type)
            relative(to: record.name)
        }
    }
}

extension SectionImage {
    /// The readers' findings, each in words; everything that they return is looked at.
    ///
    /// - Parameters:
    ///   - bytes: The image, perhaps damaged. Not one byte more can be read.
    ///   - fields: The range of the section of fields.
    ///   - types: The range of the section of types.
    ///   - conformances: The range of the section of conformances.
    ///   - typeReferences: The range of the section of names of types.
    func readings(
        of bytes: [UInt8],
        fields: Range<Int>,
        types: Range<Int>,
        conformances: Range<Int> = 0..<0,
        typeReferences: Range<Int> = 0..<0
    ) -> [String] {
        // A separate allocation, so that the address sanitizer sees reads behind it.
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 8)
        defer { memory.deallocate() }
        memory.copyBytes(from: bytes)
        guard let start = memory.baseAddress else { return [] }
        func range(_ part: Range<Int>) -> ImposeRange {
            let part = part.clamped(to: 0..<bytes.count)
            return ImposeRange(start: start + part.lowerBound, length: part.count)
        }
        var image = ImposeImage()
        image.extent = ImposeRange(start: start, length: bytes.count)
        image.fields = range(fields)
        image.types = range(types)
        image.conformances = range(conformances)
        image.typeReferences = range(typeReferences)
        let wrappers = wrappers.map { UnsafeRawPointer(start) + $0 }
        let buffer = UnsafeMutablePointer<ImposeField>.allocate(capacity: 8)
        defer { buffer.deallocate() }
        let count = impose_fields(&image, nil, wrappers, wrappers.count, buffer, 8)
        let found = UnsafeMutableBufferPointer(start: buffer, count: min(count, 8)).map { field in
            let type = UnsafeRawBufferPointer(start: field.type, count: field.typeLength).count
            let names = field.owner.map { Self.names(of: $0, &image) } ?? "?"
            return "\(names) \(String(cString: field.name)) \(type)"
        }
        let marks = Array(likely: 8) { impose_marks(&image, wrappers, wrappers.count, $0, $1) }
        let marked = marks.map { mark in
            "mark \(mark.kind) \(UnsafeRawBufferPointer(start: mark.name, count: mark.length).suffix(4).count)"
        }
        var hidden = [UnsafeRawPointer?](repeating: nil, count: 8)
        let hiddenCount = impose_types_without_fields(&image, &hidden, hidden.count)
        var conforming = [UnsafeRawPointer?](repeating: nil, count: 8)
        var areAll = false
        let conformingCount = impose_conforming_types(
            &image,
            start + gateway,
            &conforming,
            conforming.count,
            &areAll
        )
        let stored = owners.compactMap { owner -> String? in
            let descriptor = UnsafeRawPointer(start) + owner
            let count = impose_fields(&image, descriptor, nil, 0, buffer, 8)
            let areAll = impose_field_count(&image, descriptor) == count
            let names = UnsafeMutableBufferPointer(start: buffer, count: min(count, 8)).map { String(cString: $0.name) }
            return areAll ? "all of \(Self.names(of: descriptor, &image)): \(names.joined(separator: " "))" : nil
        }
        return found + stored + marked
            + hidden.prefix(hiddenCount).compactMap { $0.map { Self.names(of: $0, &image) } }
            + conforming.prefix(conformingCount).compactMap { $0.map { Self.names(of: $0, &image) } }
            + (areAll ? [] : ["others that conform"])
    }

    private static func names(of descriptor: UnsafeRawPointer, _ image: inout ImposeImage) -> String {
        var names = [UnsafePointer<CChar>?](repeating: nil, count: 8)
        var isPrivate = false
        let count = impose_context_names(&image, descriptor, &names, names.count, &isPrivate)
        let path = names.prefix(count).compactMap { $0.map { String(cString: $0) } }.reversed().joined(separator: ".")
        return isPrivate ? "private \(path)" : path
    }
}
