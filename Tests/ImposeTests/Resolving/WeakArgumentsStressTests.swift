import Foundation
import Impose
import TestSupport
import Testing

private final class Tile: Sendable {
    let number: Int

    init(number: Int) { self.number = number }
}

@Suite("Weak instances for arguments, let go of on another thread", .timeLimit(.minutes(20)))
struct WeakArgumentsStressTests {
    @Test("Each request gets the weak instance for its argument while a thread lets go of others")
    func goneMeanwhile() async {
        await #expect(processExitsWith: .success) {
            let imposer = Imposer()
            imposer.impose(for: Tile.self, option: .weakInstance) { (number: Int) in Tile(number: number) }
            let held = Shared<[Tile]>([])
            let isOver = Shared(false)
            onThreads(2) { _, thread in
                if thread == 0 {
                    for number in 0..<scaled(20_000) {
                        let tile: Tile = imposer.inject(arguments: number)
                        if tile.number != number { fatalError("\(tile.number) for \(number)") }
                        held.withLock { $0.append(tile) }
                    }
                    isOver.withLock { $0 = true }
                } else {
                    // One by one, so that there is always one that has just gone.
                    while !isOver.withLock({ $0 }) { _ = held.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
                }
            }
            exit(0)
        }
    }
}
