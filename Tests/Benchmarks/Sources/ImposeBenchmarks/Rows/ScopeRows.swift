import Impose
import Subjects

private final class Receipt {
    @Injected var gateway: any Gateway
}

@inline(never)
private func makeReceipt() -> Receipt {
    Receipt()
}

/// Injections while scopes are running.
var scopeRows: [Row] {
    let elsewhere = RunningScopes()
    return [
        Row(
            "scope-kept",
            "`inject()` of a kept instance while a scope is running",
            against: "read a `static let`",
            budget: .ratio(3.3),
            setUp: imposeForRequests,
            ours: Work { count in
                let scope = Imposer.openScope()
                scope.run {
                    for _ in 0..<count { use(gateway: inject()) }
                }
            },
            baseline: readStatic
        ),
        Row(
            "request-kept",
            "the same in a scope that was given two values",
            against: "read a `static let`",
            budget: .ratio(3.3),
            setUp: imposeForRequests,
            ours: inRequest { count in
                for _ in 0..<count { use(gateway: inject()) }
            },
            baseline: readStatic
        ),
        Row(
            "kept-elsewhere",
            "`inject()` of a kept instance while 100 scopes are running in other tasks",
            against: "while none is",
            budget: .ratio(2.1),
            setUp: imposeForRequests,
            ours: Work(operations: manyInjections, samples: 50) {
                elsewhere.fill(to: 100)
                return injectMany
            },
            baseline: Work(operations: manyInjections, samples: 50) {
                elsewhere.endAll()
                return injectMany
            }
        ),
        Row(
            "scoped-again",
            "a scoped instance, asked for again in its scope",
            against: "read a `static let`",
            budget: .ratio(4),
            setUp: imposeForRequests,
            ours: inRequest { count in
                for _ in 0..<count { use(object: inject(of: UserNotes.self)) }
            },
            baseline: readStatic
        ),
        Row(
            "given-again",
            "a given value, asked for again in its scope",
            against: "read a `static let`",
            budget: .ratio(4),
            setUp: imposeForRequests,
            ours: inRequest { count in
                for _ in 0..<count { use(object: inject(of: User.self)) }
            },
            baseline: readStatic
        ),
        Row(
            "injected-scope",
            "`@Injected` in an object that is created in a scope: create and read once",
            against: "the same outside",
            budget: .ratio(1.6),
            setUp: imposeForRequests,
            ours: inRequest { count in
                for _ in 0..<count { use(gateway: makeReceipt().gateway) }
            },
            baseline: Work { count in
                for _ in 0..<count { use(gateway: makeReceipt().gateway) }
            }
        ),
    ]
}

private var readStatic: Work {
    Work { count in
        for _ in 0..<count { use(gateway: AppWide.gateway) }
    }
}

/// Operations in the scope of one request, so many that the cost of opening it does not count.
private func inRequest(_ loop: @escaping (Int) -> Void) -> Work {
    Work(operations: 5_000) { count in
        serve { loop(count) }
    }
}

private let manyInjections = 200_000

private func injectMany() {
    for _ in 0..<manyInjections { use(gateway: inject()) }
}
