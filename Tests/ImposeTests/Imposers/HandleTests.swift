import Impose
import ImposeTesting
import TestSupport
import Testing

private final class Gateway: Sendable {
    let location: String

    init(_ location: String) { self.location = location }
}

/// What is given the handles that its provider gets.
private final class Ledger: Sendable {
    let imposer: Imposer
    let gateway: Injected<Gateway>
    let gateways: InjectedAll<Gateway>
    let latest: Imposed<Gateway>

    init(
        _ imposer: Imposer,
        _ gateway: Injected<Gateway>,
        _ gateways: InjectedAll<Gateway>,
        _ latest: Imposed<Gateway>
    ) {
        (self.imposer, self.gateway, self.gateways, self.latest) = (imposer, gateway, gateways, latest)
    }

    /// What the handles inject, one after the other.
    func locations() throws(ImposeError) -> [String] {
        [try imposer.tryInject(of: Gateway.self), try gateway.tryInject(), try latest.tryInject()].map(\.location)
            + (try gateways.tryInject()).map(\.location)
    }
}

/// A wrapper that is made from an imposer.
private enum Wrapper: CaseIterable {
    case injected, named, unforce, weakly, imposed, all

    /// - Returns: Reads the location of the gateway.
    func make(from imposer: Imposer) -> @Sendable () -> String? {
        switch self {
        case .injected:
            let wrapper = Injected<Gateway>(from: imposer)
            return { try? wrapper.tryInject().location }
        case .named:
            let wrapper = Injected<Gateway>(from: imposer, named: "spare", ifNoMatchUse: .furthest)
            return { try? wrapper.tryInject().location }
        case .unforce:
            let wrapper = UnforceInjected<Gateway>(from: imposer)
            return { wrapper.wrappedValue?.location }
        case .weakly:
            let wrapper = InjectedWeakly<Gateway>(from: imposer)
            return { wrapper.wrappedValue?.location }
        case .imposed:
            let wrapper = Imposed<Gateway>(from: imposer)
            return { try? wrapper.tryInject().location }
        case .all:
            let wrapper = InjectedAll<Gateway>(from: imposer)
            return { try? wrapper.tryInject().last?.location }
        }
    }
}

/// Where a wrapper is made from a handle, and read.
private enum Moment: CaseIterable {
    case outside, inOtherScope, inCopy, onOtherThread

    func run(_ body: () -> (@Sendable () -> String?)) -> String? {
        let other = Imposer.openScope("other")
        other.give(Gateway("other"))
        other.give(Gateway("other"), named: "spare")
        switch self {
        case .outside: return body()()
        case .inOtherScope: return other.run { body()() }
        case .inCopy: return Imposer.isolated { body()() }
        case .onOtherThread:
            let (read, found) = (other.run { body() }, Collected<String?>())
            onAnotherThread { found.add(read()) }
            return found.all[0]
        }
    }
}

@Suite("Handles, private imposers and scopes", .imposing(empty: true))
struct HandleTests {
    private func imposeLedger(_ option: InjectOption, on imposer: Imposer = .shared) {
        imposer.impose(for: Ledger.self, option: option, Ledger.init)
    }

    /// A scope with gateways of its own.
    private func scope(of imposer: Imposer = .shared) -> Imposer {
        for name in [nil, "spare"] as [InjectionName?] {
            imposer.impose(for: Gateway.self, named: name) { Gateway("outside") }
        }
        let scope = imposer.openScope("request")
        for name in [nil, "spare"] as [InjectionName?] { scope.give(Gateway("request"), named: name) }
        return scope
    }

    // MARK: Wrappers

    @Test(
        "A wrapper that is made from an imposer a provider was given asks where the provider's parameters come from",
        arguments: Wrapper.allCases,
        Moment.allCases
    )
    private func wrapper(wrapper: Wrapper, moment: Moment) {
        let request = scope()
        for option in [InjectOption.scopedInstance, .closureBased] {
            imposeLedger(option)
            let ledger = request.inject(of: Ledger.self)
            #expect(moment.run { wrapper.make(from: ledger.imposer) } == "request")
        }
        imposeLedger(.singleInstance)
        let ledger = request.inject(of: Ledger.self)
        #expect(moment.run { wrapper.make(from: ledger.imposer) } == "outside")
    }

    @Test(
        "A wrapper that is made from a handle of a private imposer asks that, in the scope of its provider",
        arguments: Wrapper.allCases
    )
    private func ofPrivateImposer(wrapper: Wrapper) {
        let plugin = Imposer(label: "plugin")
        for name in [nil, "spare"] as [InjectionName?] {
            plugin.impose(for: Gateway.self, named: name) { Gateway("plugin") }
        }
        imposeLedger(.closureBased, on: plugin)
        let request = scope()
        let (outside, inside) = (plugin.inject(of: Ledger.self), request.run { plugin.inject(of: Ledger.self) })
        #expect(request.run { wrapper.make(from: outside.imposer)() } == "plugin")
        #expect(wrapper.make(from: inside.imposer)() == "request")
    }

