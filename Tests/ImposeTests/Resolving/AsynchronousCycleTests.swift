import Impose
import ImposeTesting
import TestSupport
import Testing

private final class Hen: Sendable {}
private final class Egg: Sendable {}
private final class Nest: Sendable {}

@Suite("A cycle of what is awaited", .imposing(empty: true), .timeLimit(.minutes(20)))
struct AsynchronousCycleTests {
    private func error<T: Sendable>(of type: T.Type) async -> ImposeError? {
        await failure { () async throws(ImposeError) in try await injectAsync(of: type) }
    }

    @Test(
        "A cycle of what is awaited is an error with its path, whichever part is asynchronous",
        arguments: [true, false],
        [true, false]
    )
    func parameters(isHenAsynchronous: Bool, isEggAsynchronous: Bool) async throws {
        if isHenAsynchronous {
            Imposer.impose(for: Hen.self) { (_: Egg) async in Hen() }
        } else {
            Imposer.impose(for: Hen.self) { (_: Egg) in Hen() }
        }
        if isEggAsynchronous {
            Imposer.impose(for: Egg.self) { (_: Hen) async in Egg() }
        } else {
            Imposer.impose(for: Egg.self) { (_: Hen) in Egg() }
        }
        let error = try #require(await error(of: Hen.self))
        #expect(error.kind == .circular)
        #expect(error.path.map { "\($0.type)" } == ["Hen", "Egg", "Hen"])
    }

    @Test(
        "A cycle of awaited instances that nobody keeps is an error, too",
        arguments: [InjectOption.closureBased, .graphInstance]
    )
    func unkept(option: InjectOption) async throws {
        Imposer.impose(for: Hen.self, option: option) { (_: Egg) async in Hen() }
        Imposer.impose(for: Egg.self, option: option) { (_: Hen) in Egg() }
        #expect(await error(of: Hen.self)?.kind == .circular)
        #expect(await error(of: Egg.self)?.kind == .circular)
    }

    @Test("A cycle through injections inside providers is an error, awaited or not")
    func inside() async throws {
        Imposer.impose(for: Hen.self) { () async throws in
            _ = try await injectAsync(of: Egg.self)
            return Hen()
        }
        Imposer.impose(for: Egg.self) { () throws in
            _ = try tryInject(of: Hen.self)
            return Egg()
        }
        let error = try #require(await error(of: Hen.self))
        #expect(error.kind == .circular)
        #expect(error.path.map { "\($0.type)" } == ["Hen", "Egg", "Hen"])
    }

