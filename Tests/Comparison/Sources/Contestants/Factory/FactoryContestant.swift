import Comparing
import FactoryKit
import Subjects

/// Factory: a property of the container for each dependency, singletons for what is kept.
enum FactoryContestant: Contestant {
    static func clear() {
        Container.shared.reset()
        Scope.singleton.reset()
    }

    static func register(_ items: [any Item.Type]) {
        func register<T: Item>(_ type: T.Type) {
            Container.shared.item(type).register { T() }
        }
        for item in items { register(item) }
    }

    static func resolve(_ item: any Item.Type) -> AnyObject {
        func resolve<T: Item>(_ type: T.Type) -> AnyObject { Container.shared.item(type)() }
        return resolve(item)
    }

    static func loop(_ exercise: Exercise) -> ((Int) -> Void)? {
        switch exercise {
        case .kept, .many:
            return { count in
                for _ in 0..<count { use(gateway: Container.shared.gateway()) }
            }
        case .transient:
            return { count in
                for _ in 0..<count { use(object: Container.shared.stripe()) }
            }
        case .graph:
            return { count in
                for _ in 0..<count { use(object: Container.shared.shop()) }
            }
        case .wrapper:
            return { count in
                for _ in 0..<count { use(gateway: makeReceipt().gateway) }
            }
        case .later:
            let receipt = makeReceipt()
            return { count in
                for _ in 0..<count { use(gateway: receipt.gateway) }
            }
        case .scope:
            return { count in
                for _ in 0..<count {
                    use(gateway: Container.shared.requestGateway())
                    Container.shared.manager.reset(scope: .request)
                }
            }
        case .override:
            return { count in
                for _ in 0..<count { test(makeGateway()) { use(gateway: $0()) } }
            }
        case .register, .threads:
            return nil
        }
    }

    static func pair() -> (one: @Sendable (Int) -> Void, other: @Sendable (Int) -> Void) {
        (
            { count in for _ in 0..<count { use(gateway: Container.shared.gateway()) } },
            { count in for _ in 0..<count { use(payment: Container.shared.payment()) } }
        )
    }

    static func once(_ item: any Item.Type, _ make: @escaping @Sendable () -> any Gateway) -> @Sendable () -> Void {
        Container.shared.gateway.register(factory: make)
        return { use(gateway: Container.shared.gateway()) }
    }

    static func circle(_ meet: @escaping @Sendable () -> Void) -> (left: Attempt, right: Attempt) {
        Container.shared.left.register {
            meet()
            return Left(Container.shared.right())
        }
        Container.shared.right.register {
            meet()
            return Right(Container.shared.left())
        }
        return ({ _ = Container.shared.left() }, { _ = Container.shared.right() })
    }

    /// Nothing can be missing: each dependency is a property with a factory.
    static var missing: Attempt? { nil }

    /// Does what the trait for tests does.
    static func test(_ double: any Gateway, _ body: (() -> any Gateway) -> Void) {
        Scope.$singleton.withValue(Scope.singleton.clone()) {
            Container.$shared.withValue(Container()) {
                Container.shared.gateway.register { double }
                body { Container.shared.gateway() }
            }
        }
    }
}

extension Container {
    fileprivate func item<T: Item>(_ type: T.Type) -> Factory<T> { self { T() }.singleton }
    fileprivate var gateway: Factory<any Gateway> { self { makeWideGateway() }.singleton }
    fileprivate var payment: Factory<any Payment> { self { makeWideGateway() }.singleton }
    fileprivate var requestGateway: Factory<any Gateway> { self { makeGateway() }.scope(.request) }
    fileprivate var stripe: Factory<StripeGateway> { self { makeGateway() } }
    fileprivate var clock: Factory<any Subjects.Clock> { self { makeClock() } }
    fileprivate var anyStripe: Factory<any Gateway> { self { makeGateway() } }
    fileprivate var checkout: Factory<Checkout> {
        self { makeCheckout(gateway: self.anyStripe(), clock: self.clock()) }
    }
    fileprivate var shop: Factory<Shop> { self { makeShop(checkout: self.checkout()) } }
    fileprivate var left: Factory<Left> { self { Left(self.right()) }.singleton }
    fileprivate var right: Factory<Right> { self { Right(self.left()) }.singleton }
}

extension Scope {
    /// The scope that is opened and disposed of.
    fileprivate static let request = Cached()
}

/// An object with a property wrapper.
private final class Receipt {
    @Injected(\.gateway) var gateway: any Gateway
}

/// Makes one that is really on the heap.
@inline(never)
private func makeReceipt() -> Receipt { Receipt() }
