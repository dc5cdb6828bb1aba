import TestSupport
import Testing

@testable import Impose
@testable import ImposeInspecting

private final class Leaf: Sendable {
    let number: Int

    init(_ number: Int) { self.number = number }
}

private final class ImposerNode: Sendable {
    let leaf: Leaf

    init(_ leaf: Leaf) { self.leaf = leaf }
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
    @Test("an imposer made while another thread searches is not overlooked for good")
    func searchOrderIsOlderThanVersion() {
        for _ in 0..<500 {
            let directory = Directory()
            let primary = directory.imposer(for: .primary)
            for number in 0..<200 { _ = directory.imposer(for: .custom(number)) }
            directory.imposer(for: .custom("last")).impose(for: Leaf.self, Leaf(1))
            onThreads(2) { _, thread in
                if thread == 0 {
                    _ = primary.inject(of: Leaf.self)
                } else {
                    directory.imposer(for: .secondary).impose(for: Leaf.self, Leaf(2))
                }
            }
            #expect(primary.inject(of: Leaf.self).number == 2)
            withExtendedLifetime(directory) {}
        }
    }

    @Test("what a deinit injects in the middle of a reset is not kept with what the reset forgets")
    func resetInOnePiece() {
        let imposer = Imposer()
        let made = CallCounter()
        imposer.impose(for: ImposerNode.self, ImposerNode.init)
        imposer.impose(for: Leaf.self) { Leaf(made.increment()) }
        imposer.impose(for: Trigger.self) { Trigger { [unowned imposer] in _ = imposer.inject(of: ImposerNode.self) } }
        _ = imposer.inject(of: Leaf.self)
        _ = imposer.inject(of: Trigger.self)
        imposer.reset()
        #expect(imposer.inject(of: ImposerNode.self).leaf === imposer.inject(of: Leaf.self))
        imposer.removeAll()
    }

    @Test("what a thread builds in the middle of a reset is not kept with what the reset forgets")
    func resetInOnePieceForThreads() {
        let imposer = Imposer()
        let made = CallCounter()
        imposer.impose(for: ImposerNode.self, ImposerNode.init)
        imposer.impose(for: Leaf.self) { Leaf(made.increment()) }
        let isOver = Shared(false)
        onThreads(2) { _, thread in
            if thread == 0 {
                for _ in 0..<scaled(5000) {
                    imposer.reset()
                    #expect(imposer.inject(of: ImposerNode.self).leaf === imposer.inject(of: Leaf.self))
                }
                isOver.withLock { $0 = true }
            } else {
                while !isOver.withLock({ $0 }) { _ = imposer.inject(of: ImposerNode.self) }
            }
        }
    }

    @Test("a removal that finds nothing to remove waits for the one that does")
    func removalByTwo() {
        let directory = Directory()
        for number in 0..<200 { _ = directory.imposer(for: .custom(number)) }
        let first = directory.imposer(for: .custom(0))
        let last = directory.imposer(for: .custom(199))
        for _ in 0..<scaled(1000) {
            first.impose(for: Leaf.self, Leaf(1))
            _ = first.inject(of: Leaf.self)
            _ = last.inject(of: Leaf.self)
            onThreads(2) { _, _ in
                first.remove(for: Leaf.self)
                #expect(last.unforceInject(of: Leaf.self) == nil)
            }
        }
        withExtendedLifetime(directory) {}
    }

    @Test("the deinit of a name's key may use the imposer")
    func nameKeyDeinit() {
        let imposer = Imposer()
        let gone = CallCounter()
        func imposeAndReplace() {
            let trigger = Trigger {
                _ = imposer.isImposed(Leaf.self)
                gone.increment()
            }
            imposer.impose(for: Leaf.self, named: InjectionName(WatchedKey(trigger)), Leaf(1))
            imposer.impose(for: Leaf.self, named: InjectionName(WatchedKey()), Leaf(2))
        }
        imposeAndReplace()
        imposer.remove(for: Leaf.self, named: InjectionName(WatchedKey()))
        #expect(gone.count == 1)
    }
}
