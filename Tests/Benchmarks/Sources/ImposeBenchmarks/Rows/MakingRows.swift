import Impose
import Subjects

/// Instances that are made at each injection. Both sides call the same functions, which make one object each.
var makingRows: [Row] {
    [
        Row(
            "closure",
            "`.closureBased` class",
            against: "its `init`",
            budget: .ratio(1.6),
            allocations: 1,
            setUp: { Imposer.impose(for: StripeGateway.self, option: .closureBased, makeGateway) },
            ours: Work { count in
                for _ in 0..<count { use(object: inject() as StripeGateway) }
            },
            baseline: Work { count in
                for _ in 0..<count { use(object: makeGateway()) }
            }
        ),
        Row(
            "arguments",
            "`.closureBased` class of two arguments, among 100 registrations",
            against: "its `init`",
            setUp: {
                Imposer.impose(for: UserNotes.self, option: .closureBased, makeNotes)
                fill(to: 100)
            },
            ours: Work { count in
                let (user, logger) = (makeUser(), makeLogger())
                for _ in 0..<count { use(object: inject(of: UserNotes.self, arguments: user, logger)) }
            },
            baseline: Work { count in
                let (user, logger) = (makeUser(), makeLogger())
                for _ in 0..<count { use(object: makeNotes(user: user, logger: logger)) }
            }
        ),
        Row(
            "graph",
            "three-level `.closureBased` graph by parameters, four objects",
            against: "the same calls by hand",
            budget: .ratio(1.7),
            setUp: {
                Imposer.impose(for: (any Gateway).self, option: .closureBased, makeGateway)
                Imposer.impose(for: (any Clock).self, option: .closureBased, makeClock)
                Imposer.impose(for: Checkout.self, option: .closureBased, makeCheckout)
                Imposer.impose(for: Shop.self, option: .closureBased, makeShop)
            },
            ours: Work { count in
                for _ in 0..<count { use(object: inject() as Shop) }
            },
            baseline: Work { count in
                for _ in 0..<count {
                    use(object: makeShop(checkout: makeCheckout(gateway: makeGateway(), clock: makeClock())))
                }
            }
        ),
    ]
}
