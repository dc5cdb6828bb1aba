import TestSupport
import Testing

@testable import Impose

/// An instance that is made of another one, that of another one, and so on.
private protocol Link: Sendable {
    /// Imposes it, and what it is made of, with providers that hold a payload.
    ///
    /// - Parameter innermost: Called by the innermost provider.
    static func impose(
        on imposer: Imposer,
        holding payload: ReleaseBallast,
        _ innermost: @escaping @Sendable () -> Void
    )

    static func inject(from imposer: Imposer)
}

extension Link {
    static func inject(from imposer: Imposer) { _ = imposer.inject(of: Self.self) }

    /// Calls a body with a type of so many links.
    static func withLinks(_ count: Int, _ body: (any Link.Type) -> Void) {
        if count > 1 { Outer<Self>.withLinks(count - 1, body) } else { body(Self.self) }
    }
}

private struct Innermost: Link {
    static func impose(
        on imposer: Imposer,
        holding payload: ReleaseBallast,
        _ innermost: @escaping @Sendable () -> Void
    ) {
        imposer.impose(for: Self.self, option: .closureBased) {
            innermost()
            withExtendedLifetime(payload) {}
            return Innermost()
        }
    }
}

private struct Outer<Inner: Link>: Link {
    static func impose(
        on imposer: Imposer,
        holding payload: ReleaseBallast,
        _ innermost: @escaping @Sendable () -> Void
    ) {
        Inner.impose(on: imposer, holding: payload, innermost)
        imposer.impose(for: Self.self, option: .closureBased) { (_: Inner) in
            withExtendedLifetime(payload) {}
            return Self()
        }
    }
}

@Suite("What was replaced is released while providers run", .timeLimit(.minutes(20)))
struct ReleaseWhileRunningTests {
    @Test("when the last provider that is running is done", arguments: [1, 2, 4, 8, 9, 20], [true, false])
    func running(links: Int, onAnotherThread isOnAnotherThread: Bool) {
        Innermost.withLinks(links) { replaceWhileRunning($0, links, onAnotherThread: isOnAnotherThread) }
    }

    private func replaceWhileRunning(_ type: any Link.Type, _ links: Int, onAnotherThread isOnAnotherThread: Bool) {
        let imposer = Imposer()
        let isTime = Shared(false)
        func imposed() -> Watched<ReleaseBallast> {
            let payload = ReleaseBallast()
            let watched = Watched(payload)
            type.impose(on: imposer, holding: payload) {
                if !isTime.withLock({ $0 }) { return }
                let change: @Sendable () -> Void = { imposer.removeAll() }
                if isOnAnotherThread { onAnotherThread(change) } else { change() }
                #expect(!watched.isGone)
                // All these providers are running, each by an answer that was forgotten, as far as there is room.
                let record = ThreadRecord.current
                #expect(record.hazardCount >= links)
                for position in 0..<min(links, 8) {
                    #expect(record.hazards[position].load(ordering: .relaxed) & 1 == 1)
                }
            }
            return watched
        }
        let watched = imposed()
        // Remembered from the first one on.
        for _ in 0..<3 { type.inject(from: imposer) }
        #expect(!watched.isGone)
        isTime.withLock { $0 = true }
        type.inject(from: imposer)
        #expect(watched.isGone)
    }
}
