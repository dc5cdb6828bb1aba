import Comparing
import Resolver
import Subjects

/// Resolver: one global registry, the application scope for what is kept.
enum ResolverContestant: Contestant {
    static func clear() { Resolver.reset() }

    static func register(_ items: [any Item.Type]) {
        func register<T: Item>(_ type: T.Type) {
            Resolver.register(type) { T() }.scope(.application)
        }
        for item in items { register(item) }
    }

    static func resolve(_ item: any Item.Type) -> AnyObject {
        func resolve<T: Item>(_ type: T.Type) -> AnyObject { Resolver.resolve(type) }
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
        case .scope:
            Resolver.register((any Gateway).self) { makeGateway() }.scope(.cached)
            return { count in
                for _ in 0..<count {
                    use(gateway: Resolver.resolve())
                    ResolverScope.cached.reset()
                }
            }
        case .override:
            _ = pair()
            return { count in
                for _ in 0..<count { test(makeGateway()) { use(gateway: $0()) } }
            }
        case .register, .threads:
            return nil
        }
    }

    /// Registers what is made each time, and gives the loop over one instance or over a graph.
    private static func transient(_ exercise: Exercise) -> (Int) -> Void {
        Resolver.register { makeGateway() }.scope(.unique)
        Resolver.register((any Gateway).self) { makeGateway() }.scope(.unique)
        Resolver.register((any Subjects.Clock).self) { makeClock() }.scope(.unique)
        Resolver.register { makeCheckout(gateway: Resolver.resolve(), clock: Resolver.resolve()) }.scope(.unique)
        Resolver.register { makeShop(checkout: Resolver.resolve()) }.scope(.unique)
        if exercise == .graph {
            return { count in
                for _ in 0..<count { use(object: Resolver.resolve(Shop.self)) }
            }
        }
        return { count in
            for _ in 0..<count { use(object: Resolver.resolve(StripeGateway.self)) }
        }
    }

    static func pair() -> (one: @Sendable (Int) -> Void, other: @Sendable (Int) -> Void) {
        Resolver.register((any Gateway).self) { makeWideGateway() }.scope(.application)
        Resolver.register((any Payment).self) { makeWideGateway() }.scope(.application)
        return (
            { count in for _ in 0..<count { use(gateway: Resolver.resolve()) } },
            { count in for _ in 0..<count { use(payment: Resolver.resolve()) } }
        )
    }

    static func once(_ item: any Item.Type, _ make: @escaping @Sendable () -> any Gateway) -> @Sendable () -> Void {
        Resolver.reset()
        Resolver.register((any Gateway).self) { make() }.scope(.application)
        return { use(gateway: Resolver.resolve()) }
    }

    static func circle(_ meet: @escaping @Sendable () -> Void) -> (left: Attempt, right: Attempt) {
        Resolver.register(Left.self) {
            meet()
            return Left(Resolver.resolve())
        }.scope(.application)
        Resolver.register(Right.self) {
            meet()
            return Right(Resolver.resolve())
        }.scope(.application)
        return ({ _ = Resolver.resolve(Left.self) }, { _ = Resolver.resolve(Right.self) })
    }

    static var missing: Attempt? {
        { _ = Resolver.resolve((any Unregistered).self) }
    }

    /// Replaces the root, which is the whole process's.
    static func test(_ double: any Gateway, _ body: (() -> any Gateway) -> Void) {
        Resolver.root = Resolver(child: .main)
        Resolver.root.register((any Gateway).self) { double }
        body { Resolver.resolve() }
        Resolver.root = .main
    }
}

/// An object with a property wrapper.
private final class Receipt {
    @Injected var gateway: any Gateway
}

/// Makes one that is really on the heap.
@inline(never)
private func makeReceipt() -> Receipt { Receipt() }
