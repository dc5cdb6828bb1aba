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

@MainActor
private final class Counter {
    var count = 0
}

@Suite("A scope for the time that asynchronous code runs", .imposing(empty: true), .timeLimit(.minutes(20)))
struct WithScopeAsyncTests {
    @Test("An asynchronous withScope is current for its body, after a suspension and in its tasks")
    func current() async {
        let log = Log()
        Imposer.shared.imposeBasket(log)
        let scope = await Imposer.withScope("request") { scope in
            let basket: Basket = scope.inject()
            await Task.yield()
            #expect(inject(of: Basket.self) === basket)
            async let child = inject(of: Basket.self)
            #expect(await child === basket)
            #expect(await Task { inject(of: Basket.self) }.value === basket)
            log.add("body")
            return scope
        }
        #expect(log.all == ["body", "disposed"])
        #expect(scope.isDisposed)
    }

    @Test("An asynchronous withScope of an imposer opens its scope there")
    func method() async {
        let log = Log()
        let imposer = Imposer()
        imposer.imposeBasket(log)
        await imposer.withScope("request") { scope in
            let basket: Basket = scope.inject()
            await Task.yield()
            #expect(imposer.scope(named: "request") === scope)
            #expect(imposer.inject(of: Basket.self) === basket)
        }
        #expect(log.all == ["disposed"])
        #expect(imposer.scope(named: "request") == nil)
    }

    @Test("An asynchronous withScope opens in the innermost scope that is running, whoever's it is")
    func nests() async {
        let payments = Imposer()
        payments.impose(for: Int.self, 1)
        await payments.withScope("outer") { outer in
            outer.give(Customer(name: "Ada"))
            await Imposer.withScope("inner") { inner in
                await Task.yield()
                #expect(outer.scope(named: "inner") === inner)
                #expect(inject(of: Customer.self).name == "Ada")
                inner.give(Customer(name: "Bob"))
                #expect(inject(of: Customer.self).name == "Bob")
                #expect(inject(of: Int.self) == 1)
            }
            #expect(inject(of: Customer.self).name == "Ada")
        }
    }

