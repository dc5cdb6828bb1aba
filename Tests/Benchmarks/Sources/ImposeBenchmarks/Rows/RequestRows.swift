import Impose
import Subjects

/// So few that most samples are not interrupted.
private let few = 100

/// Long enough that starting and waiting do not count.
private let perThread = 5_000

private let crowd = 1_000

/// Requests on a server, each with a scope that is given two values.
var requestRows: [Row] {
    [
        Row(
            "request",
            "request: open, give two values, inject them, a scoped object of both and its alias, dispose",
            against: "the same objects by hand, through a task-local",
            budget: .ratio(3.5),
            allocations: 9,
            setUp: imposeForRequests,
            ours: Work(operations: few) { count in
                for _ in 0..<count { serve() }
            },
            baseline: byHand
        ),
        Row(
            "request-task",
            "the same in a task",
            against: "by hand, in a task",
            budget: .ratio(3.5),
            allocations: 9,
            setUp: imposeForRequests,
            ours: Work(inTasksOf: 2_000) { count in
                for _ in 0..<count { serve() }
            },
            baseline: Work(inTasksOf: 2_000) { count in
                for _ in 0..<count { serveByHand() }
            }
        ),
        Row(
            "request-named",
            "the same with `.scopedInstance(in:)`",
            against: "by hand",
            budget: .ratio(3.5),
            allocations: 9,
            setUp: { imposeForRequests(.scopedInstance(in: "request")) },
            ours: Work(operations: few) { count in
                for _ in 0..<count { serve() }
            },
            baseline: byHand
        ),
        Row(
            "request-instance",
            "the same with `impose(for:instance:)`",
            against: "by hand",
            budget: .ratio(4.5),
            setUp: imposeForRequests,
            ours: Work(operations: few) { count in
                for _ in 0..<count { serve(giving: imposeInstances) }
            },
            baseline: byHand
        ),
        Row(
            "request-closure",
            "the same with a closure for each value",
            against: "by hand",
            budget: .ratio(8),
            setUp: imposeForRequests,
            ours: Work(operations: few) { count in
                for _ in 0..<count { serve(giving: imposeClosures) }
            },
            baseline: byHand
        ),
    ] + manyRequestsRows
}

private var byHand: Work {
    Work(operations: few) { count in
        for _ in 0..<count { serveByHand() }
    }
}

/// Many requests at once.
private var manyRequestsRows: [Row] {
    let second = SecondThread()
    let open = OpenScopes()
    return [
        Row(
            "request-threads",
            "requests on two threads",
            against: "on one thread",
            budget: .throughput(1.7),
            setUp: imposeForRequests,
            ours: Work(operations: 2 * perThread, samples: 5) {
                second.prepare(serveMany, during: serveMany)
            },
            baseline: Work(operations: perThread, samples: 5) { serveMany }
        ),
        Row(
            "request-threads-hand",
            "for comparison: by hand on two threads",
            against: "on one thread",
            ours: Work(operations: 2 * perThread, samples: 50) {
                second.prepare(serveManyByHand, during: serveManyByHand)
            },
            baseline: Work(operations: perThread, samples: 50) { serveManyByHand }
        ),
        Row(
            "request-crowd",
            "a request while 1,000 scopes are open",
            against: "while there are no others",
            budget: .ratio(1.1),
            setUp: imposeForRequests,
            ours: Work(operations: crowd, samples: 20) {
                open.fill(to: crowd)
                open.handle()
                return serveCrowd
            },
            baseline: Work(operations: crowd, samples: 20) {
                open.disposeOfAll()
                return serveCrowd
            }
        ),
        Row(
            "request-together",
            "for comparison: 1,000 requests, all opened before the first is handled",
            against: "one after the other",
            setUp: imposeForRequests,
            ours: Work(operations: crowd, samples: 20) { serveCrowdTogether },
            baseline: Work(operations: crowd, samples: 20) { serveCrowd }
        ),
    ]
}

@Sendable
private func serveMany() {
    for _ in 0..<perThread { serve() }
}

@Sendable
private func serveManyByHand() {
    for _ in 0..<perThread { serveByHand() }
}

private func serveCrowd() {
    for _ in 0..<crowd { serve() }
}

private func serveCrowdTogether() {
    let scopes = OpenScopes()
    scopes.fill(to: crowd)
    scopes.handle()
    scopes.disposeOfAll()
}
