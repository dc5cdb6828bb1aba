import Comparing
import Impose
import Subjects

/// The first Impose. It has no scopes, and nothing for tests: a double is registered for the whole process.
enum ImposeOneContestant: Contestant {
    /// Does nothing: registrations can be replaced, not removed.
    static func clear() {}

    static func register(_ items: [any Item.Type]) {
        func register<T: Item>(_ type: T.Type) {
            Imposer.impose(for: type) { T() }
        }
        for item in items { register(item) }
    }

    static func resolve(_ item: any Item.Type) -> AnyObject {
        func resolve<T: Item>(_ type: T.Type) -> AnyObject { inject(of: type) }
        return resolve(item)
    }

    static func loop(_ exercise: Exercise) -> ((Int) -> Void)? {
        switch exercise {
        case .kept, .many:
            return pair().one
        case .transient, .graph:
            return transient(exercise)
        case .wrapper:
            _ = pair()
            return { count in
                for _ in 0..<count { use(gateway: makeReceipt().gateway) }
            }
        case .later:
            _ = pair()
            let receipt = makeReceipt()
            return { count in
                for _ in 0..<count { use(gateway: receipt.gateway) }
            }
        case .override:
            _ = pair()
            return { count in
                for _ in 0..<count { test(makeGateway()) { use(gateway: $0()) } }
            }
        case .scope, .register, .threads:
            return nil
        }
    }

    /// Registers what is made each time, and gives the loop over one instance or over a graph.
    private static func transient(_ exercise: Exercise) -> (Int) -> Void {
        Imposer.impose(for: StripeGateway.self, option: .closureBased) { makeGateway() }
        Imposer.impose(for: (any Gateway).self, option: .closureBased) { makeGateway() }
        Imposer.impose(for: (any Subjects.Clock).self, option: .closureBased) { makeClock() }
        Imposer.impose(for: Checkout.self, option: .closureBased) { makeCheckout(gateway: inject(), clock: inject()) }
        Imposer.impose(for: Shop.self, option: .closureBased) { makeShop(checkout: inject()) }
        if exercise == .graph {
            return { count in
                for _ in 0..<count { use(object: inject(of: Shop.self)) }
            }
        }
        return { count in
            for _ in 0..<count { use(object: inject(of: StripeGateway.self)) }
        }
    }

    static func pair() -> (one: @Sendable (Int) -> Void, other: @Sendable (Int) -> Void) {
        Imposer.impose(for: (any Gateway).self) { makeWideGateway() }
        Imposer.impose(for: (any Payment).self) { makeWideGateway() }
        return (
            { count in for _ in 0..<count { use(gateway: inject()) } },
            { count in for _ in 0..<count { use(payment: inject()) } }
        )
    }

    static func once(_ item: any Item.Type, _ make: @escaping @Sendable () -> any Gateway) -> @Sendable () -> Void {
        Imposer.impose(for: (any Gateway).self) { make() }
        return { use(gateway: inject()) }
    }

    static func circle(_ meet: @escaping @Sendable () -> Void) -> (left: Attempt, right: Attempt) {
        Imposer.impose(for: Left.self) {
            meet()
            return Left(inject())
        }
        Imposer.impose(for: Right.self) {
            meet()
            return Right(inject())
        }
        return ({ _ = try tryInject(of: Left.self) }, { _ = try tryInject(of: Right.self) })
    }

    static var missing: Attempt? {
        { _ = try tryInject(of: (any Unregistered).self) }
    }

    /// Registers the double for the whole process, and then the real one again.
    static func test(_ double: any Gateway, _ body: (() -> any Gateway) -> Void) {
        Imposer.impose(for: (any Gateway).self) { double }
        body { inject() }
        Imposer.impose(for: (any Gateway).self) { makeWideGateway() }
    }
}

/// An object with a property wrapper.
private final class Receipt {
    @Injected var gateway: any Gateway
}

/// Makes one that is really on the heap.
@inline(never)
private func makeReceipt() -> Receipt { Receipt() }
