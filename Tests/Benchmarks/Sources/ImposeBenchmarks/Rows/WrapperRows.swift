import Impose
import Subjects

private final class Receipt {
    @Injected var gateway: any Gateway
}

private final class PlainReceipt {
    let gateway: any Gateway

    init(gateway: any Gateway) {
        self.gateway = gateway
    }
}

/// The property wrapper.
var wrapperRows: [Row] {
    let receipt = Receipt()
    let plain = PlainReceipt(gateway: makeAnyGateway())
    func setUp() {
        Imposer.impose(for: (any Gateway).self, makeGateway)
        fill(to: 100)
    }
    return [
        Row(
            "injected-first",
            "`@Injected`: create and read for the first time",
            against: "`inject()`",
            budget: .excess(60),
            setUp: setUp,
            ours: Work { count in
                for _ in 0..<count {
                    @Injected var gateway: any Gateway
                    use(gateway: gateway)
                }
            },
            baseline: Work { count in
                for _ in 0..<count { use(gateway: inject()) }
            }
        ),
        Row(
            "injected-later",
            "`@Injected`: read later",
            against: "read a stored property",
            budget: .nanoseconds(10),
            allocations: 0,
            setUp: setUp,
            ours: Work { count in
                for _ in 0..<count { use(gateway: receipt.gateway) }
            },
            baseline: Work { count in
                for _ in 0..<count { use(gateway: plain.gateway) }
            }
        ),
    ]
}