    // MARK: Changes

    @Test("What a handle changes goes to what holds the registration, and what it opens and ends is the scope's")
    func changes() throws {
        let request = scope()
        imposeLedger(.scopedInstance)
        let imposer = request.inject(of: Ledger.self).imposer
        imposer.impose(for: Int.self) { 1 }
        imposer.give("given")
        #expect(inject(of: Int.self) == 1 && inject(of: String.self) == "given")
        request.give(2)
        #expect(imposer.inject(of: Int.self) == 2)
        try imposer.store(3)
        #expect(request.inject(of: Int.self) == 3 && inject(of: Int.self) == 1)
        #expect(imposer.remove(for: Int.self))
        #expect(!Imposer.isImposed(Int.self) && request.isImposed(Int.self))
        let kept = inject(of: Gateway.self)
        imposer.reset()
        #expect(inject(of: Gateway.self) !== kept)
        let step = imposer.openScope("step")
        #expect(request.scope(named: "step") === step && imposer.scope(named: "step") === step)
        #expect(step.inject(of: Int.self) == 3)
        #expect(Imposer(parent: imposer).inject(of: Gateway.self).location == "request")
        #expect(imposer.disposeScopes(named: "step") == 1)
        #expect(imposer.run { inject(of: Gateway.self).location } == "request")
        #expect(imposer.dispose() == nil)
        #expect(request.isDisposed && imposer.isDisposed)
        #expect(!Imposer.shared.isDisposed)
    }

    @Test("Code that runs in a handle, or in an imposer that is no scope, runs in no scope but theirs")
    func runs() {
        let request = scope()
        imposeLedger(.singleInstance)
        let handle = inject(of: Ledger.self).imposer
        let child = Imposer(parent: .shared)
        for imposer in [handle, .shared, child, .imposer(for: .secondary)] {
            #expect(request.run { imposer.run { inject(of: Gateway.self).location } } == "outside")
            #expect(request.run { inject(of: Gateway.self).location } == "request")
        }
        // Of the directory that it is in, wherever the code runs that says so.
        let outer = Imposer.shared
        Imposer.isolated(empty: true) {
            for imposer in [outer, child] {
                #expect(imposer.run { inject(of: Gateway.self).location } == "outside")
            }
        }
    }

    // MARK: What they keep

    @Test("A handle in what nobody keeps holds a private imposer open, but for an Imposer, which keeps nothing")
    func holding() throws {
        func make(_ option: InjectOption) throws -> (Watched<Imposer>, Ledger) {
            let plugin = Imposer(label: "plugin")
            plugin.impose(for: Gateway.self) { Gateway("plugin") }
            imposeLedger(option, on: plugin)
            return (Watched(plugin), plugin.inject())
        }
        var (watched, ledger) = try make(.closureBased)
        #expect(!watched.isGone)
        #expect(try ledger.locations() == Array(repeating: "plugin", count: 4))
        let imposer = ledger.imposer
        (watched, ledger) = try make(.singleInstance)
        #expect(watched.isGone)
        #expect(failure { () throws(ImposeError) in try ledger.locations() }?.kind == .disposed)
        #expect(failure { () throws(ImposeError) in try imposer.tryInject(of: Gateway.self) }?.kind == .disposed)
        #expect(imposer.isDisposed)
    }

    @Test("An Imposer as a parameter keeps no scope open, also in what nobody keeps", arguments: [false, true])
    func imposerKeepsNothing(isPrivate: Bool) {
        final class Alone: Sendable {
            let imposer: Imposer

            init(_ imposer: Imposer) { self.imposer = imposer }
        }
        let imposer = isPrivate ? Imposer() : Imposer.shared
        imposer.impose(for: Alone.self, option: .closureBased, Alone.init)
        let (watched, alone) = {
            let request = scope(of: imposer)
            return (Watched(request), request.inject(of: Alone.self))
        }()
        #expect(watched.isGone)
        #expect(alone.imposer.isDisposed)
        let error = failure { () throws(ImposeError) in try alone.imposer.tryInject(of: Gateway.self) }
        #expect(error?.kind == .disposed)
    }

    @Test("Handles of a registration on a scope, asked for in one inside, ask the inner one")
    func ofOuterScope() throws {
        let outer = scope()
        let inner = outer.openScope()
        imposeLedger(.closureBased, on: outer)
        inner.give(Gateway("inner"))
        let ledger = inner.inject(of: Ledger.self)
        for place in [inner, outer, .openScope()] {
            let locations = try place.run { () throws(ImposeError) in try ledger.locations() }
            #expect(locations == Array(repeating: "inner", count: 4))
        }
        imposeLedger(.singleInstance, on: outer)
        #expect(try inner.inject(of: Ledger.self).locations() == Array(repeating: "request", count: 4))
    }
}
