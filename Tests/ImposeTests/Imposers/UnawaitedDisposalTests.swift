import Impose
import ImposeTesting
import TestSupport
import Testing

private typealias Log = Collected<String>

private final class Basket: Sendable {}

private final class Depot: Sendable {}

private struct Stop: Error {}

/// An operation that lets go of instances without awaiting anything.
enum UnawaitedEnd: String, CaseIterable {
    case dispose, disposeScopes, lastReference, reset, removal, removalOfAll, replacement, storing
    case isolatedEnd, isolatedFreed, synchronousWithScope
}

@Suite("A disposal that nobody awaits", .timeLimit(.minutes(20)))
struct UnawaitedDisposalTests {
    /// Imposes two things, of which the later one is awaited, and something that is made before and after them.
    private func impose(on imposer: Imposer, _ log: Log, _ goOn: Signal, _ done: Signal) {
        imposer.impose(for: Depot.self, Depot.init).onDispose { _ in
            log.add("pool")
            done.give()
        }
        imposer.impose(for: Basket.self, Basket.init)
            .onDispose { _ in log.add("basket") }
            .onDispose { _ in
                await goOn.wait()
                log.add("basket awaited")
            }
            .onDispose { _ in
                log.add("basket again")
                throw Stop()
            }
        imposer.impose(for: Int.self, 1).onDispose { _ in log.add("number") }
        _ = imposer.inject(of: Depot.self)
        _ = imposer.inject(of: Basket.self)
        _ = imposer.inject(of: Int.self)
    }

    @Test("dispose() leaves to a task what has to be awaited and all after it, in order, and returns")
    func order() async {
        let (log, goOn, done) = (Log(), Signal(), Signal())
        await Imposer.isolated(empty: true) {
            let observation = Imposer.observe { event in
                switch event.kind {
                case .disposalContinues(let registration): log.add("continues with \(registration.type)")
                case .failed(let error): log.add("\(error.kind)")
                default: break
                }
            }
            let scope = Imposer.openScope()
            impose(on: scope, log, goOn, done)
            #expect(scope.dispose() == nil)
            let before = ["number", "basket", "continues with Basket"]
            #expect(log.all == before)
            goOn.give()
            await done.wait()
            #expect(log.all == before + ["basket awaited", "basket again", "disposerFailed", "pool"])
            observation.cancel()
        }
    }

    @Test(
        "Whatever lets go of an instance returns before its awaited disposer, which runs later",
        arguments: UnawaitedEnd.allCases
    )
    func causes(_ cause: UnawaitedEnd) async throws {
        let (log, goOn, done) = (Log(), Signal(), Signal())
        /// Makes the basket, which is awaited.
        @Sendable func impose(on imposer: Imposer) {
            imposer.impose(for: Basket.self, Basket.init).onDispose { _ in
                await goOn.wait()
                log.add("basket")
                done.give()
            }
            _ = imposer.inject(of: Basket.self)
        }
        let imposer = Imposer()
        switch cause {
        case .dispose:
            impose(on: imposer)
            imposer.dispose()
        case .disposeScopes:
            let scope = imposer.openScope("request")
            impose(on: scope)
            imposer.disposeScopes(named: "request")
        case .lastReference:
            impose(on: Imposer())
        case .reset:
            impose(on: imposer)
            imposer.reset()
        case .removal:
            impose(on: imposer)
            imposer.remove(for: Basket.self)
        case .removalOfAll:
            impose(on: imposer)
            imposer.removeAll()
        case .replacement:
            impose(on: imposer)
            imposer.impose(for: Basket.self, Basket.init)
        case .storing:
            impose(on: imposer)
            try imposer.store(Basket(), for: Basket.self)
        case .isolatedEnd:
            synchronously { Imposer.isolated(empty: true, endsWithBody: true) { impose(on: Imposer.shared) } }
        case .isolatedFreed:
            synchronously { Imposer.isolated(empty: true) { impose(on: Imposer.shared) } }
        case .synchronousWithScope:
            synchronously { imposer.withScope { impose(on: $0) } }
        }
        log.add("returned")
        goOn.give()
        await done.wait()
        #expect(log.all == ["returned", "basket"])
    }

