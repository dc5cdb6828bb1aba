import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Impose
@testable import ImposeInspecting

private protocol Payload: Sendable {}

private final class Tracked: Payload {
    static let alive = CallCounter()
    static let gone = CallCounter()

    init() { Self.alive.increment() }

    deinit { Self.gone.increment() }
}

/// A generic type, which gives as many types as one likes: a layer, a layer of a layer and so on.
private struct Layer<Inner: Sendable>: Sendable {
    /// Calls a visitor with types that nothing else has asked for.
    static func visit(_ depth: Int, _ visitor: some LayerVisitor) {
        visitor.visit(Self.self)
        if depth > 1 { Layer<Self>.visit(depth - 1, visitor) }
    }
}

private protocol LayerVisitor {
    func visit<Inner>(_ type: Layer<Inner>.Type)
}

private struct Imposing: LayerVisitor {
    let imposer: Imposer

    func visit<Inner>(_ type: Layer<Inner>.Type) { imposer.impose(for: type, Layer<Inner>()) }
}

private struct Injecting: LayerVisitor {
    let imposer: Imposer

    func visit<Inner>(_ type: Layer<Inner>.Type) { _ = imposer.inject(of: type) }
}

private final class Ballast: Payload {
    let bytes = [UInt8](repeating: 1, count: 1024)
}

/// An instance that is made of another one, that of another one, and so on.
private protocol Link: Sendable {
    /// Imposes it, and what it is made of, with providers that hold a payload.
    ///
    /// - Parameter innermost: Called by the innermost provider.
    static func impose(on imposer: Imposer, holding payload: Ballast, _ innermost: @escaping @Sendable () -> Void)

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
    static func impose(on imposer: Imposer, holding payload: Ballast, _ innermost: @escaping @Sendable () -> Void) {
        imposer.impose(for: Self.self, option: .closureBased) {
            innermost()
            withExtendedLifetime(payload) {}
            return Innermost()
        }
    }
}

private struct Outer<Inner: Link>: Link {
    static func impose(on imposer: Imposer, holding payload: Ballast, _ innermost: @escaping @Sendable () -> Void) {
        Inner.impose(on: imposer, holding: payload, innermost)
        imposer.impose(for: Self.self, option: .closureBased) { (_: Inner) in
            withExtendedLifetime(payload) {}
            return Self()
        }
    }
}

@Suite("What was replaced is released", .timeLimit(.minutes(20)))
struct ReleaseTests {
    @Test("as soon as nobody reads it, while others inject")
    func replacing() {
        let imposer = Imposer()
        let rounds = scaled(5000)
        let isOver = Shared(false)
        imposer.impose(for: Tracked.self) { Tracked() }
        onThreads(4) { _, thread in
            if thread > 0 {
                while !isOver.withLock({ $0 }) { _ = imposer.inject(of: Payload.self) }
                return
            }
            for _ in 0..<rounds {
                imposer.impose(for: Tracked.self) { Tracked() }
                _ = imposer.inject(of: Payload.self)
                // At most: the current one, and one in the hands of each thread.
                #expect(Tracked.alive.count - Tracked.gone.count <= 10)
            }
            isOver.withLock { $0 = true }
        }
        #expect(Tracked.alive.count - Tracked.gone.count <= 1)
        imposer.removeAll()
        #expect(Tracked.alive.count == Tracked.gone.count)
    }

    @Test("when the last provider that is running is done", arguments: [1, 2, 4, 8, 9, 20], [true, false])
    func running(links: Int, onAnotherThread isOnAnotherThread: Bool) {
        Innermost.withLinks(links) { replaceWhileRunning($0, links, onAnotherThread: isOnAnotherThread) }
    }

    private func replaceWhileRunning(_ type: any Link.Type, _ links: Int, onAnotherThread isOnAnotherThread: Bool) {
        let imposer = Imposer()
        let isTime = Shared(false)
        func imposed() -> Watched<Ballast> {
            let payload = Ballast()
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

    #if os(Linux)
        // In a separate process, since the other tests allocate at the same time.
        @Test("without a trace: 400,000 replacements do not make the process grow", .enabled(if: memoryCanBeMeasured))
        func resident() async {
            await #expect(processExitsWith: .success) {
                let imposer = Imposer()
                func replace(_ times: Int) {
                    for _ in 0..<times {
                        imposer.impose(for: Ballast.self) { Ballast() }
                        _ = imposer.inject(of: Payload.self)
                        _ = imposer.inject(of: Ballast.self)
                    }
                }
                replace(20_000)
                let before = residentMemory()
                replace(400_000)
                let growth = residentMemory() - before
                // A pair of words for each replacement would be 6.4 MB.
                if growth > 4 << 20 { fatalError("grew by \(growth) bytes") }
                exit(0)
            }
        }

        @Test("without a trace: many types remembered and forgotten again", .enabled(if: memoryCanBeMeasured))
        func growing() async {
            await #expect(processExitsWith: .success) {
                let imposer = Imposer()
                let depth = 40
                Layer<Ballast>.visit(depth, Imposing(imposer: imposer))
                func fillAndForget(_ times: Int) {
                    for _ in 0..<times {
                        Layer<Ballast>.visit(depth, Injecting(imposer: imposer))
                        imposer.reset()
                    }
                }
                fillAndForget(200)
                let before = residentMemory()
                fillAndForget(10_000)
                let growth = residentMemory() - before
                // Tables for 8, 16 and 32 answers, outgrown in each round, would be 18 MB.
                if growth > 8 << 20 { fatalError("grew by \(growth) bytes") }
                exit(0)
            }
        }

        @Test("without a trace: threads and imposers that come and go", .enabled(if: memoryCanBeMeasured))
        func comingAndGoing() async {
            await #expect(processExitsWith: .success) {
                let parent = Imposer()
                parent.impose(for: Ballast.self) { Ballast() }
                func comeAndGo(_ times: Int) {
                    for _ in 0..<times {
                        onThreads(4) { _, _ in
                            let child = Imposer(parent: parent)
                            child.impose(for: Tracked.self) { Tracked() }
                            _ = child.inject(of: Tracked.self)
                            _ = child.inject(of: Ballast.self)
                        }
                    }
                }
                comeAndGo(500)
                let before = residentMemory()
                comeAndGo(5000)
                let growth = residentMemory() - before
                if growth > 8 << 20 { fatalError("grew by \(growth) bytes") }
                if Tracked.alive.count != Tracked.gone.count {
                    fatalError("kept \(Tracked.alive.count - Tracked.gone.count)")
                }
                exit(0)
            }
        }
    #endif
}
