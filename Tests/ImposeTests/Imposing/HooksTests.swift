import Impose
import TestSupport
import Testing

private protocol Gateway: Sendable {
    var name: String { get }
}

private final class Stripe: Gateway {
    let name = "stripe"
}

private struct Wrapper: Gateway {
    let name: String

    init(_ name: String, around inner: any Gateway) { self.name = "\(name)(\(inner.name))" }
}

private struct Refused: Error {}

private struct Log: Sendable {}

@Suite("What is said about a registration")
struct HooksTests {
    @Test("decorated wraps what the provider makes, the first one innermost, once for a kept instance")
    func decoratedOrder() {
        let imposer = Imposer()
        let wrapped = CallCounter()
        imposer.impose(for: Gateway.self) { Stripe() }
            .decorated {
                wrapped.increment()
                return Wrapper("logging", around: $0)
            }
            .decorated { Wrapper("retrying", around: $0) }
        #expect(imposer.inject(of: Gateway.self).name == "retrying(logging(stripe))")
        #expect(imposer.inject(of: Gateway.self).name == "retrying(logging(stripe))")
        #expect(wrapped.count == 1)
    }

    @Test(
        "decorated and onCreate work for every lifetime",
        arguments: [.singleInstance, .closureBased, .weakInstance, .scopedInstance, .graphInstance] as [InjectOption]
    )
    func everyLifetime(option: InjectOption) {
        let imposer = Imposer()
        let created = Collected<String>()
        imposer.impose(for: Stripe.self, option: option) { Stripe() }
            .decorated { _ in Stripe() }
            .onCreate { created.add("first \($0.name)") }
            .onCreate { created.add("second \($0.name)") }
        _ = imposer.inject(of: Stripe.self)
        #expect(created.all == ["first stripe", "second stripe"])
    }

    @Test("onCreate gets the decorated instance, before anybody else")
    func createdIsDecorated() {
        let imposer = Imposer()
        let created = Collected<String>()
        imposer.impose(for: Gateway.self) { Stripe() }
            .onCreate { created.add($0.name) }
            .decorated { Wrapper("logging", around: $0) }
        _ = imposer.inject(of: Gateway.self)
        #expect(created.all == ["logging(stripe)"])
    }

    @Test("A decorator that throws fails the injection as the provider would, and keeps nothing")
    func throwingDecorator() {
        let imposer = Imposer()
        let (attempts, created) = (CallCounter(), CallCounter())
        imposer.impose(for: Gateway.self) { Stripe() }
            .decorated {
                if attempts.increment() == 1 { throw Refused() }
                return $0
            }
            .onCreate { _ in created.increment() }
        let error = failure { () throws(ImposeError) in try imposer.tryInject(of: Gateway.self) }
        #expect(error?.kind == .providerFailed)
        #expect(error?.underlyingError is Refused)
        #expect(created.count == 0)
        #expect(imposer.unforceInject(of: Gateway.self) != nil)
        #expect(created.count == 1)
    }

    @Test("What onCreate injects is on the path of the instance, so needing it there is a cycle")
    func pathInCreate() {
        let imposer = Imposer()
        let errors = Collected<ImposeError>()
        imposer.impose(for: Gateway.self) { Stripe() }
            .onCreate { _ in
                let missing = failure { () throws(ImposeError) in try imposer.tryInject(of: Log.self) }
                let cycle = failure { () throws(ImposeError) in try imposer.tryInject(of: Gateway.self) }
                for error in [missing, cycle].compactMap({ $0 }) { errors.add(error) }
            }
        _ = imposer.inject(of: Gateway.self)
        #expect(errors.all.map(\.kind) == [.missing, .circular])
        #expect(errors.all.first?.path.map(\.description) == ["Gateway", "Log"])
    }

    @Test("An instance that was handed in is not made: onCreate is not told, onDispose neither")
    func handedIn() {
        let imposer = Imposer()
        let told = CallCounter()
        imposer.impose(for: Gateway.self, instance: Stripe())
            .onCreate { _ in told.increment() }
            .onDispose { _ in told.increment() }
        _ = imposer.inject(of: Gateway.self)
        imposer.reset()
        _ = imposer.inject(of: Gateway.self)
        imposer.dispose()
        #expect(told.count == 0)
    }

