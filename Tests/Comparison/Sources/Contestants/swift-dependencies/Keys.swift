import Comparing
import Dependencies
import Subjects

/// What the faults have the live values do.
enum Hooks {
    nonisolated(unsafe) static var make: @Sendable () -> any Gateway = { makeWideGateway() }
    nonisolated(unsafe) static var meet: @Sendable () -> Void = {}
}

/// The key of a class, registered on itself.
struct ItemKey<T: Item>: DependencyKey {
    static var liveValue: T { T() }
}

/// The key of what two threads ask for: another one for each round.
struct OnceKey<T: Item>: DependencyKey {
    static var liveValue: any Gateway { Hooks.make() }
}

/// The key of one of two classes that need each other.
struct LeftKey: DependencyKey {
    static var liveValue: Left {
        Hooks.meet()
        @Dependency(RightKey.self) var right
        return Left(right)
    }
}

/// The key of the other one.
struct RightKey: DependencyKey {
    static var liveValue: Right {
        Hooks.meet()
        @Dependency(LeftKey.self) var left
        return Right(left)
    }
}

/// The key of the kept instance.
private enum GatewayKey: DependencyKey {
    static var liveValue: any Gateway { makeWideGateway() }
}

/// The key of the second thread's instance.
private enum PaymentKey: DependencyKey {
    static var liveValue: any Payment { makeWideGateway() }
}

/// The key of a closure that makes an instance.
private enum MakeGatewayKey: DependencyKey {
    static var liveValue: @Sendable () -> StripeGateway { { makeGateway() } }
}

/// The key of a closure that makes an instance.
private enum MakeClockKey: DependencyKey {
    static var liveValue: @Sendable () -> any Subjects.Clock { { makeClock() } }
}

/// The key of a closure that makes half a graph.
private enum MakeCheckoutKey: DependencyKey {
    static var liveValue: @Sendable () -> Checkout {
        {
            @Dependency(\.makeGateway) var makeGateway
            @Dependency(\.makeClock) var makeClock
            return makeCheckout(gateway: makeGateway(), clock: makeClock())
        }
    }
}

/// The key of a closure that makes the graph.
private enum MakeShopKey: DependencyKey {
    static var liveValue: @Sendable () -> Shop {
        {
            @Dependency(\.makeCheckout) var makeCheckout
            return makeShop(checkout: makeCheckout())
        }
    }
}

extension DependencyValues {
    var gateway: any Gateway {
        get { self[GatewayKey.self] }
        set { self[GatewayKey.self] = newValue }
    }

    var payment: any Payment {
        get { self[PaymentKey.self] }
        set { self[PaymentKey.self] = newValue }
    }

    var makeGateway: @Sendable () -> StripeGateway { self[MakeGatewayKey.self] }
    var makeClock: @Sendable () -> any Subjects.Clock { self[MakeClockKey.self] }
    var makeCheckout: @Sendable () -> Checkout { self[MakeCheckoutKey.self] }
    var makeShop: @Sendable () -> Shop { self[MakeShopKey.self] }
}
