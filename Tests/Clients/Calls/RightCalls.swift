// Calls whose type is said somewhere, in any way: the compiler must not complain about them.

import Impose

protocol Gateway: Sendable {
    var next: (any Gateway)? { get }
}

struct Stripe: Gateway {
    var next: (any Gateway)? { nil }
    var same: Stripe? { self }
}

final class Box<Value> {
    let value: Value

    init(value: Value = inject()) {
        self.value = value
    }
}

struct Checkout {
    let gateway: any Gateway
    let maybe: (any Gateway)?
    let all: [any Gateway]

    init(
        gateway: any Gateway = inject(),
        maybe: (any Gateway)? = unforceInject(named: "eu"),
        all: [any Gateway] = (try? injectAll()) ?? []
    ) {
        self.gateway = gateway
        self.maybe = maybe
        self.all = all
    }
}

final class Wrapped: InjectionOwner {
    @Injected var injected: any Gateway
    @Injected(from: .shared, named: "eu") var other: any Gateway
    @UnforceInjected var unforced: (any Gateway)?
    @InjectedWeakly var weakly: (any Gateway)?
    @InjectedAll var all: [any Gateway]
    @Imposed var imposed: any Gateway
    @OwnerInjected var owned: any Gateway
    let held = Injected<any Gateway>()
    let said: Injected<Stripe> = .init()
    lazy var late: any Gateway = inject()

    var imposer: Imposer { .shared }
    var computed: any Gateway { inject() }
    var maybe: (any Gateway)? { unforceInject() }
}

func generic<Value>(_ type: Value.Type = Value.self) -> Value { inject() }
func genericTry<Value>() throws -> Value { try tryInject() }
func genericMaybe<Value>(from imposer: Imposer) -> Value? { imposer.unforceInject() }
func genericAll<Value>() throws -> [Value] { try injectAll() }

func take(_ gateway: any Gateway) {}
func takeMaybe(_ gateway: (any Gateway)?) {}
func takeGeneric(_ gateway: some Gateway) {}
func takeTwo<Value>(_ one: Value, _ other: Value) {}
func takeWrapped(@Injected gateway: any Gateway) {}

func functions() throws {
    var gateway: any Gateway = inject()
    gateway = inject(named: "eu")
    gateway = try tryInject(from: .secondary)
    gateway = inject(ifNoMatchUse: .furthest)
    gateway = inject(arguments: 1, "two")
    gateway = inject() as Stripe
    gateway = inject(of: Gateway.self)
    gateway = true ? inject() : Stripe()
    gateway = unforceInject() ?? Stripe()
    gateway = { inject() }()
    var maybe: (any Gateway)? = inject()
    maybe = unforceInject()
    maybe = try? tryInject()
    maybe = (inject() as Stripe).same?.next
    maybe = (unforceInject() as Stripe?)?.same?.next?.next
    guard let bound: Stripe = unforceInject() else { return }
    for gateway in try injectAll(of: Gateway.self) { take(gateway) }
    for gateway: any Gateway in try injectAll() { take(gateway) }
    let many: [any Gateway] = [inject(), bound, gateway, maybe ?? inject()]
    let pair: (Stripe, any Gateway) = (inject(), inject())
    let made = many.map { _ in inject() as Stripe }
    let strings: [Stripe] = made.map { _ in inject() }
    take(inject())
    takeMaybe(inject())
    takeMaybe(unforceInject())
    takeGeneric(inject() as Stripe)
    takeTwo(Stripe(), inject())
    takeTwo(inject(), pair.0)
    takeWrapped($gateway: Injected())
    print(Box<Stripe>().value, generic(Stripe.self), generic() as Stripe, strings, Checkout(), Wrapped().held())
    print(try genericTry() as Stripe, try genericAll() as [Stripe], inject(of: Stripe.self))
}

func methods(of imposer: Imposer, or other: Imposer?) throws {
    var gateway: any Gateway = imposer.inject()
    gateway = try imposer.tryInject(named: "eu")
    gateway = imposer.inject() as Stripe
    gateway = other?.inject() ?? imposer.inject()
    var maybe: (any Gateway)? = imposer.unforceInject()
    maybe = other?.unforceInject()
    maybe = other?.inject(of: Stripe.self).same
    maybe = genericMaybe(from: imposer) as Stripe?
    let all: [any Gateway]? = try other?.injectAll()
    print(gateway, maybe as Any, all ?? [])
}

/// Calls the asynchronous overloads, as an asynchronous function always does: without `await` none of these compiles,
/// and if the synchronous ones were called, each `await` would be a warning.
func asynchronousScopes(of imposer: Imposer) async throws -> [Int] {
    let gateway = await Imposer.withScope("request") { scope in
        scope.give(Stripe())
        return inject() as Stripe
    }
    await Imposer.withScope { scope in scope.give(gateway, for: (any Gateway).self) }
    let one = await imposer.withScope { _ in 1 }
    let two = try await Imposer.withScope("request", of: .secondary) { scope in
        _ = try scope.tryInject() as Stripe
        return 2
    }
    let three = try await imposer.withScope("step") { scope in
        await Task.yield()
        _ = try tryInject(of: Stripe.self)
        return 3
    }
    return [one, two, three] + synchronousScopes(of: imposer)
}

func synchronousScopes(of imposer: Imposer) -> [Int] {
    Imposer.withScope { scope in scope.give(Stripe()) }
    let stripe = Imposer.withScope("request", of: .primary) { scope in scope.inject() as Stripe }
    return [1, 2].map { (number: Int) in imposer.withScope(stripe.next == nil) { _ in number } }
}