    private func synchronously(_ body: () -> Void) { body() }

    @Test("An instance that comes too late for its scope is disposed of in a task, if that is awaited")
    func builtTooLate() async {
        let (log, done) = (Log(), Signal())
        let scope = Imposer().openScope()
        let observed = Log()
        await Imposer.isolated(empty: true) {
            let observation = Imposer.observe { event in
                if case .disposalContinues = event.kind { observed.add("continues") }
            }
            scope.impose(for: Basket.self) {
                scope.dispose()
                return Basket()
            }
            .onDispose { _ in
                await Task.yield()
                log.add("basket")
                done.give()
            }
            #expect(failure { () throws(ImposeError) in try scope.tryInject(of: Basket.self) }?.kind == .disposed)
            await done.wait()
            observation.cancel()
        }
        #expect(log.all == ["basket"])
    }

    @Test("Observers are told that a disposal goes on in a task, with the line that asked for it")
    func event() {
        let log = Log()
        Imposer.isolated(empty: true) {
            let observation = Imposer.observe { event in
                if case .disposalContinues = event.kind { log.add("\(event), at \(event.location)") }
            }
            let scope = Imposer.openScope()
            for end in [{ scope.reset() }, { _ = scope.dispose(fileID: "Shop/Desk.swift", line: 29) }] {
                scope.impose(for: Basket.self, fileID: "Shop/Start.swift", line: 20, Basket.init)
                    .onDispose { _ in await Task.yield() }
                _ = scope.inject(of: Basket.self)
                end()
            }
            observation.cancel()
        }
        let text = "the disposal goes on in a task, from an instance of Basket (singleInstance, in scope, at "
        let texts = log.all
        #expect(texts.count == 2 && texts.allSatisfy { $0.hasPrefix(text) })
        #expect(texts.first?.hasSuffix("its disposer has to be awaited, at Shop/Start.swift:20") == true)
        #expect(texts.last?.hasSuffix("its disposer has to be awaited, at Shop/Desk.swift:29") == true)
    }

    @Test("A disposal that goes on in a task keeps task-local values and the directory's context")
    func context() async {
        let (log, done) = (Log(), Signal())
        await Imposer.isolated(empty: true) {
            Imposer.impose(for: String.self, "directory")
            let scope = Imposer().openScope()
            scope.impose(for: Basket.self, Basket.init).onDispose { _ in
                await Task.yield()
                log.add(inject())
                log.add(Traced.$id.get())
                done.give()
            }
            _ = scope.inject(of: Basket.self)
            Traced.$id.withValue("trace") { _ = scope.dispose() }
            await done.wait()
        }
        #expect(log.all == ["directory", "trace"])
    }

    @Test("A disposal in a freed isolated directory goes on in that directory's imposers")
    func freed() async {
        let (log, done) = (Log(), Signal())
        func use() {
            Imposer.isolated(empty: true) {
                Imposer.impose(for: Basket.self, Basket.init).onDispose { _ in
                    await Task.yield()
                    log.add("basket")
                }
                Imposer.impose(for: Depot.self, Depot.init).onDispose { _ in
                    log.add("pool")
                }
                Imposer.impose(for: Int.self, 1).onDispose { _ in
                    await Task.yield()
                    log.add("number")
                    done.give()
                }
                _ = inject(of: Int.self)
                _ = inject(of: Depot.self)
                _ = inject(of: Basket.self)
            }
        }
        use()
        await done.wait()
        #expect(log.all == ["basket", "pool", "number"])
    }
}

private enum Traced {
    @TaskLocal static var id = "none"
}
