import Comparing
import Impose
import Subjects

/// Impose, in the way that its pages recommend.
enum ImposeContestant: Contestant {
    static func clear() { Imposer.removeAll() }

    static func register(_ items: [any Item.Type]) {
        func register<T: Item>(_ type: T.Type) {
            Imposer.impose(for: type, T.init)
        }
        for item in items { register(item) }
    }

    static func resolve(_ item: any Item.Type) -> AnyObject {
        func resolve<T: Item>(_ type: T.Type) -> AnyObject { inject(of: type) }
        return resolve(item)
    }

    static func loop(_ exercise: Exercise) -> ((Int) -> Void)? {
        switch exercise {
        case .transient, .graph: transient(exercise)
        case .wrapper, .later: wrapper(exercise)
        case .scope: scope()
        default: kept(exercise)
        }
    }

    /// Registers a kept instance, and gives the loop that resolves it or a double.
    private static func kept(_ exercise: Exercise) -> (Int) -> Void {
        Imposer.impose(for: Gateway.self, makeWideGateway)
        if exercise == .override {
            return { count in
                for _ in 0..<count {
                    Imposer.isolated {
                        Imposer.impose(for: Gateway.self, makeGateway)
                        use(gateway: inject())
                    }
                }
            }
        }
        return { count in
            for _ in 0..<count { use(gateway: inject()) }
        }
    }

    /// Registers what is made each time, and gives the loop over one instance or over a graph.
    private static func transient(_ exercise: Exercise) -> (Int) -> Void {
        Imposer.impose(for: StripeGateway.self, option: .closureBased, makeGateway)
        Imposer.impose(for: Gateway.self, option: .closureBased, makeGateway)
        Imposer.impose(for: Clock.self, option: .closureBased, makeClock)
        Imposer.impose(for: Checkout.self, option: .closureBased, makeCheckout)
        Imposer.impose(for: Shop.self, option: .closureBased, makeShop)
        if exercise == .graph {
            return { count in
                for _ in 0..<count { use(object: inject(of: Shop.self)) }
            }
        }
        return { count in
            for _ in 0..<count { use(object: inject(of: StripeGateway.self)) }
        }
    }

    /// Registers a kept instance, and gives the loop that makes an object with a wrapper or reads one.
    private static func wrapper(_ exercise: Exercise) -> (Int) -> Void {
        Imposer.impose(for: Gateway.self, makeWideGateway)
        if exercise == .wrapper {
            return { count in
                for _ in 0..<count { use(gateway: makeReceipt().gateway) }
            }
        }
        let receipt = makeReceipt()
        return { count in
            for _ in 0..<count { use(gateway: receipt.gateway) }
        }
    }

    /// Registers a scoped instance, and gives the loop that opens scopes.
    private static func scope() -> (Int) -> Void {
        Imposer.impose(for: Gateway.self, option: .scopedInstance, makeGateway)
        return { count in
            for _ in 0..<count {
                let scope = Imposer.openScope()
                use(gateway: scope.inject())
                scope.dispose()
            }
        }
    }

    static func pair() -> (one: @Sendable (Int) -> Void, other: @Sendable (Int) -> Void) {
        Imposer.impose(for: Gateway.self, makeWideGateway)
        Imposer.impose(for: Payment.self, makeWideGateway)
        return (
            { count in for _ in 0..<count { use(gateway: inject()) } },
            { count in for _ in 0..<count { use(payment: inject()) } }
        )
    }

    static func once(_ item: any Item.Type, _ make: @escaping @Sendable () -> any Gateway) -> @Sendable () -> Void {
        Imposer.impose(for: Gateway.self, make)
        return { use(gateway: inject()) }
    }

    static func circle(_ meet: @escaping @Sendable () -> Void) -> (left: Attempt, right: Attempt) {
        Imposer.impose(for: Left.self) {
            meet()
            return Left(try tryInject())
        }
        Imposer.impose(for: Right.self) {
            meet()
            return Right(try tryInject())
        }
        return ({ _ = try tryInject(of: Left.self) }, { _ = try tryInject(of: Right.self) })
    }

    static var missing: Attempt? {
        { _ = try tryInject(of: Unregistered.self) }
    }

    static func test(_ double: any Gateway, _ body: (() -> any Gateway) -> Void) {
        Imposer.isolated {
            Imposer.impose(for: Gateway.self, double)
            body { inject() }
        }
    }
}

/// An object with a property wrapper.
private final class Receipt {
    @Injected var gateway: any Gateway
}

/// Makes one that is really on the heap.
@inline(never)
private func makeReceipt() -> Receipt { Receipt() }
