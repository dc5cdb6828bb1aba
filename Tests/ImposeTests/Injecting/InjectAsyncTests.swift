import Impose
import ImposeTesting
import TestSupport
import Testing

private struct Config: Sendable {
    var path = "notes.db"
}

private final class Database: Sendable {
    let path: String
    init(path: String) async { self.path = path }
}

private final class UserStore: Sendable {
    let database: Database
    init(database: Database) { self.database = database }
}

private protocol Cache: Sendable {}
private protocol Part: Sendable {}
private final class MemoryCache: Cache, Part {}

@MainActor
private final class Screen {
    let store: UserStore
    init(store: UserStore) { self.store = store }
}

private actor Vault {
    let store: UserStore
    init(store: UserStore) { self.store = store }
}

@Suite("Injections that are awaited", .imposing(empty: true), .timeLimit(.minutes(20)))
struct InjectAsyncTests {
    @Test("injectAsync awaits what a provider without await needs, and inject hands it out afterwards")
    func readme() async throws {
        let calls = CallCounter()
        Imposer.impose(for: Config.self, Config())
        Imposer.impose(for: Database.self) { (config: Config) in
            calls.increment()
            return await Database(path: config.path)
        }
        Imposer.impose(for: UserStore.self, UserStore.init)

        let users = try await injectAsync(of: UserStore.self)
        #expect(users.database.path == "notes.db")
        let again: UserStore = inject()
        #expect(again === users)
        let database: Database = inject()
        #expect(database === users.database)
        #expect(calls.count == 1)
    }

    @Test("inject of what has to be awaited is an error of kind asynchronous, with the path")
    func synchronous() async throws {
        Imposer.impose(for: Config.self, Config())
        Imposer.impose(for: Database.self) { (config: Config) in await Database(path: config.path) }
        Imposer.impose(for: UserStore.self, UserStore.init)
        let error = try #require(failure { () throws(ImposeError) in try tryInject(of: UserStore.self) })
        #expect(error.kind == .asynchronous)
        #expect(error.path.map { "\($0.type)" } == ["UserStore", "Database"])
        #expect(error.description.contains("try await Imposer.prepare()"))
        #expect(error.description.contains("try await injectAsync(of: UserStore.self)"))
        _ = try await injectAsync(of: Database.self)
        #expect(failure { () throws(ImposeError) in try tryInject(of: UserStore.self) } == nil)
    }

    @Test("injectAsync takes initializers and closures, on any actor, throwing or not")
    func spellings() async throws {
        struct Broken: Error {}
        Imposer.impose(for: String.self, "notes.db")
        Imposer.impose(for: Database.self, Database.init)
        Imposer.impose(for: UserStore.self, UserStore.init)
        Imposer.impose(for: Screen.self, Screen.init)
        Imposer.impose(for: Vault.self, Vault.init)
        Imposer.impose(for: Int.self) { @MainActor in
            await Task.yield()
            MainActor.assertIsolated()
            return 3
        }
        Imposer.impose(for: Double.self) { () async throws -> Double in throw Broken() }
        #expect(try await injectAsync(of: Int.self) == 3)
        let screen = try await injectAsync(of: Screen.self)
        let vault = try await injectAsync(of: Vault.self)
        #expect(screen.store === vault.store)
        let error = await failure { () async throws(ImposeError) in try await injectAsync(of: Double.self) }
        #expect(error?.kind == .providerFailed)
        #expect(error?.underlyingError is Broken)
    }

    @Test("injectAsync gives a provider parameters of every kind")
    func parameters() async throws {
        struct Parts: Sendable {
            let lazy: Injected<Database>
            let each: Imposed<Database>
            let all: InjectedAll<any Cache>
            let imposer: Imposer
            let absent: Int?
            let present: Database?
            let cache: any Cache
        }
        Imposer.impose(for: String.self, "notes.db")
        Imposer.impose(for: Database.self, Database.init)
        Imposer.impose(for: MemoryCache.self, MemoryCache.init)
        Imposer.impose(for: Parts.self) {
            (
                lazy: Injected<Database>,
                each: Imposed<Database>,
                all: InjectedAll<any Cache>,
                imposer: Imposer,
                absent: Int?,
                present: Database?,
                cache: any Cache
            ) async in
            Parts(
                lazy: lazy,
                each: each,
                all: all,
                imposer: imposer,
                absent: absent,
                present: present,
                cache: cache
            )
        }
        let parts = try await injectAsync(of: Parts.self)
        let database = try #require(parts.present)
        #expect(try parts.lazy.tryInject() === database)
        #expect(try parts.each.tryInject() === database)
        #expect(try await parts.imposer.injectAsync(of: Database.self) === database)
        #expect(parts.absent == nil)
        #expect(try parts.all.tryInject().count == 1)
        #expect(parts.cache is MemoryCache)
    }

