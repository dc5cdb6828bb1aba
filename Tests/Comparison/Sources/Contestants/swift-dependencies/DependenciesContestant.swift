import Comparing
import Dependencies
import Subjects

/// swift-dependencies: a key for each dependency. What is made each time is a closure, which is the dependency.
enum DependenciesContestant: Contestant {
    /// Does nothing: values can be set again, not removed.
    static func clear() {}

    static func register(_ items: [any Item.Type]) {
        prepareDependencies { values in
            func register<T: Item>(_ type: T.Type) { values[ItemKey<T>.self] = T() }
            for item in items { register(item) }
        }
    }

    static func resolve(_ item: any Item.Type) -> AnyObject {
        func resolve<T: Item>(_ type: T.Type) -> AnyObject {
            @Dependency(ItemKey<T>.self) var item
            return item
        }
        return resolve(item)
    }

    static func loop(_ exercise: Exercise) -> ((Int) -> Void)? {
        switch exercise {
        case .kept, .many:
            return pair().one
        case .transient:
            return { count in
                for _ in 0..<count {
                    @Dependency(\.makeGateway) var make
                    use(object: make())
                }
            }
        case .graph:
            return { count in
                for _ in 0..<count {
                    @Dependency(\.makeShop) var make
                    use(object: make())
                }
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
        case .override:
            return { count in
                for _ in 0..<count { test(makeGateway()) { use(gateway: $0()) } }
            }
        case .scope, .register, .threads:
            return nil
        }
    }

    static func pair() -> (one: @Sendable (Int) -> Void, other: @Sendable (Int) -> Void) {
        (
            { count in
                for _ in 0..<count {
                    @Dependency(\.gateway) var gateway
                    use(gateway: gateway)
                }
            },
            { count in
                for _ in 0..<count {
                    @Dependency(\.payment) var payment
                    use(payment: payment)
                }
            }
        )
    }

    static func once(_ item: any Item.Type, _ make: @escaping @Sendable () -> any Gateway) -> @Sendable () -> Void {
        func once<T: Item>(_ type: T.Type) -> @Sendable () -> Void {
            Hooks.make = make
            return {
                @Dependency(OnceKey<T>.self) var gateway
                use(gateway: gateway)
            }
        }
        return once(item)
    }

    static func circle(_ meet: @escaping @Sendable () -> Void) -> (left: Attempt, right: Attempt) {
        Hooks.meet = meet
        return (
            {
                @Dependency(LeftKey.self) var left
                _ = left
            },
            {
                @Dependency(RightKey.self) var right
                _ = right
            }
        )
    }

    /// Nothing can be missing: each key has a live value.
    static var missing: Attempt? { nil }

    static func test(_ double: any Gateway, _ body: (() -> any Gateway) -> Void) {
        withDependencies {
            $0.gateway = double
        } operation: {
            body {
                @Dependency(\.gateway) var gateway
                return gateway
            }
        }
    }
}

/// An object with a property wrapper.
private final class Receipt {
    @Dependency(\.gateway) var gateway
}

/// Makes one that is really on the heap.
@inline(never)
private func makeReceipt() -> Receipt { Receipt() }
