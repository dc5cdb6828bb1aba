import TestSupport
import Testing

@testable import Impose

final class RegressionLeaf: Sendable {
    let number: Int

    init(_ number: Int) { self.number = number }
}

private final class ImposerNode: Sendable {
    let leaf: RegressionLeaf

    init(_ leaf: RegressionLeaf) { self.leaf = leaf }
}

private final class Trigger: Sendable {
    let onDeinit: @Sendable () -> Void

    init(_ onDeinit: @escaping @Sendable () -> Void) { self.onDeinit = onDeinit }

    deinit { onDeinit() }
}

/// A key whose end somebody watches.
private final class WatchedKey: Hashable, Sendable {
    let trigger: Trigger?

    init(_ trigger: Trigger? = nil) { self.trigger = trigger }

    static func == (one: WatchedKey, other: WatchedKey) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
}

@Suite("Defects of the past do not return", .timeLimit(.minutes(20)))
struct RegressionTests {
    @Test("what a deinit injects in the middle of a reset is not kept with what the reset forgets")
    func resetInOnePiece() {
        let imposer = Imposer()
        let made = CallCounter()
        imposer.impose(for: ImposerNode.self, ImposerNode.init)
        imposer.impose(for: RegressionLeaf.self) { RegressionLeaf(made.increment()) }
        imposer.impose(for: Trigger.self) { Trigger { [unowned imposer] in _ = imposer.inject(of: ImposerNode.self) } }
        _ = imposer.inject(of: RegressionLeaf.self)
        _ = imposer.inject(of: Trigger.self)
        imposer.reset()
        #expect(imposer.inject(of: ImposerNode.self).leaf === imposer.inject(of: RegressionLeaf.self))
        imposer.removeAll()
    }

    @Test(
        "what a thread builds in the middle of a reset is not kept with what the reset forgets",
        arguments: [nil, Imposer()]
    )
    func resetInOnePieceForThreads(parent: Imposer?) {
        let imposer = Imposer(parent: parent)
        let made = CallCounter()
        imposer.impose(for: ImposerNode.self, ImposerNode.init)
        imposer.impose(for: RegressionLeaf.self) { RegressionLeaf(made.increment()) }
        let isOver = Shared(false)
        onThreads(2) { _, thread in
            if thread == 0 {
                for _ in 0..<scaled(5000) {
                    imposer.reset()
                    #expect(imposer.inject(of: ImposerNode.self).leaf === imposer.inject(of: RegressionLeaf.self))
                }
                isOver.withLock { $0 = true }
            } else {
                while !isOver.withLock({ $0 }) { _ = imposer.inject(of: ImposerNode.self) }
            }
        }
    }

    @Test("the deinit of a name's key may use the imposer")
    func nameKeyDeinit() {
        let imposer = Imposer()
        let gone = CallCounter()
        func imposeAndReplace() {
            let trigger = Trigger {
                _ = imposer.isImposed(RegressionLeaf.self)
                gone.increment()
            }
            imposer.impose(for: RegressionLeaf.self, named: InjectionName(WatchedKey(trigger)), RegressionLeaf(1))
            imposer.impose(for: RegressionLeaf.self, named: InjectionName(WatchedKey()), RegressionLeaf(2))
        }
        imposeAndReplace()
        imposer.remove(for: RegressionLeaf.self, named: InjectionName(WatchedKey()))
        // Until then an error would name what was removed.
        imposer.removeAll()
        #expect(gone.count == 1)
    }
}
