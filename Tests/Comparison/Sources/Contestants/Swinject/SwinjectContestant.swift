import Comparing
import Subjects
import Swinject

/// Swinject: a container that is passed on. Where several threads use it, they do so through its synchronized view.
enum SwinjectContestant: Contestant {
    nonisolated(unsafe) private static var container = Container()
    nonisolated(unsafe) private static var resolver = container.synchronize()
    private static let request = ObjectScope(storageFactory: PermanentStorage.init, description: "request")

    static func clear() {
        container = Container()
        resolver = container.synchronize()
    }

    static func register(_ items: [any Item.Type]) {
        func register<T: Item>(_ type: T.Type) {
            container.register(type) { _ in T() }.inObjectScope(.container)
        }
        for item in items { register(item) }
    }

    static func resolve(_ item: any Item.Type) -> AnyObject {
        func resolve<T: Item>(_ type: T.Type) -> AnyObject { container.resolve(type)! }
        return resolve(item)
    }

    static func loop(_ exercise: Exercise) -> ((Int) -> Void)? {
        let container = container
        switch exercise {
        case .kept, .many:
            _ = pair()
            return { count in
                for _ in 0..<count { use(gateway: container.resolve((any Gateway).self)!) }
            }
        case .transient, .graph:
            return transient(exercise)
        case .scope:
            container.register((any Gateway).self) { _ in makeGateway() }.inObjectScope(request)
            return { count in
                for _ in 0..<count {
                    use(gateway: container.resolve((any Gateway).self)!)
                    container.resetObjectScope(request)
                }
            }
        case .override:
            _ = pair()
            return { count in
                for _ in 0..<count { test(makeGateway()) { use(gateway: $0()) } }
            }
        case .wrapper, .later, .register, .threads:
            return nil
        }
    }

    /// Registers what is made each time, and gives the loop over one instance or over a graph.
    private static func transient(_ exercise: Exercise) -> (Int) -> Void {
        let container = container
        container.register(StripeGateway.self) { _ in makeGateway() }.inObjectScope(.transient)
        container.register((any Gateway).self) { _ in makeGateway() }.inObjectScope(.transient)
        container.register((any Subjects.Clock).self) { _ in makeClock() }.inObjectScope(.transient)
        container.register(Checkout.self) { resolver in
            let gateway = resolver.resolve((any Gateway).self)!
            return makeCheckout(gateway: gateway, clock: resolver.resolve((any Subjects.Clock).self)!)
        }.inObjectScope(.transient)
        container.register(Shop.self) { resolver in
            makeShop(checkout: resolver.resolve(Checkout.self)!)
        }.inObjectScope(.transient)
        if exercise == .graph {
            return { count in
                for _ in 0..<count { use(object: container.resolve(Shop.self)!) }
            }
        }
        return { count in
            for _ in 0..<count { use(object: container.resolve(StripeGateway.self)!) }
        }
    }

    static func pair() -> (one: @Sendable (Int) -> Void, other: @Sendable (Int) -> Void) {
        container.register((any Gateway).self) { _ in makeWideGateway() }.inObjectScope(.container)
        container.register((any Payment).self) { _ in makeWideGateway() }.inObjectScope(.container)
        return (
            { count in for _ in 0..<count { use(gateway: resolver.resolve((any Gateway).self)!) } },
            { count in for _ in 0..<count { use(payment: resolver.resolve((any Payment).self)!) } }
        )
    }

    static func once(_ item: any Item.Type, _ make: @escaping @Sendable () -> any Gateway) -> @Sendable () -> Void {
        container.register((any Gateway).self) { _ in make() }.inObjectScope(.container)
        return { use(gateway: resolver.resolve((any Gateway).self)!) }
    }

    static func circle(_ meet: @escaping @Sendable () -> Void) -> (left: Attempt, right: Attempt) {
        container.register(Left.self) { resolver in
            meet()
            return Left(resolver.resolve(Right.self)!)
        }.inObjectScope(.container)
        container.register(Right.self) { resolver in
            meet()
            return Right(resolver.resolve(Left.self)!)
        }.inObjectScope(.container)
        return ({ _ = resolver.resolve(Left.self)! }, { _ = resolver.resolve(Right.self)! })
    }

    static var missing: Attempt? {
        { if resolver.resolve((any Unregistered).self) == nil { throw GivesNil() } }
    }

    /// Makes a container below, which the test passes on.
    static func test(_ double: any Gateway, _ body: (() -> any Gateway) -> Void) {
        let child = Container(parent: container)
        child.register((any Gateway).self) { _ in double }
        body { child.resolve((any Gateway).self)! }
    }
}

/// What is thrown for a nil, since nil is Swinject's answer.
private struct GivesNil: Error, CustomStringConvertible {
    let description = "gives nil"
}
