import TestSupport
import Testing

@testable import Impose
@testable import ImposeInspecting

@Suite("The registry")
struct RegistryTests {
    /// The same thing, written down as plainly as can be.
    private struct Model {
        var records: [RegistrationRecord] = []

        mutating func remove(_ key: RegistrationKey) -> RegistrationRecord? {
            records.firstIndex { $0.key == key }.map { records.remove(at: $0) }
        }

        mutating func add(_ record: RegistrationRecord) -> RegistrationRecord? {
            let old = remove(record.key)
            records.append(record)
            return old
        }
    }

    private static func record(_ number: Int) -> RegistrationRecord {
        let name = number % 7 == 0 ? nil : InjectionName(number)
        if number % 2 == 0 { return record(name) { 0 } }
        return record(name) { "" as String? }
    }

    private static func record<Instance>(
        _ name: InjectionName?,
        _ provider: @escaping @Sendable () -> Instance
    ) -> RegistrationRecord {
        let node = Imposer().node
        return RegistrationRecord(
            key: RegistrationKey(type: Instance.self, name: name),
            option: .singleInstance,
            location: Imposer.SourceLocation(),
            provider: Provider(expression: provider),
            isSendable: true,
            for: RegistrationOwner(title: node.title, number: node.number)
        )
    }

    @Test("it does what a plain array does, through any adding and removing", arguments: seeds(20))
    func againstModel(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var registry = Registry()
        var model = Model()
        // The balance shifts, so that it grows, shrinks and closes gaps, several times.
        for step in 0..<600 {
            let record = Self.record(Int.random(in: 0..<90, using: &generator))
            let addsMostly = (step / 100) % 2 == 0
            if Int.random(in: 0..<5, using: &generator) == 0 ? !addsMostly : addsMostly {
                #expect(registry.add(record) === model.add(record), "seed \(seed), step \(step)")
            } else {
                #expect(registry.remove(record.key) === model.remove(record.key), "seed \(seed), step \(step)")
            }
            #expect(registry.record(for: record.key) === model.records.first { $0.key == record.key })
            let same = registry.records.compactMap { $0 }.elementsEqual(model.records, by: ===)
            try #require(same, "the order differs: seed \(seed), step \(step)")
        }
        for record in model.records { #expect(registry.record(for: record.key) === record, "seed \(seed)") }
    }

    @Test("gaps never outnumber the registrations for long")
    func gaps() {
        var registry = Registry()
        for number in 0..<5_000 {
            _ = registry.add(Self.record(number % 4))
            let records = registry.records
            #expect(records.count <= 2 * records.compactMap { $0 }.count + 16)
        }
        for number in 0..<4 { _ = registry.remove(Self.record(number).key) }
        let records = registry.records
        #expect(records.compactMap { $0 }.isEmpty)
        #expect(records.count <= 16)
    }

    @Test("what was handed out is not changed in place, also when nobody has it any more")
    func handedOut() {
        var registry = Registry()
        for number in 1...20 { _ = registry.add(Self.record(number)) }
        // The address of the array that is handed out now.
        func address() -> UInt { registry.records.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } }
        let changes: [(inout Registry) -> Void] = [
            { _ = $0.add(Self.record(21)) },
            { _ = $0.add(Self.record(21)) },
            { _ = $0.remove(Self.record(3).key) },
        ]
        for change in changes {
            let before = address()
            #expect(address() == before)
            change(&registry)
            #expect(address() != before)
        }
        // Nothing is changed, so nothing has to be left to others.
        let before = address()
        #expect(registry.remove(Self.record(3).key) == nil)
        #expect(address() == before)
    }

