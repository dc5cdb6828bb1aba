import Comparing
import DITranquillity
import Subjects

/// DITranquillity: a container that is passed on, one instance per container for what is kept, and no log.
enum DITranquillityContestant: Contestant {
    nonisolated(unsafe) private static var container = makeContainer()
    private static let request = DIScope(name: "request", storage: DICacheStorage())

    /// Makes an empty container that logs nothing.
    private static func makeContainer() -> DIContainer {
        DISetting.Log.fun = nil
        return DIContainer()
    }

    static func clear() { container = makeContainer() }

    static func register(_ items: [any Item.Type]) {
        func register<T: Item>(_ type: T.Type) {
            container.register { T() }.lifetime(.perContainer(.strong))
        }
        for item in items { register(item) }
    }

    static func resolve(_ item: any Item.Type) -> AnyObject {
        func resolve<T: Item>(_ type: T.Type) -> AnyObject { container.resolve() as T }
        return resolve(item)
    }

    static func loop(_ exercise: Exercise) -> ((Int) -> Void)? {
        switch exercise {
        case .kept, .many:
            return pair().one
        case .transient, .graph:
            return transient(exercise)
        case .scope:
            container.register { makeGateway() }.as((any Gateway).self).lifetime(.custom(request))
            return { count in
                for _ in 0..<count {
                    use(gateway: container.resolve())
                    request.clean()
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
        container.register { makeGateway() }.as((any Gateway).self).lifetime(.prototype)
        container.register { makeClock() }.as((any Subjects.Clock).self).lifetime(.prototype)
        container.register { makeCheckout(gateway: $0, clock: $1) }.lifetime(.prototype)
        container.register { makeShop(checkout: $0) }.lifetime(.prototype)
        if exercise == .graph {
            return { count in
                for _ in 0..<count { use(object: container.resolve() as Shop) }
            }
        }
        return { count in
            for _ in 0..<count { use(object: container.resolve() as StripeGateway) }
        }
    }

    static func pair() -> (one: @Sendable (Int) -> Void, other: @Sendable (Int) -> Void) {
        container.register { makeWideGateway() }.as((any Gateway).self).lifetime(.perContainer(.strong))
        container.register { makeWideGateway() }.as((any Payment).self).lifetime(.perContainer(.strong))
        return (
            { count in for _ in 0..<count { use(gateway: container.resolve()) } },
            { count in for _ in 0..<count { use(payment: container.resolve()) } }
        )
    }

    static func once(_ item: any Item.Type, _ make: @escaping @Sendable () -> any Gateway) -> @Sendable () -> Void {
        container = makeContainer()
        container.register { make() }.as((any Gateway).self).lifetime(.perContainer(.strong))
        return { use(gateway: container.resolve()) }
    }

    static func circle(_ meet: @escaping @Sendable () -> Void) -> (left: Attempt, right: Attempt) {
        container.register {
            meet()
            return Left(container.resolve())
        }.lifetime(.perContainer(.strong))
        container.register {
            meet()
            return Right(container.resolve())
        }.lifetime(.perContainer(.strong))
        return ({ _ = container.resolve() as Left }, { _ = container.resolve() as Right })
    }

    static var missing: Attempt? {
        { _ = container.resolve() as any Unregistered }
    }

    /// Makes a container below, which the test passes on.
    static func test(_ double: any Gateway, _ body: (() -> any Gateway) -> Void) {
        let child = DIContainer(parent: container)
        child.register { double }.as((any Gateway).self)
        body { child.resolve() }
    }
}
