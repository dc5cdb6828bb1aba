import TestSupport
import Testing

@testable import Impose

private final class Lamp: Sendable {}

@Suite("The cells of a node")
struct KeptInstancesTests {
    @Test("Who asks whether a weak instance is gone holds it, and so does not let go of it under a lock")
    func vacant() throws {
        var cells = KeptInstances()
        var held: [Any] = []
        #expect(cells.isVacant(1, &held))
        var lamp: Lamp? = Lamp()
        let watched = try Watched(#require(lamp))
        _ = cells.store(1, try #require(WeakInstance.make(lamp)), fillOrder: 0)
        #expect(!cells.isVacant(1, &held))
        lamp = nil
        #expect(!watched.isGone)
        held = []
        #expect(watched.isGone)
        #expect(cells.isVacant(1, &held))
        cells.takeAll { _, _, _ in }
    }
}
