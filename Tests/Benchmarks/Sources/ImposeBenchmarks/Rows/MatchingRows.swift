import Impose
import Subjects

private let unrelated = 1_000

private enum KnownClasses {
    static let all = (0..<unrelated).map(numbered)
}

/// Searches for the nearest of many registrations.
var matchingRows: [Row] {
    [
        Row(
            "search",
            "first nearest match among 1,000 unrelated registrations",
            against: "1,000 conformance checks",
            budget: .nanoseconds(200_000),
            ours: Work(operations: 1, samples: 5) { search(FreshClasses.take(unrelated)) },
            baseline: Work(operations: 1, samples: 5) { check(FreshClasses.take(unrelated)) }
        ),
        Row(
            "search-again",
            "the same when the runtime knows the answers of the checks",
            against: "1,000 repeated conformance checks",
            ours: Work(operations: 1, samples: 200) { search(KnownClasses.all) },
            baseline: Work(operations: 1, samples: 200) { check(KnownClasses.all) }
        ),
        Row(
            "search-isolated",
            "a nearest match among them in an isolated directory, found outside before",
            against: "the exact one in such a directory",
            budget: .ratio(1.3),
            setUp: { search(KnownClasses.all)() },
            ours: Work(operations: 100) { count in
                for _ in 0..<count { Imposer.isolated { use(payment: inject()) } }
            },
            baseline: Work(operations: 100) { count in
                for _ in 0..<count { Imposer.isolated { use(gateway: inject() as StripeGateway) } }
            }
        ),
    ]
}

private func search(_ types: [any Numbered.Type]) -> () -> Void {
    Imposer.removeAll()
    for type in types { impose(type) }
    Imposer.impose(for: StripeGateway.self, instance: makeGateway())
    return { use(payment: inject()) }
}

private func check(_ types: [any Numbered.Type]) -> () -> Void {
    {
        var count = 0
        for type in types where type is any Payment.Type { count += 1 }
        precondition(count == 0, "Numbered classes are no payments")
    }
}
