import Foundation
import TestSupport
import Testing

@testable import Impose

private final class Engine: Counted, @unchecked Sendable {}

private final class Car: Counted, @unchecked Sendable {
    let engine: Engine

    init(_ census: Census, _ engine: Engine) {
        self.engine = engine
        super.init(census)
    }
}

extension Imposer {
    /// How many threads wait for the end of this.
    fileprivate var waiterCountOfEnd: Int {
        node.state.withLock { state in
            var (count, next) = (0, state.isEnding ? node.latchOfEnd.value.waiters : nil)
            while let waiter = next { (count, next) = (count + 1, waiter.pointee.next) }
            return count
        }
    }
}

/// Ends the first thread that passes, when as many threads wait as there should.
private final class Exit: Sendable {
    private let visitors = CallCounter()

    func pass(when isTime: () -> Bool) {
        if visitors.increment() > 1 { return }
        spin(until: isTime)
        Thread.exit()
    }
}

// In processes of their own: where this does not hold they crash or stand still.
@Suite("A thread that ends in the user's code", .timeLimit(.minutes(20)))
struct EndingThreadTests {
    @Test("Threads that wait for what an ended thread was building are told so, and the next one builds it")
    func builder() async {
        await #expect(processExitsWith: .success) {
            _ = alarm(100)
            for option in [InjectOption.singleInstance, .weakInstance] {
                let (imposer, exit, census) = (Imposer(), Exit(), Census())
                imposer.impose(for: Engine.self, option: option) {
                    exit.pass { imposer.waiters(for: Engine.self) == 3 }
                    return Engine(census)
                }
                let kinds = Collected<ImposeError.Kind?>()
                onThreads(4) { _, thread in
                    if thread == 0 {
                        onThreadThatEnds { _ = imposer.inject(of: Engine.self) }
                    } else {
                        spin { imposer.node.state.withLock { $0.hasBuild } || kinds.all.count > 0 }
                        kinds.add(failure { () throws(ImposeError) in try imposer.tryInject(of: Engine.self) }?.kind)
                    }
                }
                #expect(kinds.all == [.providerFailed, .providerFailed, .providerFailed])
                let engine = imposer.inject(of: Engine.self)
                #expect(imposer.inject(of: Engine.self) === engine)
                imposer.dispose()
            }
        }
    }

    @Test("All that an ended thread was building is given up, each for those who wait for it")
    func nested() async {
        await #expect(processExitsWith: .success) {
            _ = alarm(100)
            let (imposer, exit, census) = (Imposer(), Exit(), Census())
            let scope = imposer.openScope()
            imposer.impose(for: Engine.self) {
                exit.pass { imposer.waiters(for: Engine.self) == 1 && scope.waiters(for: Car.self) == 1 }
                return Engine(census)
            }
            scope.impose(for: Car.self) { (engine: Engine) in Car(census, engine) }
            let kinds = Collected<ImposeError.Kind?>()
            onThreads(3) { _, thread in
                switch thread {
                case 0: onThreadThatEnds { _ = scope.inject(of: Car.self) }
                case 1:
                    spin { imposer.node.state.withLock { $0.hasBuild } }
                    kinds.add(failure { () throws(ImposeError) in try imposer.tryInject(of: Engine.self) }?.kind)
                default:
                    spin { imposer.node.state.withLock { $0.hasBuild } }
                    kinds.add(failure { () throws(ImposeError) in try scope.tryInject(of: Car.self) }?.kind)
                }
            }
            #expect(kinds.all == [.providerFailed, .providerFailed])
            #expect(scope.inject(of: Car.self).engine === imposer.inject(of: Engine.self))
            scope.dispose()
            imposer.dispose()
        }
    }

    @Test("What was let go of while a thread built is released when that thread has ended in its provider")
    func retired() async {
        await #expect(processExitsWith: .success) {
            _ = alarm(100)
            let (imposer, census) = (Imposer(), Census())
            imposer.impose(for: Engine.self, instance: Engine(census))
            imposer.impose(for: Int.self) {
                imposer.impose(for: Engine.self, instance: Engine(census))
                imposer.remove(for: Engine.self)
                Thread.exit()
                return 1
            }
            _ = imposer.inject(of: Engine.self)
            onThreadThatEnds { _ = imposer.inject(of: Int.self) }
            #expect(census.count == 2)
            #expect(census.comesDown())
            // The next thread takes over its record, and begins anew.
            onAnotherThread {
                imposer.impose(for: Int.self) { 2 }
                #expect(imposer.inject(of: Int.self) == 2)
            }
        }
    }

    @Test("The graph instances of an injection are let go of when its thread has ended")
    func graph() async {
        await #expect(processExitsWith: .success) {
            _ = alarm(100)
            let (imposer, census) = (Imposer(), Census())
            imposer.impose(for: Engine.self, option: .graphInstance) { Engine(census) }
            imposer.impose(for: Int.self, option: .closureBased) {
                useEngine(of: imposer)
                Thread.exit()
                return 1
            }
            onThreadThatEnds { _ = imposer.inject(of: Int.self) }
            #expect(census.count == 1)
            #expect(census.comesDown())
        }
    }

    @Test(
        "The end of an imposer whose disposer has ended its thread is over for those who wait for it, and for later ones"
    )
    func disposer() async {
        await #expect(processExitsWith: .success) {
            _ = alarm(100)
            for isScope in [true, false] {
                let (root, exit, census) = (Imposer(), Exit(), Census())
                let imposer = isScope ? root.openScope() : root
                imposer.impose(for: Engine.self) { Engine(census) }.onDispose { _ in
                    exit.pass { imposer.waiterCountOfEnd == 1 }
                }
                _ = imposer.inject(of: Engine.self)
                onThreads(2) { _, thread in
                    if thread == 0 {
                        onThreadThatEnds { imposer.dispose() }
                    } else {
                        spin { imposer.isDisposed }
                        imposer.dispose()
                    }
                }
                imposer.dispose()
                root.dispose()
                #expect(root.isDisposed)
                #expect(failure { () throws(ImposeError) in try imposer.tryInject(of: Engine.self) }?.kind == .disposed)
            }
        }
    }
}

extension Node.State {
    /// Whether somebody builds what is imposed here first.
    fileprivate var hasBuild: Bool { registrations.contains { cells.build($0.number) != nil } }
}

/// Injects an engine, which nobody holds when this returns but the injection that is going on.
@inline(never)
private func useEngine(of imposer: Imposer) {
    _ = imposer.inject(of: Engine.self)
}
