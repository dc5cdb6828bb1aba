#if os(Linux)
    import Foundation
    import Impose
    import TestSupport
    import Testing

    private protocol Priced: Sendable {}

    private final class Customer: Sendable {
        let number: Int

        init(_ number: Int) { self.number = number }
    }

    private final class Basket: Priced {
        let customer: Customer
        let later: Injected<Order>

        init(_ customer: Customer, _ later: Injected<Order>) { (self.customer, self.later) = (customer, later) }
    }

    private final class Order: @unchecked Sendable {
        @Injected var basket: Basket
        let imposer: Imposer

        init(_ imposer: Imposer) { self.imposer = imposer }
    }

    private final class Camera: Sendable {}

    /// What happens very often in a long life.
    private enum History: String, CaseIterable {
        case scopes, nestedScopes, heldScopes, copies, endedCopies, copiesOfCopies, replacements, replacementsInScope
        case removals, stores, resets, hooks, privateImposers, contexts

        /// Lives through it once more.
        func happen(_ number: Int, in session: Imposer) {
            switch self {
            case .scopes: serve(number)
            case .nestedScopes:
                let outer = Imposer.openScope("outer")
                outer.give(Customer(number))
                let inner = outer.openScope(number)
                use(inner)
                if number % 2 == 0 { outer.dispose() }
            case .heldScopes:
                // Ended by the last reference, which is in a wrapper.
                let scope = Imposer.openScope("request")
                scope.give(Customer(number))
                let order = scope.run { inject(of: Order.self) }
                use(order.imposer)
                _ = order.basket
            case .copies: copy(number) { serve(number) }
            case .endedCopies: copy(number, endsWithBody: true) { use(.shared) }
            case .copiesOfCopies: copy(number) { copy(number + 1) { use(.shared) } }
            case .replacements:
                impose()
                Imposer.impose(for: Customer.self) { Customer(number) }.alias(Customer?.self) { $0 }
                use(.shared)
                Imposer.impose(for: Customer.self, instance: Customer(number))
                Imposer.impose(for: Camera.self, named: InjectionName(number % 10)) { Camera() }
            case .replacementsInScope:
                session.impose(for: Customer.self) { Customer(number) }
                use(session)
                session.give(Customer(number))
                session.impose(for: Camera.self, option: .scopedInstance) { Camera() }
                _ = session.inject(of: Camera.self)
                session.remove(for: Camera.self)
            case .removals:
                Imposer.impose(for: Customer.self) { Customer(number) }
                use(.shared)
                Imposer.remove(for: Customer.self)
                _ = unforceInject(of: Customer.self)
            case .stores:
                Imposer.impose(for: Customer.self) { Customer(number) }
                try? Imposer.store(Customer(number))
                try? session.store(Camera(), for: Camera.self)
                use(.shared)
            case .resets:
                Imposer.impose(for: Customer.self, instance: Customer(number))
                use(.shared)
                session.reset()
                Imposer.reset()
            case .hooks:
                Imposer.impose(for: Customer.self) { Customer(0) }.decorated { Customer($0.number + number) }
                    .onCreate { _ in }.onDispose { _ in }
                use(.shared)
            case .privateImposers:
                let imposer = Imposer(parent: number % 2 == 0 ? .shared : nil, label: "private")
                imposer.impose(for: Customer.self) { Customer(number) }
                imposer.impose(for: Basket.self, option: .scopedInstance, Basket.init)
                imposer.impose(for: Order.self, option: .closureBased, Order.init)
                imposer.impose(for: Camera.self, option: .weakInstance, Camera.init)
                use(imposer.openScope())
                if number % 3 == 0 { imposer.dispose() }
            case .contexts:
                let scope = Imposer.openScope()
                scope.give(Customer(number))
                let context = scope.run { Imposer.currentContext() }
                context.run { use(.shared) }
            }
        }

        private func serve(_ number: Int) {
            Imposer.shared.withScope("request") { scope in
                scope.give(Customer(number))
                use(scope, number)
                Imposer.withScope { use($0, number) }
            }
        }

        private func copy(_ number: Int, endsWithBody: Bool = false, _ body: () -> Void) {
            Imposer.isolated(endsWithBody: endsWithBody) {
                Imposer.impose(for: Customer.self, instance: Customer(number))
                body()
                precondition(inject(of: Customer.self).number == number)
            }
        }

        private func use(_ imposer: Imposer, _ number: Int? = nil) {
            let basket = imposer.inject(of: Basket.self)
            precondition(imposer.inject(of: (any Priced).self) as? Basket === basket)
            precondition(number == nil || basket.customer.number == number)
            _ = imposer.inject(of: Camera.self)
            _ = basket.later().imposer
        }
    }

    private func impose() {
        Imposer.impose(for: Basket.self, option: .scopedInstance, Basket.init)
        Imposer.impose(for: Order.self, option: .closureBased, Order.init)
        Imposer.impose(for: Camera.self, option: .weakInstance, Camera.init)
    }

    /// `IMPOSE_MEMORY_ROUNDS=1000000 swift test -c release -Xswiftc -enable-testing --filter MemoryOverTimeTests` goes on
    /// for as long, and prints by how much the process grew.
    @Suite("The memory of a process that runs long", .enabled(if: memoryCanBeMeasured), .timeLimit(.minutes(60)))
    struct MemoryOverTimeTests {
        // In processes of their own: no other test takes memory there.
        @Test("A process does not grow, however often the same happens", arguments: History.allCases)
        private func flat(history: History) async {
            await #expect(processExitsWith: .success) { [history = "\(history)"] in
                guard let history = History(rawValue: history) else { fatalError("There is no \(history)") }
                let wanted = ProcessInfo.processInfo.environment["IMPOSE_MEMORY_ROUNDS"].flatMap { Int($0) }
                let rounds = wanted ?? scaled(15_000)
                impose()
                Imposer.impose(for: Customer.self, instance: Customer(0))
                let session = Imposer.openScope("session")
                for number in 0..<2_000 { history.happen(number, in: session) }
                let before = residentMemory()
                for number in 0..<rounds { history.happen(number, in: session) }
                let growth = residentMemory() - before
                if wanted != nil { print("\(history): \(growth) bytes in \(rounds) rounds") }
                // The smallest object for each would be 32 bytes. In few rounds more is the allocator's.
                if growth > max(16 * rounds, 1 << 20) { fatalError("\(history) grew by \(growth) bytes") }
                exit(0)
            }
        }
    }
#endif
