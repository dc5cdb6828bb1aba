import Foundation
import Impose
import TestSupport
import Testing

private protocol Ferry: Sendable {}

private struct Boat: Ferry {}

@Suite("Texts of errors while others open and end scopes", .timeLimit(.minutes(20)))
struct OpenScopesStressTests {
    @Test("Texts of errors are written while other threads open and end scopes")
    func scopes() async {
        await #expect(processExitsWith: .success) {
            Imposer.expectGiven(Boat.self, in: "trip")
            let isOver = Shared(false)
            onThreads(3) { _, thread in
                if thread == 0 {
                    for _ in 0..<scaled(500) {
                        let error = failure { () throws(ImposeError) in try tryInject(of: (any Ferry).self) }
                        if error?.description.isEmpty ?? true { fatalError("no error, or none that says anything") }
                    }
                    isOver.withLock { $0 = true }
                } else {
                    while !isOver.withLock({ $0 }) {
                        Imposer.shared.withScope("trip") { $0.give(Boat()) }
                    }
                }
            }
            exit(0)
        }
    }
}