    @Test("An instance that was handed in can be decorated")
    func handedInDecorated() {
        let imposer = Imposer()
        imposer.impose(for: Gateway.self, instance: Stripe()).decorated { Wrapper("logging", around: $0) }
        #expect(imposer.inject(of: Gateway.self).name == "logging(stripe)")
    }

    @Test("Hooks that are added later count for what is made from then on")
    func saidLater() {
        let imposer = Imposer()
        let registration = imposer.impose(for: Gateway.self, option: .closureBased) { Stripe() }
        for _ in 0..<3 { #expect(imposer.inject(of: Gateway.self).name == "stripe") }
        let created = CallCounter()
        registration.decorated { Wrapper("logging", around: $0) }.onCreate { _ in created.increment() }
        for _ in 0..<3 { #expect(imposer.inject(of: Gateway.self).name == "logging(stripe)") }
        #expect(created.count == 3)
    }

    @Test("Hooks that are added later leave a kept instance as it is until it is made anew")
    func saidLaterKept() {
        let imposer = Imposer()
        let registration = imposer.impose(for: Gateway.self) { Stripe() }
        _ = imposer.inject(of: Gateway.self)
        registration.decorated { Wrapper("logging", around: $0) }
        #expect(imposer.inject(of: Gateway.self).name == "stripe")
        imposer.reset()
        #expect(imposer.inject(of: Gateway.self).name == "logging(stripe)")
    }

    @Test("onDispose is told when the instance is let go, by whatever", arguments: Letting.allCases)
    private func disposing(letting: Letting) {
        let imposer = Imposer()
        let disposed = Collected<ObjectIdentifier>()
        imposer.impose(for: Stripe.self) { Stripe() }.onDispose { disposed.add(ObjectIdentifier($0)) }
        let stripe: Stripe = imposer.inject()
        letting.go(imposer)
        #expect(disposed.all == [ObjectIdentifier(stripe)])
    }

    /// An operation that makes an imposer let go of an instance.
    fileprivate enum Letting: CaseIterable {
        case dispose, reset, replace, remove, removeAll, store

        func go(_ imposer: Imposer) {
            switch self {
            case .dispose: imposer.dispose()
            case .reset: imposer.reset()
            case .replace: imposer.impose(for: Stripe.self) { Stripe() }
            case .remove: imposer.remove(for: Stripe.self)
            case .removeAll: imposer.removeAll()
            case .store: try? imposer.store(Stripe(), for: Stripe.self)
            }
        }
    }

    @Test("onDispose is not told of instances that nobody here holds")
    func notHeld() {
        let imposer = Imposer()
        let disposed = CallCounter()
        for option in [.closureBased, .weakInstance, .graphInstance] as [InjectOption] {
            imposer.impose(for: Stripe.self, named: "\(option)", option: option) { Stripe() }
                .onDispose { _ in disposed.increment() }
            _ = imposer.inject(of: Stripe.self, named: "\(option)")
        }
        imposer.reset()
        imposer.dispose()
        #expect(disposed.count == 0)
    }

    @Test("With onConflict: .keep, what the dropped registration is told has no effect on the one that stays")
    func dropped() {
        let imposer = Imposer()
        imposer.impose(for: Gateway.self) { Stripe() }
        imposer.impose(for: Gateway.self, onConflict: .keep) { Wrapper("late", around: Stripe()) }
            .decorated { Wrapper("logging", around: $0) }
            .preferred()
        #expect(imposer.inject(of: Gateway.self).name == "stripe")
    }

    @Test("preferred counts at once, also where an answer is known: with a second one that is, the tie is back")
    func preferredLater() {
        let imposer = Imposer()
        imposer.impose(for: Stripe.self) { Stripe() }.preferred()
        let wrapper = imposer.impose(for: Wrapper.self) { Wrapper("logging", around: Stripe()) }
        for _ in 0..<2 { #expect(imposer.inject(of: Gateway.self).name == "stripe") }
        wrapper.preferred()
        let error = failure { () throws(ImposeError) in try imposer.tryInject(of: Gateway.self) }
        #expect(error?.kind == .ambiguous)
    }
}
