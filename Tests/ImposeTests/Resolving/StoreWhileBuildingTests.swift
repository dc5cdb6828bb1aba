import Foundation
import TestSupport
import Testing

@testable import Impose

private final class Engine: Counted, @unchecked Sendable {}

private final class Wheel: Counted, @unchecked Sendable {}

@Suite("A value that is stored while an instance is built", .timeLimit(.minutes(20)))
struct StoreWhileBuildingTests {
    @Test("Threads that wait for an instance get the value that is stored meanwhile, and the builder what it builds")
    func waiting() {
        for _ in 0..<scaled(100) {
            let (imposer, census, isStored) = (Imposer(), Census(), Shared(false))
            imposer.impose(for: Engine.self) {
                // The others wait; then the value is stored, and they go on.
                spin { isStored.withLock { $0 } }
                return Engine(census, number: 1)
            }
            let (built, waited) = (Collected<Int>(), Collected<Int>())
            onThreads(4) { _, thread in
                switch thread {
                case 0: built.add(imposer.inject(of: Engine.self).number)
                case 1:
                    spin { imposer.waiters(for: Engine.self) == 2 }
                    try? imposer.store(Engine(census, number: 2))
                    spin { waited.all.count == 2 }
                    isStored.withLock { $0 = true }
                default:
                    spin { imposer.isBuilding(Engine.self) }
                    waited.add(imposer.inject(of: Engine.self).number)
                }
            }
            #expect(built.all == [1])
            #expect(waited.all == [2, 2])
            #expect(imposer.inject(of: Engine.self).number == 2)
        }
    }

    // In a process of its own, which stands still where this does not hold.
    @Test(
        "A thread that has been given a stored value is left alone by the builder that it waited for",
        arguments: [false, true]
    )
    func wokenOnce(fails: Bool) async {
        await #expect(processExitsWith: .success, "\(fails)") { [fails] in
            _ = alarm(100)
            let (imposer, census) = (Imposer(), Census())
            let (mayEngineGoOn, mayWheelGoOn) = (Shared(false), Shared(false))
            imposer.impose(for: Engine.self) { () throws -> Engine in
                spin { mayEngineGoOn.withLock { $0 } }
                if fails { throw CancellationError() }
                return Engine(census, number: 1)
            }
            imposer.impose(for: Wheel.self) {
                spin { mayWheelGoOn.withLock { $0 } }
                return Wheel(census)
            }
            let (isEngineBuilt, numbers) = (CallCounter(), Collected<Int>())
            onThreads(4) { _, thread in
                switch thread {
                case 0:
                    _ = imposer.unforceInject(of: Engine.self)
                    isEngineBuilt.increment()
                case 1: _ = imposer.inject(of: Wheel.self)
                case 2:
                    spin { imposer.isBuilding(Engine.self) && imposer.isBuilding(Wheel.self) }
                    numbers.add(imposer.inject(of: Engine.self).number)
                    // At the same depth of the stack.
                    numbers.add(imposer.inject(of: Wheel.self).number)
                default:
                    spin { imposer.waiters(for: Engine.self) == 1 }
                    try? imposer.store(Engine(census, number: 2))
                    spin { imposer.waiters(for: Wheel.self) == 1 }
                    mayEngineGoOn.withLock { $0 = true }
                    spin { isEngineBuilt.count == 1 }
                    #expect(imposer.waiters(for: Wheel.self) == 1)
                    mayWheelGoOn.withLock { $0 = true }
                }
            }
            #expect(numbers.all == [2, 0])
        }
    }
}
