import Impose
import Subjects

/// A leaf of a graph that is made asynchronously, by hand.
@inline(never)
private func makeLeaf() async -> SystemClock { makeClock() }

/// Instances that are awaited.
var awaitingRows: [Row] {
    let ready = Row(
        "await-ready",
        "`injectAsync()` of a kept instance that is ready",
        against: "`inject()` in a task",
        budget: .ratio(3),
        setUp: { Imposer.impose(for: (any Gateway).self, makeGateway) },
        ours: Work(inTasksOf: 10_000) { count in
            for _ in 0..<count {
                guard let gateway: any Gateway = try? await injectAsync() else { return }
                use(gateway: gateway)
            }
        },
        baseline: Work(inTasksOf: 10_000) { count in
            for _ in 0..<count { use(gateway: inject()) }
        }
    )
    let leaf = Row(
        "await-leaf",
        "`injectAsync()` of an asynchronous `.closureBased` class",
        against: "await its provider",
        budget: .nanoseconds(1_200),
        allocations: 5,
        setUp: { Imposer.impose(for: SystemClock.self, option: .closureBased) { () async in await makeLeaf() } },
        ours: Work(inTasksOf: 10_000) { count in
            for _ in 0..<count {
                guard let clock: SystemClock = try? await injectAsync() else { return }
                use(object: clock)
            }
        },
        baseline: Work(inTasksOf: 10_000) { count in
            for _ in 0..<count { use(object: await makeLeaf()) }
        }
    )
    return [ready, leaf]
}
