import Impose
import TestSupport
import Testing

@testable import ImposeCore
@testable import ImposeInspecting

private final class Ware: Sendable {}

@Suite("What a scope keeps, by registration")
struct KeeperTableTests {
    @Test("is what a dictionary would hold", arguments: 0..<20)
    func random(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let imposer = Imposer()
        let records = (0..<40).map { imposer.impose(for: Ware.self, named: InjectionName($0), Ware.init).record }
        var table = KeeperTable()
        var expected: [Int: ObjectIdentifier] = [:]
        for _ in 0..<400 {
            let number = Int.random(in: 0..<40, using: &random)
            let id = ObjectIdentifier(records[number])
            let found = table.keeper(for: id).map(\.identity)
            #expect(found == expected[number])
            if found == nil {
                expected[number] = ObjectIdentifier(table.add(records[number]))
            } else if Bool.random(using: &random) {
                #expect(table.remove(id).map { ObjectIdentifier($0) } == expected.removeValue(forKey: number))
            }
            #expect(Set(table.all.map { ObjectIdentifier($0) }) == Set(expected.values))
        }
        #expect(table.removeAll().count == expected.count)
        #expect(table.all.isEmpty)
    }

    @Test("is released with it, and when it is taken out")
    func released() {
        let imposer = Imposer()
        let records = (0..<3).map { imposer.impose(for: Ware.self, named: InjectionName($0), Ware.init).record }
        var table = KeeperTable()
        let keepers = records.map { Watched<BookedKeeper>(table.add($0)) }
        #expect(keepers.map(\.isGone) == [false, false, false])
        _ = table.remove(ObjectIdentifier(records[1]))
        #expect(keepers.map(\.isGone) == [false, true, false])
        _ = consume table
        #expect(keepers.map(\.isGone) == [true, true, true])
    }
}
