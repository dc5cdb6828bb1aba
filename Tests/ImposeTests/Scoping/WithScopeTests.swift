import Impose
import ImposeTesting
import TestSupport
import Testing

private final class Basket: Sendable {}

private struct Customer: Sendable, Equatable {
    let name: String
}

private struct Stop: Error, Equatable {
    let reason: String
}

/// A log of events, in order.
private typealias Log = Collected<String>

extension Imposer {
    /// Imposes a basket that says when it is disposed of.
    fileprivate func imposeBasket(_ log: Log) {
        impose(for: Basket.self, option: .scopedInstance, Basket.init).onDispose { _ in log.add("disposed") }
    }
}

@Suite("A scope for the time that code runs", .imposing(empty: true))
struct WithScopeTests {
    // MARK: Running the body

    @Test("A withScope is current for its body, and disposed of when that returns")
    func current() {
        let log = Log()
        Imposer.shared.imposeBasket(log)
        let (scope, basket) = Imposer.withScope("request") { scope in
            #expect(scope.description == "scope \"request\"")
            #expect(inject(of: Basket.self) === scope.inject(of: Basket.self))
            log.add("body")
            return (scope, inject(of: Basket.self))
        }
        #expect(log.all == ["body", "disposed"])
        #expect(scope.isDisposed)
        #expect(basket !== inject(of: Basket.self))
    }

    @Test("A withScope of an imposer opens its scope there")
    func method() {
        let log = Log()
        let imposer = Imposer()
        imposer.imposeBasket(log)
        let basket = imposer.withScope("request") { scope in
            #expect(imposer.scope(named: "request") === scope)
            #expect(scope.inject(of: Basket.self) === imposer.inject(of: Basket.self))
            return scope.inject(of: Basket.self)
        }
        #expect(log.all == ["disposed"])
        #expect(basket !== imposer.inject(of: Basket.self))
        #expect(imposer.scope(named: "request") == nil)
    }

    @Test("A withScope has a name or none")
    func names() {
        #expect(Imposer.withScope { $0.description } == "scope")
        #expect(Imposer().withScope { $0.description } == "scope")
        #expect(Imposer().withScope(7) { $0.description } == "scope 7")
        #expect(Imposer.withScope(InjectionName("request")) { $0.description } == "scope \"request\"")
    }

    // MARK: The parent

    @Test("A withScope opens in the innermost scope that is running")
    func nests() {
        Imposer.withScope("outer") { outer in
            outer.give(Customer(name: "Ada"))
            Imposer.withScope("inner") { inner in
                #expect(outer.scope(named: "inner") === inner)
                #expect(inject(of: Customer.self).name == "Ada")
                inner.give(Customer(name: "Bob"))
                #expect(inject(of: Customer.self).name == "Bob")
            }
            #expect(inject(of: Customer.self).name == "Ada")
        }
    }

    @Test("A withScope opens in a private imposer's scope, if that is the one that is running")
    func nestsInPrivate() {
        let payments = Imposer()
        payments.impose(for: Customer.self, Customer(name: "payments"))
        payments.withScope("order") { order in
            Imposer.withScope("step") { step in
                #expect(order.scope(named: "step") === step)
                #expect(inject(of: Customer.self).name == "payments")
            }
        }
    }