    @Test("a copy and what it is a copy of go their own ways", arguments: seeds(20))
    func copying(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var (registry, model) = (Registry(), Model())
        for number in 0..<30 {
            let record = Self.record(number)
            _ = (registry.add(record), model.add(record))
        }
        _ = registry.begin(Int.self)
        var registries = [registry.copy(), registry, registry.copy()]
        registries.append(registries[0].copy())
        var models = [model, model, model, model]
        for _ in 0..<200 {
            let index = Int.random(in: 0..<4, using: &generator)
            let record = Self.record(Int.random(in: 0..<40, using: &generator))
            // Mostly additions, so that several wait beside what is shared, some for the same key.
            switch Int.random(in: 0..<8, using: &generator) {
            case 0:
                registries[index] = registries[(index + 1) % 4].copy()
                models[index] = models[(index + 1) % 4]
            case 1: #expect(registries[index].remove(record.key) === models[index].remove(record.key))
            default: #expect(registries[index].add(record) === models[index].add(record))
            }
            let asked = Self.record(Int.random(in: 0..<40, using: &generator)).key
            let expected = models[index].records.first { $0.key == asked }
            #expect(registries[index].record(for: asked) === expected, "seed \(seed)")
            #expect(registries[index].contains(asked) == (expected != nil), "seed \(seed)")
            // Now and then, so that a search follows on changes, on copies, and on searches of the same storage.
            guard Bool.random(using: &generator) else { continue }
            let found = registries[index].searched(remembersMatches: Bool.random(using: &generator))
                .compatible(with: (any CustomStringConvertible).self)
            let numbers = models[index].records.filter { $0.type == Int.self }
            let isRight = found.map(\.record).elementsEqual(numbers, by: ===)
            #expect(isRight, "seed \(seed)")
        }
        for index in 0..<4 {
            let (records, expected) = (registries[index].records.compactMap { $0 }, models[index].records)
            #expect(records.elementsEqual(expected, by: ===), "seed \(seed)")
            for record in expected { #expect(registries[index].record(for: record.key) === record) }
        }
        let modules: [any Any.Type] = [Int.self, String.self, String.self]
        for index in 0..<4 { #expect(modules.map { registries[index].begin($0) } == [false, true, false]) }
    }

    @Test("a copy finds what was searched for in its original, until either changes its storage")
    func copiesShareMatches() throws {
        let type: any Any.Type = (any CustomStringConvertible).self
        var original = Registry()
        for number in 0..<10 { _ = original.add(Self.record(number)) }
        _ = original.searched(remembersMatches: true).compatible(with: type)
        var copy = original.copy()
        var second = original.copy()
        let found = try #require(original.searched(remembersMatches: true).found)
        #expect(found.matches(for: type)?.count == 5)
        #expect(copy.searched(remembersMatches: true).found === found)
        _ = copy.add(Self.record(12))
        #expect(copy.searched(remembersMatches: true).found === found, "what is added waits beside the storage")
        _ = copy.remove(Self.record(2).key)
        #expect(copy.searched(remembersMatches: true).found !== found)
        _ = original.add(Self.record(14))
        #expect(original.searched(remembersMatches: true).found !== found)
        #expect(second.searched(remembersMatches: true).found === found)
    }

    @Test("a registration that replaces another one comes last")
    func replacedComesLast() {
        var registry = Registry()
        let (first, second, third) = (Self.record(1), Self.record(2), Self.record(1))
        #expect(registry.add(first) == nil)
        #expect(registry.add(second) == nil)
        #expect(registry.add(third) === first)
        let isInOrder = registry.records.compactMap { $0 }.elementsEqual([second, third], by: ===)
        #expect(isInOrder)
    }

    @Test("keys differ by type and by name")
    func keys() {
        #expect(RegistrationKey(type: Int.self, name: nil) == RegistrationKey(type: Int.self, name: nil))
        #expect(RegistrationKey(type: Int.self, name: nil) != RegistrationKey(type: Int?.self, name: nil))
        #expect(RegistrationKey(type: Int.self, name: nil) != RegistrationKey(type: Int.self, name: ""))
        #expect(RegistrationKey(type: Int.self, name: "a") != RegistrationKey(type: UInt.self, name: "a"))
    }

    @Test("later registrations have higher numbers, whatever imposer they are made on")
    func sequence() {
        let numbers = (0..<10).map { Self.record($0).sequence }
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 })
    }
}
