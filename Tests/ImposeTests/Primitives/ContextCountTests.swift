import Synchronization
import TestSupport
import Testing

@testable import Impose
@testable import ImposeInspecting

private struct Version: Sendable {
    let number: Int
}

@Suite("Whether contexts are in use", .timeLimit(.minutes(20)))
struct ContextCountTests {
    @Test("is known to who runs in one, whoever looks meanwhile whether there are any")
    func whileSettling() async {
        await #expect(processExitsWith: .success) {
            Imposer.impose(for: Version.self, Version(number: 0))
            let runners = Atomic(2)
            let mistakes = Atomic(0)
            onThreads(4) { _, thread in
                guard thread < 2 else {
                    while runners.load(ordering: .acquiring) > 0 { ContextCount.settle() }
                    return
                }
                for round in 1...scaled(20_000) {
                    Imposer.withScope { scope in
                        scope.give(Version(number: round))
                        // Zero would send this request to the imposer outside.
                        if ContextCount.isZero || inject(of: Version.self).number != round {
                            mistakes.add(1, ordering: .relaxed)
                        }
                    }
                }
                runners.subtract(1, ordering: .releasing)
            }
            #expect(mistakes.load(ordering: .relaxed) == 0)
        }
    }

    @Test("is found out by those who look in vain, so that what is inlined is taken again")
    func lookingInVain() async {
        await #expect(processExitsWith: .success) {
            Imposer.impose(for: Version.self, Version(number: 1))
            runScope()
            for _ in 0..<1_000 { #expect(inject(of: Version.self).number == 1) }
            #expect(ContextCount.isZero)
        }
    }

    @Test("is not denied as long as a task holds one that was made elsewhere")
    func heldElsewhere() async {
        await #expect(processExitsWith: .success) {
            let isKnown = await taskOfScope().value
            #expect(isKnown)
        }
    }
}

/// Opens a scope and leaves a task running in it, which says whether it is known that there is a context.
private func taskOfScope() -> Task<Bool, Never> {
    Imposer.withScope { _ in
        Task {
            for _ in 0..<100 {
                ContextCount.settle()
                if ContextCount.isZero { return false }
                await Task.yield()
            }
            return true
        }
    }
}

private func runScope() {
    Imposer.withScope { _ in #expect(!ContextCount.isZero) }
}
