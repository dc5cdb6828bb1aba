import Impose
import TestSupport
import Testing

private final class Service: Sendable {}

private struct Broken: Error {}

@Suite("A kept instance under threads", .timeLimit(.minutes(20)))
struct ExactlyOnceTests {
    @Test(
        "Threads that ask at once get one instance, which is made once",
        arguments: [(2, scaled(1000)), (8, scaled(1000)), (64, scaled(1000))]
    )
    func once(threads: Int, rounds: Int) {
        let imposers = (0..<rounds).map { _ in Imposer() }
        let made = (0..<rounds).map { _ in CallCounter() }
        for round in 0..<rounds {
            imposers[round].impose(for: Service.self) { [weak imposer = imposers[round]] in
                made[round].increment()
                spin { imposer?.waiters(for: Service.self) == threads - 1 }
                return Service()
            }
        }
        let firsts = (0..<rounds).map { _ in Collected<ObjectIdentifier>() }
        onThreads(threads, rounds: rounds) { round, _ in
            let service: Service = imposers[round].inject()
            firsts[round].add(ObjectIdentifier(service))
        }
        #expect(made.allSatisfy { $0.count == 1 })
        #expect(firsts.allSatisfy { $0.all.count == threads && Set($0.all).count == 1 })
    }

    @Test("When a provider throws, the next thread that waits makes the instance")
    func failureHandsOn() {
        for _ in 0..<200 {
            let imposer = Imposer()
            let attempts = CallCounter()
            imposer.impose(for: Service.self) {
                if attempts.increment() <= 3 { throw Broken() }
                return Service()
            }
            let outcomes = Collected<ObjectIdentifier?>()
            onThreads(8) { _, _ in
                outcomes.add(imposer.unforceInject(of: Service.self).map(ObjectIdentifier.init))
            }
            #expect(attempts.count == 4)
            #expect(outcomes.all.filter { $0 == nil }.count == 3)
            #expect(Set(outcomes.all.compactMap { $0 }).count == 1)
        }
    }

    @Test("An instance made after a reset stays when one that was begun before is finished later")
    func finishedLate() {
        let imposer = Imposer()
        let made = CallCounter()
        let begun = Barrier(2)
        let isReset = Barrier(2)
        // Under a name: a remembered answer would hide the kept instance.
        imposer.impose(for: Service.self, named: "main") {
            if made.increment() == 1 {
                begun.wait()
                isReset.wait()
            }
            return Service()
        }
        let kept = Collected<Service>()
        onThreads(2) { _, thread in
            if thread == 0 {
                _ = imposer.inject(of: Service.self, named: "main")
            } else {
                begun.wait()
                imposer.reset()
                kept.add(imposer.inject(of: Service.self, named: "main"))
                isReset.wait()
            }
        }
        #expect(imposer.inject(of: Service.self, named: "main") === kept.all.first)
        #expect(made.count == 2)
    }

    @Test("Threads build independent instances without waiting for each other")
    func parallel() {
        let imposer = Imposer()
        let both = Barrier(2)
        for number in 0..<2 {
            imposer.impose(for: Service.self, named: InjectionName(number)) {
                // Returns only when the other provider runs at the same time.
                both.wait()
                return Service()
            }
        }
        onThreads(2) { _, thread in
            _ = imposer.inject(of: Service.self, named: InjectionName(thread))
        }
    }
}
