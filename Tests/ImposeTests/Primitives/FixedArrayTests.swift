import TestSupport
import Testing

@testable import Impose
@testable import ImposeInspecting

private final class Crate: Sendable {}

@Suite("A number of values that does not change")
struct FixedArrayTests {
    @Test("has what was last put at each position")
    func values() {
        let array = FixedArray(count: 5) { "" }
        #expect(array.count == 5)
        for position in 0..<5 { array[position] = "number \(position), in a text that is longer than a small one" }
        array[3] = "three"
        #expect(array[0] == "number 0, in a text that is longer than a small one")
        #expect(array[3] == "three")
        #expect(FixedArray<String>().count == 0)
    }

    @Test("holds its values as long as it is there, or until others take their place")
    func holding() {
        let crates = (0..<3).map { _ in Collected<Watched<Crate>>() }
        func watched(_ position: Int) -> Crate {
            let crate = Crate()
            crates[position].add(Watched(crate))
            return crate
        }
        do {
            let array = FixedArray<Crate?>(count: 2) { nil }
            array[0] = watched(0)
            array[1] = watched(1)
            array[0] = watched(2)
            #expect(crates.map { $0.all[0].isGone } == [true, false, false])
        }
        #expect(crates.map { $0.all[0].isGone } == [true, true, true])
    }

    @Test("moves its values out in order, and keeps none")
    func moving() {
        let crates = Collected<Watched<Crate>>()
        var array = FixedArray<Crate?>(count: 3) { nil }
        do {
            let crate = Crate()
            crates.add(Watched(crate))
            array[1] = crate
        }
        var moved: [Crate?] = []
        array.moveAll { moved.append($0) }
        #expect(array.count == 0)
        #expect(moved.map { $0 == nil } == [true, false, true])
        moved = []
        #expect(crates.all[0].isGone)
    }
}
