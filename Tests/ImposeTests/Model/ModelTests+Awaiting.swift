import Foundation
import Testing

// The tests of a core that awaits.
extension ModelTests {
    @Test("where requests and ends are awaited")
    func awaited() async {
        await #expect(processExitsWith: .success) {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    Self.check(ModelRound(changes: Self.changes, driver: AwaitingDriver()))
                    continuation.resume()
                }
            }
        }
    }
}
