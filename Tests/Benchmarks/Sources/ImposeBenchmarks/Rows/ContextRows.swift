import Impose
import Subjects

/// The costs of scopes and isolated directories.
var contextRows: [Row] {
    [
        Row(
            "scope",
            "open a scope, resolve one scoped instance, dispose of the scope",
            against: "make and free the instance",
            budget: .nanoseconds(500),
            allocations: 7,
            setUp: {
                Imposer.impose(for: (any Gateway).self, option: .scopedInstance, makeGateway)
                fill(to: 100)
            },
            ours: Work { count in
                let primary = Imposer.shared
                for _ in 0..<count {
                    let scope = primary.openScope()
                    use(gateway: scope.inject())
                    scope.dispose()
                }
            },
            baseline: Work { count in
                for _ in 0..<count { use(gateway: makeAnyGateway()) }
            }
        ),
        Row(
            "scope-run",
            "for comparison: the same with a name and `run`, three injections of it",
            against: "make and free the instance",
            setUp: {
                Imposer.impose(for: (any Gateway).self, option: .scopedInstance, makeGateway)
                fill(to: 100)
            },
            ours: Work { count in
                let primary = Imposer.shared
                for _ in 0..<count {
                    let scope = primary.openScope("request")
                    scope.run {
                        for _ in 0..<3 { use(gateway: inject()) }
                    }
                    scope.dispose()
                }
            },
            baseline: Work { count in
                for _ in 0..<count { use(gateway: makeAnyGateway()) }
            }
        ),
        Row(
            "isolated",
            "an isolated directory over 100 registrations",
            against: "copy a `Dictionary` of 100",
            budget: .nanoseconds(25_000),
            setUp: { fill(to: 100) },
            ours: Work(operations: 100) { count in
                for _ in 0..<count { Imposer.isolated { use(object: Imposer.shared) } }
            },
            baseline: Work(operations: 100) { count in copyDictionaries(count) }
        ),
        Row(
            "isolated-impose",
            "the same, one registration replaced inside and injected",
            against: "copy a `Dictionary` of 100",
            budget: .nanoseconds(1_150),
            setUp: {
                Imposer.impose(for: (any Gateway).self, makeGateway)
                fill(to: 100)
            },
            ours: Work(operations: 100) { count in
                for _ in 0..<count {
                    Imposer.isolated {
                        Imposer.impose(for: (any Gateway).self, makeGateway)
                        use(gateway: inject())
                    }
                }
            },
            baseline: Work(operations: 100) { count in copyDictionaries(count) }
        ),
    ]
}

/// Copies dictionaries by changing them.
private func copyDictionaries(_ count: Int) {
    let original = Dictionary(uniqueKeysWithValues: (0..<100).map { (ObjectIdentifier(numbered($0)), $0) })
    let key = ObjectIdentifier(Int.self)
    for number in 0..<count {
        var copy = original
        copy[key] = number
        precondition(copy.count == 101)
    }
}
