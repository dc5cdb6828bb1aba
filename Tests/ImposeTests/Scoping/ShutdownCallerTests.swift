import ImposeTesting
import TestSupport
import Testing

@testable import Impose

private final class Reservoir: Sendable {}

private final class Ledger: Sendable {}

/// More than any machine needs, whatever else it does: a shutdown that waits for this is stuck.
private let ample = Duration.seconds(3600)

@Suite("A shutdown does not wait for those who wait for it", .imposing(empty: true), .timeLimit(.minutes(20)))
struct ShutdownCallerTests {
    @Test("Two requests that both shut down everything do not wait for one another", arguments: [false, true])
    func twoRequests(areOfOneImposer: Bool) async {
        let gate = Gate(opensAt: 2)
        let other = areOfOneImposer ? nil : Imposer()
        let errors = await withTaskGroup { group in
            for number in 0..<2 {
                group.addTask {
                    await Imposer.withScope("request \(number)") { scope in
                        await gate.pass()
                        guard number == 0, let other else { return await Imposer.shutdown(within: ample) }
                        return await other.shutdown(within: ample)
                    }
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        #expect(errors.isEmpty)
    }

    @Test("Two requests of two imposers that each shut down the other's do not wait")
    func crosswise() async {
        let (one, other, gate) = (Imposer(), Imposer(), Gate(opensAt: 2))
        async let first = one.withScope { _ in
            await gate.pass()
            return await other.shutdown(within: ample)
        }
        async let second = other.withScope { _ in
            await gate.pass()
            return await one.shutdown(within: ample)
        }
        let errors = await first + second
        #expect(errors.isEmpty)
    }

    @Test("Shutdowns in two requests wait for a third one, which waits for nobody")
    func third() async {
        let (log, begun, goOn) = (Collected<String>(), Signal(), Signal())
        let gate = Gate(opensAt: 2)
        async let third: Void = Imposer.withScope("third") { _ in
            begun.give()
            await goOn.wait()
            log.add("third")
        }
        await begun.wait()
        let earlier = Bodies.latestShutdown
        await withTaskGroup { group in
            for _ in 0..<2 {
                group.addTask {
                    await Imposer.withScope("caller") { _ in
                        await gate.pass()
                        #expect(await Imposer.shutdown(within: ample).isEmpty)
                        log.add("caller")
                    }
                }
            }
            #expect(
                await comesTrue {
                    Imposer.shared.bodiesThatWait == 2 && Bodies.areAwaited(after: earlier) || !log.all.isEmpty
                }
            )
            #expect(log.all == [])
            goOn.give()
        }
        await third
        #expect(log.all == ["third", "caller", "caller"])
    }

    @Test("A shutdown waits for neither of the requests round it, nested or beside one another")
    func beside() async {
        await Imposer.withScope("outer") { _ in
            await Imposer.shared.withScope("beside") { _ in
                #expect(await Imposer.shutdown(within: ample).isEmpty)
            }
        }
    }

    @Test("A shutdown in a disposer at the end of withScope does not wait for the withScope round it")
    func disposer() async {
        for way in 0..<4 {
            let calls = CallCounter()
            let imposer = Imposer()
            imposer.impose(for: Reservoir.self, option: .scopedInstance, Reservoir.init).onDispose { _ in
                #expect(await imposer.shutdown(within: ample).isEmpty)
                calls.increment()
            }
            switch way {
            case 0: await imposer.withScope { scope async in _ = scope.inject(of: Reservoir.self) }
            case 1:
                await imposer.withScope { _ in
                    await imposer.withScope { scope async in _ = scope.inject(of: Reservoir.self) }
                }
            case 2:
                await imposer.withScope { outer in
                    await Imposer().withScope { _ in
                        await outer.withScope { scope async in _ = scope.inject(of: Reservoir.self) }
                    }
                }
            default:
                await imposer.withScope { outer in
                    let inner = outer.openScope()
                    _ = inner.inject(of: Reservoir.self)
                    // Nobody in the body waits for it, but the end of the body does.
                    Task.detached { inner.dispose(quietly: ()) }
                    while !inner.isDisposed { await Task.yield() }
                }
            }
            #expect(await comesTrue { calls.count == 1 })
            imposer.reset()
        }
    }
}

extension Imposer {
    /// Disposes of it where the compiler prefers the asynchronous method.
    fileprivate func dispose(quietly: Void) { dispose() }
}
