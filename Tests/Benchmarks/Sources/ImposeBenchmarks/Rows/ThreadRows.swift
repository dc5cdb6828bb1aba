import Impose
import Subjects

/// Long enough that starting and waiting do not count.
private let operations = 200_000

private enum Shared {
    static let gateway: any Gateway = makeWideGateway()
    static let payment: any Payment = makeWideGateway()
}

/// Two threads that do the same work on different instances, beside one.
var threadRows: [Row] {
    let second = SecondThread()
    return [
        Row(
            "threads",
            "`inject()` on two threads, different instances",
            against: "on one thread",
            budget: .throughput(1.7),
            setUp: {
                Imposer.impose(for: (any Gateway).self, makeWideGateway)
                Imposer.impose(for: (any Payment).self, makeWideGateway)
            },
            ours: Work(operations: 2 * operations, samples: 50) {
                second.prepare(injectPayments, during: injectGateways)
            },
            baseline: Work(operations: operations, samples: 50) { injectGateways }
        ),
        Row(
            "threads-static",
            "for comparison: read a `static let` on two threads",
            against: "on one thread",
            ours: Work(operations: 2 * operations, samples: 50) {
                second.prepare(readPayments, during: readGateways)
            },
            baseline: Work(operations: operations, samples: 50) { readGateways }
        ),
    ]
}

@Sendable
private func injectGateways() {
    for _ in 0..<operations { use(gateway: inject()) }
}

@Sendable
private func injectPayments() {
    for _ in 0..<operations { use(payment: inject()) }
}

@Sendable
private func readGateways() {
    for _ in 0..<operations { use(gateway: Shared.gateway) }
}

@Sendable
private func readPayments() {
    for _ in 0..<operations { use(payment: Shared.payment) }
}
