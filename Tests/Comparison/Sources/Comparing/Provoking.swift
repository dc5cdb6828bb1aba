import Foundation
import Subjects
import Synchronization

extension Contestant {
    /// Provokes a fault and prints what came of it, unless that ends the process.
    ///
    /// - Parameter fault: Which one.
    static func provoke(_ fault: Fault) {
        switch fault {
        case .once: makeOnce()
        case .circle: attempt(circle({}).left)
        case .crossing: cross()
        case .registering: registerMeanwhile()
        case .missing: missing.map(attempt) ?? print("does not compile")
        case .tests: testTwice()
        }
    }

    /// Has two threads ask for one instance, in 200 rounds.
    private static func makeOnce() {
        let rounds = 200
        let made = Atomic(0)
        for item in items(rounds) {
            let resolve = once(item) {
                made.add(1, ordering: .relaxed)
                Thread.sleep(forTimeInterval: 0.001)
                return makeWideGateway()
            }
            onTwoThreads(resolve, resolve)
        }
        print("\(made.load(ordering: .relaxed) - rounds) made twice")
    }

    /// Has two threads ask for one each of two classes that need each other, both being made at the time.
    private static func cross() {
        let arrived = Atomic(0)
        let (left, right) = circle {
            arrived.add(1, ordering: .relaxed)
            for _ in 0..<500 where arrived.load(ordering: .relaxed) < 2 { Thread.sleep(forTimeInterval: 0.001) }
        }
        onTwoThreads({ attempt(left) }, { attempt(right) })
    }

    /// Resolves for half a second while another thread registers, and compares how often with before.
    private static func registerMeanwhile() {
        let (loop, _) = pair()
        let alone = speed(loop)
        let types = items(1_000)
        let isRegistering = Atomic(true)
        let hasEnded = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            while isRegistering.load(ordering: .relaxed) { register(types) }
            hasEnded.signal()
        }
        let together = speed(loop)
        isRegistering.store(false, ordering: .relaxed)
        hasEnded.wait()
        print("\(100 * together / alone) % of the speed")
    }

    /// Measures how often something is done in a nanosecond.
    private static func speed(_ loop: (Int) -> Void) -> Double {
        let begin = ContinuousClock.now
        var count = 0
        while ContinuousClock.now - begin < .milliseconds(500) {
            loop(10)
            count += 10
        }
        return Double(count) / (ContinuousClock.now - begin).nanoseconds
    }

    /// Runs two tests at the same time, in 100 rounds, and counts those that got something else than their double.
    private static func testTwice() {
        _ = pair()
        let wrong = Atomic(0)
        for _ in 0..<100 {
            let run: @Sendable () -> Void = {
                let double = makeGateway()
                test(double) { resolve in
                    Thread.sleep(forTimeInterval: 0.001)
                    let isOwn = resolve() as? StripeGateway === double
                    wrong.add(isOwn ? 0 : 1, ordering: .relaxed)
                }
            }
            onTwoThreads(run, run)
        }
        print("\(wrong.load(ordering: .relaxed)) of 200 got another one")
    }
}

/// Tries something and prints the error.
private func attempt(_ attempt: Attempt) {
    do {
        try attempt()
        print("nothing happens")
    } catch {
        print("error: \(error)")
    }
}

/// Runs two functions on threads of their own, and waits for both.
private func onTwoThreads(_ one: @escaping @Sendable () -> Void, _ other: @escaping @Sendable () -> Void) {
    let group = DispatchGroup()
    for body in [one, other] {
        group.enter()
        Thread.detachNewThread {
            body()
            group.leave()
        }
    }
    group.wait()
}