    @Test("injectAsync takes arguments, and keeps one instance for each")
    func arguments() async throws {
        Imposer.impose(for: Database.self) { (path: String) in await Database(path: path) }
        let one = try await injectAsync(of: Database.self, arguments: "one")
        let other = try await injectAsync(of: Database.self, arguments: "other")
        let again = try await injectAsync(of: Database.self, arguments: "one")
        #expect(one === again)
        #expect([one.path, other.path] == ["one", "other"])
    }

    @Test("injectAsync takes names, rules, optionals and missing types as inject does")
    func requests() async throws {
        Imposer.impose(for: Int.self, named: "answer") { () async in 42 }
        Imposer.impose(for: MemoryCache.self) { () async in MemoryCache() }
        #expect(try await injectAsync(of: Int.self, named: "answer") == 42)
        #expect(try await injectAsync(of: Int?.self) == nil)
        let nearest = try await injectAsync(of: (any Cache).self)
        let cast = try await injectAsync(of: (any Cache).self, ifNoMatchUse: .nearestAndCastable)
        #expect(nearest as? MemoryCache === cast as? MemoryCache)
        let error = await failure { () async throws(ImposeError) in try await injectAsync(of: Int.self) }
        #expect(error?.kind == .missing)
    }

    @Test("injectAsync makes instances to see which can be cast")
    func castable() async throws {
        Imposer.impose(for: (any Part).self) { () async -> any Part in MemoryCache() }
        let error = failure { () throws(ImposeError) in
            try tryInject(of: (any Cache).self, ifNoMatchUse: .nearestAndCastable)
        }
        #expect(error?.kind == .missing)
        let cast = try await injectAsync(of: (any Cache).self, ifNoMatchUse: .nearestAndCastable)
        #expect(cast is MemoryCache)
    }

    @Test("injectAsync follows aliases, and runs hooks")
    func hooks() async throws {
        let created = CallCounter()
        Imposer.impose(for: MemoryCache.self) { () async in MemoryCache() }
            .alias((any Cache).self) { $0 }
            .onCreate { _ in created.increment() }
        let cache = try await injectAsync(of: (any Cache).self)
        let original = try await injectAsync(of: MemoryCache.self)
        #expect(cache as? MemoryCache === original)
        #expect(created.count == 1)
    }

    @Test("injectAllAsync gives every instance that fits")
    func all() async throws {
        Imposer.impose(for: MemoryCache.self) { () async in MemoryCache() }
        Imposer.impose(for: (any Cache).self, named: nil, MemoryCache())
        #expect(try await injectAllAsync(of: (any Cache).self).count == 2)
        #expect(try await injectAllAsync(of: Int.self).isEmpty)
    }

    @Test("A wrapper holds what its injectAsync got")
    func wrappers() async throws {
        struct Owner: Sendable {
            @Injected var injected: Database
            @UnforceInjected var unforced: Database?
            @Imposed var imposed: Database
            @InjectedAll var all: [Database]
            @InjectedWeakly var weakly: Database?
        }
        Imposer.impose(for: Database.self) { () async in await Database(path: "") }
        let owner = Owner()
        #expect(owner.unforced == nil)
        let database = try await owner.$injected.injectAsync()
        #expect(owner.injected === database)
        #expect(try await owner.$unforced.injectAsync() === database)
        #expect(try await owner.$imposed.injectAsync() === database)
        #expect(try await owner.$all.injectAsync().first === database)
        #expect(try await owner.$weakly.injectAsync() === database)
        #expect(owner.weakly === database)
    }