    @Test("A withScope opens in the primary imposer of the directory where no scope is running")
    func opensInPrimary() {
        Imposer.withScope("request") { #expect(Imposer.shared.scope(named: "request") === $0) }
        let outside = Imposer.shared
        Imposer.isolated {
            Imposer.withScope("request") { #expect(Imposer.shared.scope(named: "request") === $0) }
            #expect(Imposer.shared !== outside)
        }
        // The run of an imposer that is no scope leaves the current one.
        Imposer.withScope("outer") { _ in
            Imposer().run { Imposer.withScope("request") { #expect(Imposer.shared.scope(named: "request") === $0) } }
        }
    }

    @Test("A withScope with of: opens in that imposer, beside whatever runs", arguments: types)
    func ofType(type: ImposerType) {
        Imposer.imposer(for: type).impose(for: Int.self, 1)
        Imposer.withScope("outer") { outer in
            outer.give(Customer(name: "Ada"))
            Imposer.withScope("beside", of: type) { scope in
                #expect(Imposer.imposer(for: type).scope(named: "beside") === scope)
                #expect(inject(of: Int.self) == 1)
                #expect(unforceInject(of: Customer.self) == nil)
            }
            #expect(inject(of: Customer.self).name == "Ada")
        }
    }

    private static let types: [ImposerType] = [.primary, .secondary, .custom("eu")]

    @Test("A withScope of an imposer does not see the scope that runs outside it")
    func beside() {
        Imposer.withScope("outer") { outer in
            outer.give(Customer(name: "Ada"))
            Imposer().withScope { _ in #expect(unforceInject(of: Customer.self) == nil) }
            Imposer.shared.withScope { _ in #expect(unforceInject(of: Customer.self) == nil) }
            outer.withScope { _ in #expect(inject(of: Customer.self).name == "Ada") }
        }
    }

    // MARK: The end

    @Test("A withScope throws what its body throws, with its type, after the disposal")
    func throwing() {
        let log = Log()
        Imposer.shared.imposeBasket(log)
        func fail() throws(Stop) -> Int {
            _ = inject(of: Basket.self)
            throw Stop(reason: "\(log.all.count)")
        }
        // The type of the error is kept: in these catches it is a `Stop`.
        do {
            _ = try Imposer.shared.withScope { _ throws(Stop) in try fail() }
        } catch {
            log.add("caught \(error.reason)")
        }
        do {
            _ = try Imposer.withScope { _ throws(Stop) in try Imposer.withScope { _ throws(Stop) in try fail() } }
        } catch {
            log.add("caught \(error.reason)")
        }
        #expect(log.all == ["disposed", "caught 0", "disposed", "caught 2"])
        #expect(unforceInject(of: Customer.self) == nil)
    }

    @Test("A withScope returns what its body returns, nil and optionals, too")
    func results() {
        let imposer = Imposer()
        imposer.impose(for: Basket.self, option: .scopedInstance, Basket.init)
        let basket = imposer.withScope { $0.inject(of: Basket.self) }
        weak let held = basket
        #expect(held != nil)
        #expect(imposer.withScope { _ -> Int? in nil } == nil)
        #expect(imposer.withScope { _ -> Int?? in .some(nil) } == .some(nil))
        let plain: Void = imposer.withScope { _ in }
        #expect(plain == ())
        withExtendedLifetime(basket) {}
    }

    @Test("An inner withScope is disposed of when its body ends, before the outer one")
    func innerFirst() {
        let log = Log()
        Imposer.withScope { outer in
            outer.impose(for: Int.self, 1).onDispose { _ in log.add("outer") }
            _ = inject(of: Int.self)
            Imposer.withScope { inner in
                inner.impose(for: Int.self, 2).onDispose { _ in log.add("inner") }
                _ = inject(of: Int.self)
            }
            log.add("body")
        }
        #expect(log.all == ["inner", "body", "outer"])
    }

    @Test("Disposers at the end of withScope run outside the scope")
    func disposers() {
        let origins = Log()
        Imposer.impose(for: Customer.self, Customer(name: "primary"))
        Imposer.withScope { scope in
            scope.give(Customer(name: "scope"))
            scope.impose(for: Basket.self, Basket.init)
                .onDispose { _ in origins.add(inject(of: Customer.self).name) }
            _ = inject(of: Basket.self)
        }
        #expect(origins.all == ["primary"])
    }

    @Test("The body of withScope may dispose of the scope itself")
    func disposedInside() {
        let log = Log()
        Imposer.shared.imposeBasket(log)
        Imposer.withScope("request") { scope in
            _ = inject(of: Basket.self)
            scope.dispose()
            log.add("body")
        }
        Imposer.withScope("request") { _ in
            _ = inject(of: Basket.self)
            Imposer.shared.disposeScopes(named: "request")
            log.add("body")
        }
        #expect(log.all == ["disposed", "body", "disposed", "body"])
    }

    @Test("A withScope is disposed of when its outer scope is, while its body runs")
    func outerDisposed() {
        Imposer.withScope("outer") { outer in
            Imposer.withScope("inner") { inner in
                inner.give(Customer(name: "Ada"))
                outer.dispose()
                #expect(inner.isDisposed)
                #expect(failure { () throws(ImposeError) in try tryInject(of: Customer.self) }?.kind == .disposed)
            }
        }
    }

    // MARK: In a scope that was disposed of

    @Test("A withScope in a scope that was disposed of refuses everything, what lives outside, too")
    func inDisposed() {
        Imposer.impose(for: Customer.self, Customer(name: "primary"))
        func kind() -> ImposeError.Kind? {
            failure { () throws(ImposeError) in try tryInject(of: Customer.self) }?.kind
        }
        let scope = Imposer.openScope("request")
        scope.dispose()
        scope.run {
            #expect(kind() == nil)
            Imposer.withScope("late") { late in
                #expect(late.isDisposed)
                late.give(Customer(name: "late"))
                #expect(kind() == .disposed)
                #expect(failure { () throws(ImposeError) in try late.tryInject(of: Customer.self) }?.kind == .disposed)
                #expect(failure { () throws(ImposeError) in try tryInject(of: Customer?.self) }?.kind == .disposed)
                #expect(failure { () throws(ImposeError) in try tryInject(of: Int.self) }?.kind == .disposed)
                #expect(failure { () throws(ImposeError) in try injectAll(of: Int.self) }?.kind == .disposed)
                #expect(!late.isImposed(Customer.self))
                Imposer.withScope { _ in #expect(kind() == .disposed) }
            }
            scope.withScope { _ in #expect(kind() == .disposed) }
        }
    }

    @Test("A withScope of a private imposer that was disposed of answers nothing")
    func inDisposedPrivate() {
        let imposer = Imposer()
        imposer.dispose()
        imposer.withScope { scope in
            scope.give(1)
            #expect(failure { () throws(ImposeError) in try scope.tryInject(of: Int.self) }?.kind == .disposed)
        }
    }

    @Test("Work in a scope that has ended begins one of its own with withScope")
    func besideDisposed() {
        let log = Log()
        Imposer.shared.imposeBasket(log)
        let scope = Imposer.openScope("request")
        scope.dispose()
        scope.run {
            Imposer.shared.withScope("job") { job in
                #expect(inject(of: Basket.self) === job.inject(of: Basket.self))
                Imposer.withScope("step") { step in #expect(job.scope(named: "step") === step) }
            }
            Imposer.withScope("job", of: .primary) { _ in _ = inject(of: Basket.self) }
        }
        #expect(log.all == ["disposed", "disposed"])
    }

    @Test("An error in an ended withScope names the line that opened it")
    func places() {
        let scope = Imposer.withScope("request", fileID: "Shop/Server.swift", line: 9) { scope in
            scope.give(1)
            return scope
        }
        let text = failure { () throws(ImposeError) in try scope.tryInject(of: Int.self) }?.description.onOneLine
        let opened = "scope \"request\", opened at Shop/Server.swift:9, ended when its block returned"
        #expect(text?.contains(opened) == true)
    }
}
