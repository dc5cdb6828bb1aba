/// What `Gateway` refines. Requests for it are answered by way of a nearest match.
public protocol Payment: Sendable {
    /// Something to call.
    var fee: Int { get }
}

/// What most rows inject.
public protocol Gateway: Payment {}

/// A dependency of the graph.
public protocol Clock: Sendable {
    /// Something to call.
    var now: Int { get }
}

/// A class with one property.
public final class StripeGateway: Gateway {
    /// What it takes.
    public let fee: Int

    fileprivate init(fee: Int) {
        self.fee = fee
    }
}

/// A class that fills cache lines of its own, so that two threads which count references to two instances do not
/// write to one line.
public final class WideGateway: Gateway {
    /// What it takes.
    public let fee = 1
    private let before = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    private let after = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)

    fileprivate init() {}
}

/// A class with one property.
public final class SystemClock: Clock {
    /// The time.
    public let now: Int

    fileprivate init(now: Int) {
        self.now = now
    }
}

/// The middle of the graph.
public final class Checkout: Sendable {
    /// A dependency.
    public let gateway: any Gateway
    /// A dependency.
    public let clock: any Clock

    fileprivate init(gateway: any Gateway, clock: any Clock) {
        self.gateway = gateway
        self.clock = clock
    }
}

/// The top of the graph.
public final class Shop: Sendable {
    /// A dependency.
    public let checkout: Checkout

    fileprivate init(checkout: Checkout) {
        self.checkout = checkout
    }
}

// MARK: Making. Never inlined, so that every object is really on the heap.

/// Makes an object.
@inline(never)
public func makeGateway() -> StripeGateway {
    StripeGateway(fee: 1)
}

/// Makes an object with cache lines of its own.
@inline(never)
public func makeWideGateway() -> WideGateway {
    WideGateway()
}

/// Makes an object.
@inline(never)
public func makeClock() -> SystemClock {
    SystemClock(now: 1)
}

/// Makes an object.
@inline(never)
public func makeCheckout(gateway: any Gateway, clock: any Clock) -> Checkout {
    Checkout(gateway: gateway, clock: clock)
}

/// Makes an object.
@inline(never)
public func makeShop(checkout: Checkout) -> Shop {
    Shop(checkout: checkout)
}

/// Makes an object behind an existential, of a class that the caller does not know.
@inline(never)
public func makeAnyGateway() -> any Gateway {
    makeGateway()
}
