import Comparing
import Macaroni
import Subjects

/// Macaroni: one container for all objects, locked where its page says so, and no log.
enum MacaroniContestant: Contestant {
    nonisolated(unsafe) private static var container = makeContainer()

    /// Makes an empty container that logs nothing.
    private static func makeContainer() -> Container {
        Macaroni.logger = DisabledMacaroniLogger()
        let container = Container()
        Container.lookupPolicy = .singleton(container)
        return container
    }

    /// Resolves a type, or stops where Macaroni throws.
    private static func resolved<T>(from container: Container) -> T {
        do {
            return try container.resolve()
        } catch {
            fatalError("\(error)")
        }
    }

    static func clear() { container = makeContainer() }

    static func register(_ items: [any Item.Type]) {
        container.unlock()
        func register<T: Item>(_ type: T.Type) {
            let instance = Lazily { T() }
            container.register { () -> T in instance.value }
        }
        for item in items { register(item) }
    }

    static func resolve(_ item: any Item.Type) -> AnyObject {
        func resolve<T: Item>(_ type: T.Type) -> AnyObject { resolved(from: container) as T }
        return resolve(item)
    }

    static func loop(_ exercise: Exercise) -> ((Int) -> Void)? {
        let (one, _) = pair()
        switch exercise {
        case .kept, .many:
            return one
        case .transient, .graph:
            return transient(exercise)
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
                    let child = Container(parent: container)
                    let instance = Lazily { makeGateway() }
                    child.register { () -> any Gateway in instance.value }
                    use(gateway: resolved(from: child))
                }
            }
        case .override:
            return { count in
                for _ in 0..<count {
                    let child = Container(parent: container)
                    let double = makeGateway()
                    child.register { () -> any Gateway in double }
                    use(gateway: resolved(from: child))
                }
            }
        case .register, .threads:
            return nil
        }
    }

    /// Registers what is made each time, and gives the loop over one instance or over a graph.
    private static func transient(_ exercise: Exercise) -> (Int) -> Void {
        container.unlock()
        container.register { () -> StripeGateway in makeGateway() }
        container.register { () -> any Gateway in makeGateway() }
        container.register { () -> any Subjects.Clock in makeClock() }
        container.register { () -> Checkout in
            makeCheckout(gateway: resolved(from: container), clock: resolved(from: container))
        }
        container.register { () -> Shop in makeShop(checkout: resolved(from: container)) }
        container.lock()
        if exercise == .graph {
            return { count in
                for _ in 0..<count { use(object: resolved(from: container) as Shop) }
            }
        }
        return { count in
            for _ in 0..<count { use(object: resolved(from: container) as StripeGateway) }
        }
    }

    static func pair() -> (one: @Sendable (Int) -> Void, other: @Sendable (Int) -> Void) {
        let (gateway, payment) = (makeWideGateway(), makeWideGateway())
        container.register { () -> any Gateway in gateway }
        container.register { () -> any Payment in payment }
        container.lock()
        return (
            { count in for _ in 0..<count { use(gateway: resolved(from: container)) } },
            { count in for _ in 0..<count { use(payment: resolved(from: container)) } }
        )
    }

    static func once(_ item: any Item.Type, _ make: @escaping @Sendable () -> any Gateway) -> @Sendable () -> Void {
        let instance = Lazily(make)
        container.register { () -> any Gateway in instance.value }
        return { use(gateway: resolved(from: container)) }
    }

    static func circle(_ meet: @escaping @Sendable () -> Void) -> (left: Attempt, right: Attempt) {
        let left = Lazily {
            meet()
            return Left(resolved(from: container))
        }
        let right = Lazily {
            meet()
            return Right(resolved(from: container))
        }
        container.register { () -> Left in left.value }
        container.register { () -> Right in right.value }
        return ({ _ = resolved(from: container) as Left }, { _ = resolved(from: container) as Right })
    }

    static var missing: Attempt? {
        { let _: any Unregistered = try container.resolve() }
    }

    /// Replaces the container that wrappers look into, which is the whole process's.
    static func test(_ double: any Gateway, _ body: (() -> any Gateway) -> Void) {
        let child = Container(parent: container)
        child.register { () -> any Gateway in double }
        Container.lookupPolicy = .singleton(child)
        body { makeReceipt().gateway }
        Container.lookupPolicy = .singleton(container)
    }
}

/// What Macaroni's page has for an instance that is made when it is first asked for.
private final class Lazily<Value>: @unchecked Sendable {
    private(set) lazy var value = make()
    private let make: () -> Value

    init(_ make: @escaping () -> Value) { self.make = make }
}

/// An object with a property wrapper.
private final class Receipt {
    @Injected var gateway: any Gateway
}

/// Makes one that is really on the heap.
@inline(never)
private func makeReceipt() -> Receipt { Receipt() }
