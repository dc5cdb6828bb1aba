import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Impose

protocol ReleasePayload: Sendable {}

private final class Tracked: ReleasePayload {
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

final class ReleaseBallast: ReleasePayload {
    let bytes = [UInt8](repeating: 1, count: 1024)
}

@Suite("What was replaced is released", .timeLimit(.minutes(20)))
struct ReleaseTests {
    /// Of what is used in this process meanwhile nobody knows where it lies: that may hold back what is released here.
    @Test("What was replaced while threads inject is released, at the latest by later replacements")
    func replacing() {
        let imposer = Imposer()
        imposer.impose(for: Tracked.self) { Tracked() }
        for _ in 0..<scaled(100) {
            let isOver = Shared(false)
            onThreads(4) { _, thread in
                if thread > 0 {
                    while !isOver.withLock({ $0 }) { _ = imposer.inject(of: ReleasePayload.self) }
                    return
                }
                for _ in 0..<50 {
                    imposer.impose(for: Tracked.self) { Tracked() }
                    _ = imposer.inject(of: ReleasePayload.self)
                }
                isOver.withLock { $0 = true }
            }
            repeat {
                imposer.impose(for: Tracked.self) { Tracked() }
            } while Tracked.alive.count != Tracked.gone.count
        }
    }

    #if os(Linux)
        // In a separate process, since the other tests allocate at the same time.
        @Test("Many replacements do not make the process grow", .enabled(if: memoryCanBeMeasured))
        func resident() async {
            await #expect(processExitsWith: .success) {
                let imposer = Imposer()
                func replace(_ times: Int) {
                    for _ in 0..<times {
                        imposer.impose(for: ReleaseBallast.self) { ReleaseBallast() }
                        _ = imposer.inject(of: ReleasePayload.self)
                        _ = imposer.inject(of: ReleaseBallast.self)
                    }
                }
                replace(20_000)
                let (before, times) = (residentMemory(), scaled(400_000))
                replace(times)
                let growth = residentMemory() - before
                // A pair of words for each replacement would be 16 bytes.
                if growth > 10 * times { fatalError("grew by \(growth) bytes") }
                exit(0)
            }
        }

        @Test("Remembering and forgetting many types does not make the process grow", .enabled(if: memoryCanBeMeasured))
        func growing() async {
            await #expect(processExitsWith: .success) {
                let imposer = Imposer()
                let depth = 40
                Layer<ReleaseBallast>.visit(depth, Imposing(imposer: imposer))
                func fillAndForget(_ times: Int) {
                    for _ in 0..<times {
                        Layer<ReleaseBallast>.visit(depth, Injecting(imposer: imposer))
                        imposer.reset()
                    }
                }
                fillAndForget(200)
                let (before, times) = (residentMemory(), scaled(10_000))
                fillAndForget(times)
                let growth = residentMemory() - before
                // Tables for 8, 16 and 32 answers, outgrown in each round, would be 1,800 bytes.
                if growth > 800 * times { fatalError("grew by \(growth) bytes") }
                exit(0)
            }
        }

        @Test("Threads and imposers that come and go do not make the process grow", .enabled(if: memoryCanBeMeasured))
        func comingAndGoing() async {
            await #expect(processExitsWith: .success) {
                let parent = Imposer()
                parent.impose(for: ReleaseBallast.self) { ReleaseBallast() }
                func comeAndGo(_ times: Int) {
                    for _ in 0..<times {
                        onThreads(4) { _, _ in
                            let child = Imposer(parent: parent)
                            child.impose(for: Tracked.self) { Tracked() }
                            _ = child.inject(of: Tracked.self)
                            _ = child.inject(of: ReleaseBallast.self)
                        }
                    }
                }
                comeAndGo(500)
                let (before, times) = (residentMemory(), scaled(5000))
                comeAndGo(times)
                let growth = residentMemory() - before
                // Four children in each round: of one that is left more stays than that.
                if growth > 4 * 400 * times { fatalError("grew by \(growth) bytes") }
                if Tracked.alive.count != Tracked.gone.count {
                    fatalError("kept \(Tracked.alive.count - Tracked.gone.count)")
                }
                exit(0)
            }
        }
    #endif
}