    @Test("An asynchronous withScope opens in the primary imposer where no scope is running")
    func opensInPrimary() async {
        await Imposer.withScope("request") { #expect(Imposer.shared.scope(named: "request") === $0) }
        let outside = Imposer.shared
        await Imposer.isolated {
            await Imposer.withScope("request") { #expect(Imposer.shared.scope(named: "request") === $0) }
            #expect(Imposer.shared !== outside)
        }
    }

    @Test("An asynchronous withScope with of:, or of an imposer, opens there, beside whatever runs")
    func beside() async {
        await Imposer.withScope("outer") { outer in
            outer.give(Customer(name: "Ada"))
            for type in [ImposerType.primary, .secondary, .custom("eu")] {
                await Imposer.withScope("beside", of: type) { scope in
                    await Task.yield()
                    #expect(Imposer.imposer(for: type).scope(named: "beside") === scope)
                    #expect(unforceInject(of: Customer.self) == nil)
                }
            }
            for imposer in [Imposer(), .shared] {
                await imposer.withScope { _ in #expect(unforceInject(of: Customer.self) == nil) }
            }
            await outer.withScope { _ in #expect(inject(of: Customer.self).name == "Ada") }
        }
    }

    @Test("An asynchronous withScope throws what its body throws, after the disposal")
    func throwing() async {
        let log = Log()
        Imposer.shared.imposeBasket(log)
        for isNested in [false, true] {
            await #expect(throws: Stop(reason: "unchanged")) {
                try await Imposer.withScope { scope in
                    _ = inject(of: Basket.self)
                    if isNested { try await scope.withScope { _ in throw Stop(reason: "unchanged") } }
                    await Task.yield()
                    throw Stop(reason: "unchanged")
                }
            }
            log.add("caught")
        }
        #expect(log.all == ["disposed", "caught", "disposed", "caught"])
    }

    @Test("An asynchronous withScope passes a cancellation on, after the disposal")
    func cancelled() async {
        let log = Log()
        Imposer.shared.imposeBasket(log)
        let isInside = Gate()
        let task = Task {
            do {
                try await Imposer.withScope("request") { _ in
                    _ = inject(of: Basket.self)
                    isInside.open()
                    try await Task.sleep(for: .seconds(600))
                }
            } catch {
                log.add("\(type(of: error))")
                throw error
            }
        }
        await isInside.pass()
        #expect(log.all.isEmpty)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(log.all == ["disposed", "CancellationError"])
    }

    @Test("An asynchronous withScope runs a body that ignores its cancellation to the end")
    func cancelledUnseen() async {
        let log = Log()
        Imposer.shared.imposeBasket(log)
        let isCancelled = Gate()
        let task = Task {
            await isCancelled.pass()
            return await Imposer.withScope { _ in
                await Task.yield()
                _ = inject(of: Basket.self)
                return Task.isCancelled
            }
        }
        task.cancel()
        isCancelled.open()
        #expect(await task.value)
        #expect(log.all == ["disposed"])
    }

    @Test("An asynchronous withScope returns what its body returns, nil and optionals, too")
    func results() async {
        let imposer = Imposer()
        #expect(await imposer.withScope { _ -> Int? in nil } == nil)
        #expect(await imposer.withScope { _ -> Int?? in .some(nil) } == .some(nil))
        let plain: Void = await imposer.withScope { _ in await Task.yield() }
        #expect(plain == ())
        imposer.impose(for: Basket.self, option: .scopedInstance, Basket.init)
        let basket = await imposer.withScope { $0.inject(of: Basket.self) }
        #expect(imposer.inject(of: Basket.self) !== basket)
    }

    @Test("Asynchronous withScopes of many tasks at once are each current in their own task alone")
    func manyAtOnce() async {
        Imposer.shared.imposeBasket(Log())
        let baskets = await withTaskGroup(of: Basket.self) { group in
            for number in 0..<100 {
                group.addTask {
                    await Imposer.withScope("request") { scope in
                        scope.give(number)
                        let basket: Basket = inject()
                        for _ in 0..<10 {
                            await Task.yield()
                            #expect(inject(of: Int.self) == number)
                            #expect(inject(of: Basket.self) === basket)
                        }
                        return basket
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(baskets.map { ObjectIdentifier($0) }).count == 100)
    }

    @Test("An asynchronous withScope in a disposed scope refuses everything, what lives outside, too")
    func inDisposed() async {
        Imposer.impose(for: Customer.self, Customer(name: "primary"))
        let scope = Imposer.openScope("request")
        scope.dispose()
        await scope.run {
            await Task.yield()
            #expect(failure { () throws(ImposeError) in try tryInject(of: Customer.self) } == nil)
            await Imposer.withScope("late") { late in
                #expect(late.isDisposed)
                late.give(Customer(name: "late"))
                for asked in [late, Imposer.shared] {
                    #expect(
                        failure { () throws(ImposeError) in try asked.tryInject(of: Customer.self) }?.kind == .disposed
                    )
                    #expect(failure { () throws(ImposeError) in try asked.tryInject(of: Int?.self) }?.kind == .disposed)
                }
            }
        }
    }

    @Test("Work that outlives its scope begins one of its own with an asynchronous withScope")
    func afterTheEnd() async {
        let log = Log()
        Imposer.shared.imposeBasket(log)
        let isOver = Gate()
        let task = await Imposer.withScope("request") { _ in
            Task {
                await isOver.pass()
                await Imposer.shared.withScope("job") { job in
                    await Task.yield()
                    #expect(inject(of: Basket.self) === job.inject(of: Basket.self))
                    await Imposer.withScope("step") { step in #expect(job.scope(named: "step") === step) }
                }
                await Imposer.withScope("job", of: .primary) { _ in _ = inject(of: Basket.self) }
            }
        }
        isOver.open()
        await task.value
        #expect(log.all == ["disposed", "disposed"])
    }

    // MARK: Which of the two is called

    /// Checks that it compiles: an `await` that is not needed is a warning, and warnings are errors here.
    @Test("In an async function withScope is the asynchronous one, also if its body awaits nothing")
    func overloads() async throws {
        let one = await Imposer.withScope("request") { _ in 1 }
        let two = await Imposer.withScope { scope in
            scope.give(2)
            return inject(of: Int.self)
        }
        let three = try await Imposer.withScope("request", of: .primary) { scope in
            scope.give(3)
            return try tryInject(of: Int.self)
        }
        let four = await Imposer.shared.withScope { _ in 4 }
        let five = try await Imposer.shared.withScope("request") { scope in
            scope.give(5)
            return try scope.tryInject(of: Int.self)
        }
        await Imposer.withScope { _ in }
        // In a synchronous closure it is the synchronous one.
        let more = [6, 7].map { number in Imposer.withScope { _ in Imposer.shared.withScope { _ in number } } }
        #expect([one, two, three, four, five] + more == [1, 2, 3, 4, 5, 6, 7])
    }

    @Test("The body of an asynchronous withScope stays on the caller's actor")
    @MainActor
    func onActor() async {
        let counter = Counter()
        await Imposer.withScope("request") { scope in
            counter.count += 1
            scope.give(counter.count)
            await Task.yield()
            MainActor.assertIsolated()
            counter.count += inject(of: Int.self)
        }
        await Imposer.shared.withScope { _ in
            MainActor.assertIsolated()
            counter.count += 1
        }
        #expect(counter.count == 3)
    }
}