    @Test("injectAsync makes instances of every lifetime", arguments: [true, false])
    func lifetimes(isAsynchronous: Bool) async throws {
        func impose(_ option: InjectOption) {
            if isAsynchronous {
                Imposer.impose(for: MemoryCache.self, option: option) { () async in MemoryCache() }
            } else {
                Imposer.impose(for: MemoryCache.self, option: option, MemoryCache.init)
            }
        }
        struct Pair: Sendable {
            let one: MemoryCache
            let other: MemoryCache
        }
        Imposer.impose(for: Pair.self, option: .closureBased, Pair.init)
        func pair() async throws -> Pair { try await injectAsync() }

        impose(.singleInstance)
        let single = (try await pair(), try await pair())
        #expect(single.0.one === single.0.other && single.0.one === single.1.other)

        impose(.closureBased)
        let made = try await pair()
        #expect(made.one !== made.other)

        impose(.graphInstance)
        let graphs = (try await pair(), try await pair())
        #expect(graphs.0.one === graphs.0.other && graphs.0.one !== graphs.1.one)

        impose(.weakInstance)
        var weakly: Pair? = try await pair()
        let watched = Watched(try #require(weakly?.one))
        #expect(weakly?.one === weakly?.other)
        weakly = nil
        // The task that made it may hold it for another moment.
        #expect(await comesTrue({ watched.isGone }))
        #expect(try await pair().one !== single.0.one)

        impose(.scopedInstance)
        let outside = try await pair()
        let inside = try await Imposer.withScope("request") { _ in (try await pair(), try await pair()) }
        #expect(inside.0.one === inside.1.other && inside.0.one !== outside.one)
    }

    @Test(
        "injectAsync shares a graph between parameters and what the provider injects itself",
        arguments: [true, false]
    )
    func graph(isAsynchronous: Bool) async throws {
        struct Pair: Sendable {
            let one: MemoryCache
            let other: MemoryCache
        }
        Imposer.impose(for: MemoryCache.self, option: .graphInstance, MemoryCache.init)
        for option in [InjectOption.closureBased, .singleInstance] {
            if isAsynchronous {
                Imposer.impose(for: Pair.self, option: option) { (cache: MemoryCache) async throws in
                    async let other = injectAsync(of: MemoryCache.self)
                    return Pair(one: cache, other: try await other)
                }
            } else {
                Imposer.impose(for: Pair.self, option: option) { (cache: MemoryCache) in
                    Pair(one: cache, other: inject())
                }
            }
            let pair = try await injectAsync(of: Pair.self)
            #expect(pair.one === pair.other)
            #expect(inject(of: MemoryCache.self) !== pair.one)
        }
    }

    @Test("injectAsync makes what a scope keeps in that scope, whoever asks")
    func scopes() async throws {
        struct Work: Sendable {
            let user: String
        }
        final class Unit: Sendable {
            let user: String
            let inner: String
            init(user: String, inner: String) {
                self.user = user
                self.inner = inner
            }
        }
        Imposer.impose(for: Unit.self, option: .scopedInstance(in: "request")) { (user: String) async in
            await Task.yield()
            return Unit(user: user, inner: inject(of: String.self))
        }
        let units = try await withThrowingTaskGroup(of: Unit.self) { group in
            for user in ["Ada", "Grace"] {
                group.addTask {
                    try await Imposer.withScope("request") { scope in
                        scope.give(user)
                        return try await Imposer.withScope("step") { step in
                            step.give("\(user)'s step")
                            let unit: Unit = try await injectAsync()
                            #expect(inject(of: Unit.self) === unit)
                            return unit
                        }
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(units.map(\.user)) == ["Ada", "Grace"])
        #expect(units.allSatisfy { $0.inner == $0.user })
        let error = await failure { () async throws(ImposeError) in try await injectAsync(of: Unit.self) }
        #expect(error?.kind == .noScope)
    }

    @Test("injectAsync in an isolated directory gives that directory's own instances")
    func isolation() async throws {
        Imposer.impose(for: MemoryCache.self) { () async in MemoryCache() }
        let outside = try await injectAsync(of: MemoryCache.self)
        try await Imposer.isolated {
            let inside = try await injectAsync(of: MemoryCache.self)
            #expect(inside !== outside)
            #expect(inject(of: MemoryCache.self) === inside)
        }
        #expect(inject(of: MemoryCache.self) === outside)
    }
}
