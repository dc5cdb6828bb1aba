import Foundation
import Impose
import ImposeTesting
import TestSupport
import Testing

private struct Customer: Sendable, Equatable {
    let name: String
}

private final class Basket: Sendable {}

/// A class that takes a customer in every way there is.
private final class Order: @unchecked Sendable {
    let parameter: Customer
    let asked: Customer
    let lazy: Injected<Customer>
    @Injected var wrapped: Customer
    @InjectedAll var all: [Customer]
    @UnforceInjected var unforced: Customer?

    init(parameter: Customer, lazy: Injected<Customer>, asked: Customer = inject()) {
        (self.parameter, self.asked, self.lazy) = (parameter, asked, lazy)
    }

    /// The names of all the customers that it has.
    var names: Set<String> {
        Set([parameter, asked, lazy(), wrapped].map(\.name) + all.map(\.name) + [unforced?.name ?? "none"])
    }
}

private let inRequest = InjectOption.scopedInstance(in: "request")

@Suite("What a named scope keeps is built for that scope", .imposing(empty: true), .timeLimit(.minutes(20)))
struct NamedScopeBehalfTests {
    /// The imposer that has the registration of the instance that is built.
    private enum Holder: CaseIterable {
        case primary, secondary, named
    }

    @Test(
        "What a named scope keeps gets all of that scope, also where the asking scope hides it",
        arguments: Holder.allCases,
        [false, true]
    )
    private func hidden(holder: Holder, isHidden: Bool) {
        Imposer.impose(for: Customer.self, Customer(name: "primary"))
        let request = Imposer.openScope("request")
        request.give(Customer(name: "request"))
        let imposer = [.shared, .imposer(for: .secondary), request][Holder.allCases.firstIndex(of: holder) ?? 0]
        imposer.impose(for: Order.self, option: inRequest) { (parameter: Customer, lazy: Injected<Customer>) in
            Order(parameter: parameter, lazy: lazy)
        }
        let step = request.openScope("step")
        if isHidden { step.give(Customer(name: "step")) }
        let order = step.run { inject(of: Order.self) }
        // Read in the inner scope, outside, and on another thread.
        #expect(step.run { order.names } == ["request"])
        #expect(order.names == ["request"])
        onAnotherThread { #expect(order.names == ["request"]) }
        #expect(request.inject(of: Order.self) === order)
    }

    @Test("What is imposed on an inner scope for a named one gets all of the inner scope")
    func inner() {
        let request = Imposer.openScope("request")
        request.give(Customer(name: "request"))
        let step = request.openScope("step")
        step.give(Customer(name: "step"))
        step.impose(for: Order.self, option: inRequest) { (parameter: Customer, lazy: Injected<Customer>) in
            Order(parameter: parameter, lazy: lazy)
        }
        let detail = step.openScope("detail")
        detail.give(Customer(name: "detail"))
        #expect(detail.inject(of: Order.self).names == ["step"])
    }

    @Test("What a named scope keeps takes scoped instances of that scope, not of the one that asks")
    func scopedParameter() {
        final class Work: Sendable {
            let basket: Basket
            init(basket: Basket) { self.basket = basket }
        }
        Imposer.impose(for: Basket.self, option: .scopedInstance, Basket.init)
        Imposer.impose(for: Work.self, option: inRequest, Work.init)
        let request = Imposer.openScope("request")
        let step = request.openScope("step")
        let own: Basket = step.inject()
        #expect(step.inject(of: Work.self).basket === request.inject(of: Basket.self))
        #expect(step.inject(of: Basket.self) === own)
    }

    @Test("The provider and the hooks of what a named scope keeps run in that scope")
    func currentScope() {
        let seen = Collected<String>()
        Imposer.impose(for: Basket.self, option: inRequest) { () -> Basket in
            seen.add("provider " + inject(of: Customer.self).name)
            return Basket()
        }
        .decorated { basket in
            seen.add("decorated " + inject(of: Customer.self).name)
            return basket
        }
        .onCreate { _ in
            seen.add("onCreate " + inject(of: Customer.self).name)
            // It nests there, too.
            Imposer.withScope { scope in scope.give(scope.inject(of: Customer.self)) }
        }
        Imposer.withScope("request") { request in
            request.give(Customer(name: "request"))
            Imposer.withScope("step") { step in
                step.give(Customer(name: "step"))
                _ = inject(of: Basket.self)
                #expect(inject(of: Customer.self).name == "step")
            }
        }
        #expect(seen.all == ["provider request", "decorated request", "onCreate request"])
    }

    @Test("What a named scope keeps is disposed of with that scope, and not with the one that asked")
    func disposal() {
        let log = Collected<String>()
        Imposer.impose(for: Basket.self, option: inRequest, Basket.init).onDispose { _ in log.add("basket") }
        Imposer.impose(for: Customer.self, option: .scopedInstance) { Customer(name: "") }
            .onDispose { _ in log.add("customer") }
        Imposer.withScope("request") { _ in
            Imposer.withScope("step") { _ in
                _ = inject(of: Customer.self)
                _ = inject(of: Basket.self)
            }
            log.add("step has ended")
            _ = inject(of: Customer.self)
        }
        #expect(log.all == ["customer", "step has ended", "customer", "basket"])
    }

    @Test("What a named scope keeps shares no graph instance with what the asking scope builds")
    func graphs() {
        final class Work: Sendable {
            let basket: Basket
            init(basket: Basket) { self.basket = basket }
        }
        struct Page: Sendable {
            let basket: Basket
            let work: Work
        }
        Imposer.impose(for: Basket.self, option: .graphInstance, Basket.init)
        Imposer.impose(for: Work.self, option: inRequest, Work.init)
        Imposer.impose(for: Page.self, option: .closureBased, Page.init)
        let request = Imposer.openScope("request")
        for asked in [request.openScope("step"), request] {
            let page = asked.inject(of: Page.self)
            #expect(page.basket !== page.work.basket)
        }
    }

    @Test("A cycle through what a named scope keeps is found, whichever scope asks")
    func cycle() {
        final class Hen: Sendable {
            init(egg: Egg) {}
        }
        final class Egg: Sendable {
            init(hen: Hen) {}
        }
        Imposer.impose(for: Hen.self, option: inRequest, Hen.init)
        Imposer.impose(for: Egg.self, option: .scopedInstance, Egg.init)
        let request = Imposer.openScope("request")
        for asked in [request, request.openScope()] {
            for _ in 0..<2 {
                let hen = failure { () throws(ImposeError) in try asked.tryInject(of: Hen.self) }
                let egg = failure { () throws(ImposeError) in try asked.tryInject(of: Egg.self) }
                #expect([hen?.kind, egg?.kind] == [.circular, .circular])
            }
        }
    }

    @Test("What a named scope keeps does not hold that scope, nor do its wrappers")
    func weakContexts() {
        Imposer.impose(for: Customer.self, option: .scopedInstance) { Customer(name: "scoped") }
        Imposer.impose(for: Order.self, option: inRequest) { (parameter: Customer, lazy: Injected<Customer>) in
            Order(parameter: parameter, lazy: lazy)
        }
        var request: Imposer? = Imposer.openScope("request")
        var step = request?.openScope("step")
        let watched = [request, step].compactMap { $0.map { Watched($0) } }
        var order = step?.inject(of: Order.self)
        let held = order.map { Watched($0) }
        (request, step) = (nil, nil)
        #expect(watched.map(\.isGone) == [true, true])
        #expect(held?.isGone == false)
        withExtendedLifetime(order) {}
        order = nil
        #expect(held?.isGone == true)
    }

    // MARK: Changes

    private enum Change: CaseIterable {
        case replace, remove, resetHolder, resetScope

        func make(_ request: Imposer) {
            switch self {
            case .replace: Imposer.impose(for: Basket.self, option: inRequest, Basket.init)
            case .remove: Imposer.remove(for: Basket.self)
            case .resetHolder: Imposer.reset()
            case .resetScope: request.reset()
            }
        }
    }

    @Test("A reset of the scope that asked leaves alone what the named scope keeps")
    func resetOfInner() {
        Imposer.impose(for: Basket.self, option: inRequest, Basket.init)
        let request = Imposer.openScope("request")
        let step = request.openScope("step")
        let basket: Basket = step.inject()
        step.reset()
        #expect(step.inject(of: Basket.self) === basket)
    }

    // MARK: Threads

    @Test("What a named scope keeps is made exactly once, by threads in scopes inside", arguments: [8, 64])
    func threads(count: Int) {
        let made = CallCounter()
        let rounds = 50
        let requests = (0..<rounds).map { _ in Imposer.openScope("request") }
        let holder = Imposer.shared
        Imposer.impose(for: Basket.self, option: inRequest) { [weak holder] in
            let request = requests[made.increment() - 1]
            spin { request.waiters(for: Basket.self, imposedOn: holder) == count - 1 }
            return Basket()
        }
        let seen = requests.map { _ in Collected<ObjectIdentifier>() }
        onThreads(count, rounds: rounds) { round, thread in
            let step = requests[round].openScope("step")
            if thread.isMultiple(of: 2) { step.give(thread) }
            seen[round].add(ObjectIdentifier(step.run { step.inject(of: Basket.self) }))
        }
        #expect(made.count == rounds)
        #expect(seen.allSatisfy { $0.all.count == count && Set($0.all).count == 1 })
    }

    @Test("What a named scope keeps is handed out although the asking scope ends while it is built")
    func innerEndsMeanwhile() {
        let (begun, isOver) = (Barrier(2), Barrier(2))
        Imposer.impose(for: Basket.self, option: inRequest) {
            begun.wait()
            isOver.wait()
            return Basket()
        }
        let request = Imposer.openScope("request")
        let step = request.openScope("step")
        let baskets = Collected<Basket?>()
        onThreads(2) { _, thread in
            if thread == 0 {
                baskets.add(step.unforceInject(of: Basket.self))
            } else {
                begun.wait()
                step.dispose()
                isOver.wait()
            }
        }
        #expect(baskets.all.count == 1)
        #expect(baskets.all.allSatisfy { $0 != nil && $0 === request.inject(of: Basket.self) })
    }

    @Test("What a named scope keeps is an error for builder and waiter if that scope ends meanwhile")
    func endsMeanwhile() {
        let (begun, isOver) = (Barrier(3), Barrier(2))
        let disposed = CallCounter()
        Imposer.impose(for: Basket.self, option: inRequest) {
            begun.wait()
            isOver.wait()
            return Basket()
        }
        .onDispose { _ in disposed.increment() }
        let request = Imposer.openScope("request")
        let kinds = Collected<ImposeError.Kind?>()
        onThreads(3) { _, thread in
            if thread == 0 {
                begun.wait()
                request.dispose()
                isOver.wait()
                return
            }
            let step = request.openScope("step")
            if thread == 2 { begun.wait() }
            kinds.add(failure { () throws(ImposeError) in try step.tryInject(of: Basket.self) }?.kind)
        }
        #expect(kinds.all == [.disposed, .disposed])
        #expect(disposed.count == 1)
    }
}