    @Test("A cycle through child tasks of a provider is an error")
    func childTasks() async throws {
        Imposer.impose(for: Hen.self) { () async throws in
            async let egg = injectAsync(of: Egg.self)
            async let nest = injectAsync(of: Nest.self)
            _ = try await (egg, nest)
            return Hen()
        }
        Imposer.impose(for: Egg.self) { () async throws in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { _ = try await injectAsync(of: Hen.self) }
                try await group.waitForAll()
            }
            return Egg()
        }
        Imposer.impose(for: Nest.self) { () async in Nest() }
        #expect(await error(of: Hen.self)?.kind == .circular)
        _ = try await injectAsync(of: Nest.self)
    }

    @Test("A cycle through a task that nobody awaits is an error as long as the provider runs")
    func unawaited() async throws {
        let (kinds, hasAsked, mayAsk) = (Collected<ImposeError.Kind?>(), Gate(), Gate())
        Imposer.impose(for: Hen.self) { () async in
            Task {
                kinds.add(await failure { () async throws(ImposeError) in try await injectAsync(of: Hen.self) }?.kind)
                hasAsked.open()
                await mayAsk.pass()
                kinds.add(await failure { () async throws(ImposeError) in try await injectAsync(of: Hen.self) }?.kind)
                hasAsked.open()
            }
            await hasAsked.pass()
            return Hen()
        }
        _ = try await injectAsync(of: Hen.self)
        mayAsk.open()
        while kinds.all.count < 2 { await Task.yield() }
        #expect(kinds.all == [.circular, nil])
    }

    @Test("A task that outlives its provider may inject what that made, without a cycle")
    func unawaitedAfterwards() async throws {
        let (kinds, mayAsk) = (Collected<ImposeError.Kind?>(), Gate())
        Imposer.impose(for: Nest.self, option: .closureBased) { (_: Egg) in Nest() }
        Imposer.impose(for: Egg.self, option: .closureBased) { () async in Egg() }
        Imposer.impose(for: Hen.self, option: .closureBased) { () async in
            if mayAsk.arrivals > 0 { return Hen() }
            Task {
                await mayAsk.pass()
                kinds.add(await failure { () async throws(ImposeError) in try await injectAsync(of: Hen.self) }?.kind)
                kinds.add(await failure { () async throws(ImposeError) in try await injectAsync(of: Nest.self) }?.kind)
            }
            await mayAsk.arrived()
            return Hen()
        }
        _ = try await injectAsync(of: Hen.self)
        mayAsk.open()
        while kinds.all.count < 2 { await Task.yield() }
        #expect(kinds.all == [nil, nil])
    }

    @Test("A cycle across tasks is an error for all of them", arguments: 0..<50)
    func acrossTasks(round: Int) async throws {
        let both = Gate()
        Imposer.impose(for: Hen.self) { () async throws in
            if round % 2 == 0 { await both.pass() }
            _ = try await injectAsync(of: Egg.self)
            return Hen()
        }
        Imposer.impose(for: Egg.self) { () async throws in
            if round % 2 == 0 { await both.pass() }
            _ = try await injectAsync(of: Nest.self)
            return Egg()
        }
        Imposer.impose(for: Nest.self) { () async throws in
            _ = try await injectAsync(of: Hen.self)
            return Nest()
        }
        async let hen = error(of: Hen.self)
        async let egg = error(of: Egg.self)
        async let nest = error(of: Nest.self)
        if round % 2 == 0 { await both.arrived(2) }
        both.open()
        let errors = await [hen, egg, nest]
        for error in errors { #expect(error?.kind == .circular) }
    }

    @Test("A cycle of awaited scopes without end is an error before it fills the memory")
    func endlessKeepers() async {
        Imposer.impose(for: Nest.self, option: .scopedInstance) { () async throws in
            try await Imposer.withScope { _ in try await injectAsync(of: Nest.self) }
        }
        #expect(await error(of: Nest.self)?.kind == .circular)
    }

    @Test("A task that has given up waiting is part of no cycle")
    func givenUp() async throws {
        let (isWaiting, mayAsk, hasAsked) = (Gate(), Gate(), Gate())
        Imposer.impose(for: Egg.self) { () async throws in
            isWaiting.open()
            await mayAsk.pass()
            hasAsked.open()
            _ = try await injectAsync(of: Hen.self)
            return Egg()
        }
        Imposer.impose(for: Hen.self) { () async throws in
            let egg = Task { await failure { () async throws(ImposeError) in try await injectAsync(of: Egg.self) } }
            #expect(await comesTrue { Imposer.shared.waiters(for: Egg.self) == 2 })
            egg.cancel()
            #expect(await egg.value?.kind == .cancelled)
            mayAsk.open()
            await hasAsked.pass()
            #expect(await comesTrue { Imposer.shared.waiters(for: Hen.self) == 2 })
            return Hen()
        }
        // Begun by somebody else, it is not part of the injection that needs it.
        let egg = Task { try await injectAsync(of: Egg.self) }
        await isWaiting.pass()
        _ = try await injectAsync(of: Hen.self)
        _ = try await egg.value
    }

    @Test("Scopes that await instances of one registration in each other are no cycle")
    func twoKeepers() async throws {
        Imposer.impose(for: Nest.self, option: .scopedInstance) { () async throws in
            if inject(of: Int.self) == 0 { return Nest() }
            return try await Imposer.withScope { scope in
                scope.give(inject(of: Int.self) - 1)
                _ = try await injectAsync(of: Nest.self)
                return Nest()
            }
        }
        try await Imposer.withScope { scope in
            scope.give(5)
            _ = try await injectAsync(of: Nest.self)
        }
    }

    @Test("A wait that ends in a cycle cancels what was begun for it alone")
    func abandoned() async throws {
        // Where there are so many scopes, a task takes a while until it waits: others wait before.
        var scopes = [Imposer().openScope()]
        for _ in 0..<2_000 { scopes.append(scopes[scopes.count - 1].openScope()) }
        let (cancelled, stuck) = (CallCounter(), CallCounter())
        for _ in 0..<200 where cancelled.count < 5 && stuck.count == 0 {
            let (imposer, deep) = (Imposer(), scopes[scopes.count - 1])
            let (isAsked, isWanted, ended) = (Gate(), Gate(), CallCounter())
            imposer.impose(for: Nest.self) { () async throws in
                await isWanted.pass()
                await Task.yield()
                _ = await failure { () async throws(ImposeError) in try await imposer.injectAsync(of: Hen.self) }
                return Nest()
            }
            imposer.impose(for: Egg.self) { () async throws in
                isWanted.open()
                let error = await failure { () async throws(ImposeError) in
                    try await imposer.injectAsync(of: Nest.self)
                }
                if error?.kind == .cancelled { cancelled.increment() }
                ended.increment()
                return Egg()
            }
            imposer.impose(for: Hen.self) { () async in
                isAsked.open()
                await isWanted.arrived()
                _ = await deep.run {
                    await failure { () async throws(ImposeError) in try await imposer.injectAsync(of: Egg.self) }
                }
                // Nobody waits for the egg any more, which waits for the nest, which waits for the hen.
                if await !comesTrue({ ended.count > 0 }) { stuck.increment() }
                return Hen()
            }
            let hen = Task { try await imposer.injectAsync(of: Hen.self) }
            await isAsked.pass()
            let nest = Task { try await imposer.injectAsync(of: Nest.self) }
            _ = try await (hen.value, nest.value)
        }
        #expect(stuck.count == 0)
        // From the innermost outwards: each holds the next one.
        while !scopes.isEmpty { scopes.removeLast() }
    }
}
