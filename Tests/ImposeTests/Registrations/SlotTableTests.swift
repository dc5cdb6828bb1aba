import TestSupport
import Testing

@testable import Impose
@testable import ImposeInspecting

private final class Ware: Sendable {}

@Suite("What a keeper keeps, by registration")
struct SlotTableTests {
    @Test("is what a dictionary would hold", arguments: 0..<20)
    func random(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let imposer = Imposer()
        let records = (0..<40).map { imposer.impose(for: Ware.self, named: InjectionName($0), Ware.init).record }
        // Whatever it was expected to hold.
        var table = SlotTable(expecting: [0, 1, 3, 16, 40, 1_000][Int(seed % 6)])
        var expected: [Int: ObjectIdentifier] = [:]
        for _ in 0..<400 {
            let number = Int.random(in: 0..<40, using: &random)
            let id = ObjectIdentifier(records[number])
            let found = table.position(of: id)
            #expect(found.map { table[$0].registration.uncounted.identity == id } ?? true)
            #expect(found.flatMap { table[$0].slot.instance }.map { ObjectIdentifier($0) } == expected[number])
            if found == nil {
                let instance = StrongInstance(Ware())
                expected[number] = ObjectIdentifier(instance)
                let position = table.add(HeldRegistration(records[number]))
                table.put(.kept(instance), at: position)
            } else if Bool.random(using: &random) {
                let removed = table.remove(id)?.slot.instance.map { ObjectIdentifier($0) }
                #expect(removed == expected.removeValue(forKey: number))
            }
            var all: Set<ObjectIdentifier> = []
            table.forEach { position in
                if let instance = table[position].slot.instance { all.insert(ObjectIdentifier(instance)) }
            }
            #expect(all == Set(expected.values))
            #expect(table.count == expected.count)
        }
    }

    @Test("is released with it, and when it is taken out")
    func released() {
        let imposer = Imposer()
        let records = (0..<3).map { imposer.impose(for: Ware.self, named: InjectionName($0), Ware.init).record }
        var table = SlotTable()
        let wares = records.map { record -> Watched<Ware> in
            let ware = Ware()
            let position = table.add(HeldRegistration(record))
            table.put(.kept(StrongInstance(ware)), at: position)
            return Watched(ware)
        }
        #expect(wares.map(\.isGone) == [false, false, false])
        _ = table.remove(ObjectIdentifier(records[1]))
        #expect(wares.map(\.isGone) == [false, true, false])
        _ = consume table
        #expect(wares.map(\.isGone) == [true, true, true])
    }
}
