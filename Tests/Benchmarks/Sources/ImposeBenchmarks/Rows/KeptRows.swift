import Impose
import Subjects

/// The globals of an app without a container.
enum AppWide {
    static let gateway: any Gateway = makeAnyGateway()
}

/// Instances that exist.
var keptRows: [Row] {
    let readStatic = Work { count in
        for _ in 0..<count { use(gateway: AppWide.gateway) }
    }
    let injectExact = Work { count in
        for _ in 0..<count { use(gateway: inject()) }
    }
    let table = LockedTable()
    let kept = [(1, "1 registration"), (100, "100 registrations"), (100_000, "100,000 registrations")].map {
        (count, text) in
        Row(
            "kept-\(count)",
            "`inject()` of a kept instance, \(text)",
            against: "read a `static let`",
            budget: .ratio(1.5),
            allocations: 0,
            setUp: {
                Imposer.impose(for: (any Gateway).self, makeGateway)
                fill(to: count)
            },
            ours: injectExact,
            baseline: readStatic
        )
    }
    let nearest = Row(
        "nearest",
        "the same through a nearest match, 100 registrations",
        against: "the exact one",
        budget: .ratio(1.3),
        allocations: 0,
        setUp: {
            Imposer.impose(for: (any Gateway).self, makeGateway)
            fill(to: 100)
        },
        ours: Work { count in
            for _ in 0..<count { use(payment: inject()) }
        },
        baseline: injectExact
    )
    let locked = Row(
        "dictionary",
        "for comparison: `Dictionary` + `Mutex` + `as!`, 100 entries",
        against: "read a `static let`",
        setUp: {
            table.insert(makeGateway(), for: (any Gateway).self)
            for number in 1..<100 { table.insert(number, for: numbered(number)) }
        },
        ours: Work { count in
            for _ in 0..<count { use(gateway: table.value()) }
        },
        baseline: readStatic
    )
    let called = Row(
        "kept-called",
        "for comparison: `inject()` in a function that is called each time, 100 registrations",
        against: "a `static let`, the same way",
        setUp: {
            Imposer.impose(for: (any Gateway).self, makeGateway)
            fill(to: 100)
        },
        ours: Work { count in
            for _ in 0..<count { useInjected() }
        },
        baseline: Work { count in
            for _ in 0..<count { useStatic() }
        }
    )
    return kept + [called, nearest, locked]
}

// Here each call, on both sides, asks for the metadata of the type, for the thread's record, and whether the
// `static let` has been initialised. In the loops of the other rows the optimiser does so once.

@inline(never)
private func useInjected() {
    use(gateway: inject())
}

@inline(never)
private func useStatic() {
    use(gateway: AppWide.gateway)
}
