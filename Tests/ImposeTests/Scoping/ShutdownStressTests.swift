import Impose
import ImposeTesting
import TestSupport
import Testing

/// The number of instances that were made and disposed of.
private final class Turnover: Sendable {
    let made = CallCounter()
    let disposed = CallCounter()
}

private final class Resource: Sendable {
    private let wasDisposed = CallCounter()
    private let tally: Turnover

    init(_ tally: Turnover) {
        self.tally = tally
        tally.made.increment()
    }

    func dispose() {
        #expect(wasDisposed.increment() == 1)
        tally.disposed.increment()
    }

    var isDisposed: Bool { wasDisposed.count > 0 }
}

private final class Service: Sendable {
    let resource: Resource

    init(_ resource: Resource) { self.resource = resource }
}

/// More than any machine needs, whatever else it does.
private let ample = Duration.seconds(3600)

@Suite("Ends at the same time as injections", .timeLimit(.minutes(20)))
struct ShutdownStressTests {
    private static let rounds = scaled(60)

    private func impose(on imposer: Imposer, _ tally: Turnover) {
        for name in ["a", "b"] {
            imposer.impose(for: Resource.self, named: InjectionName(name)) { Resource(tally) }
                .onDispose { $0.dispose() }
        }
        imposer.impose(for: Resource.self, named: "awaited") { Resource(tally) }
            .onDispose { resource in
                await Task.yield()
                resource.dispose()
            }
        imposer.impose(for: Resource.self, named: "scoped", option: .scopedInstance) { Resource(tally) }
            .onDispose { resource in
                await Task.yield()
                resource.dispose()
            }
    }

    private func injectAll(from imposer: Imposer) {
        for name in ["a", "awaited", "scoped", "b"] {
            _ = imposer.unforceInject(of: Resource.self, named: InjectionName(name))
        }
    }

    @Test("A shutdown disposes of each instance once and forgets none, while 8 tasks inject and open scopes")
    func shutdown() async {
        for _ in 0..<Self.rounds {
            let tally = Turnover()
            await Imposer.isolated(empty: true) {
                impose(on: .shared, tally)
                let below = Imposer(parent: .shared)
                impose(on: below, tally)
                await withTaskGroup { group in
                    for task in 0..<8 {
                        group.addTask {
                            for turn in 0..<20 {
                                injectAll(from: turn.isMultiple(of: 2) ? .shared : below)
                                if task.isMultiple(of: 2) { await Imposer.withScope { injectAll(from: $0) } }
                                if task == 1 { _ = below.openScope().unforceInject(of: Resource.self, named: "scoped") }
                                await Task.yield()
                            }
                        }
                    }
                    for _ in 0..<2 { group.addTask { #expect(await Imposer.shutdown(within: ample).isEmpty) } }
                }
                // A shutdown awaits the disposals that last references have left to tasks, even after a reset.
                Imposer.reset()
                #expect(await Imposer.shutdown(within: ample).isEmpty)
                await below.disposeAsync()
            }
            #expect(tally.made.count == tally.disposed.count)
        }
    }

    @Test("In the body of withScope no instance is disposed of before the body ends, whenever the shutdown begins")
    func bodies() async {
        for _ in 0..<Self.rounds {
            let tally = Turnover()
            await Imposer.isolated(empty: true) {
                impose(on: .shared, tally)
                Imposer.impose(for: Service.self, option: .scopedInstance) { (imposer: Imposer) in
                    Service(try imposer.tryInject(of: Resource.self, named: "awaited"))
                }
                await withTaskGroup { group in
                    for _ in 0..<8 {
                        group.addTask {
                            for _ in 0..<10 {
                                await Imposer.withScope { scope in
                                    if scope.isDisposed { return }
                                    let service = scope.inject(of: Service.self)
                                    await Task.yield()
                                    let kept = inject(of: Resource.self, named: "a")
                                    #expect(!service.resource.isDisposed && !kept.isDisposed)
                                }
                            }
                        }
                    }
                    group.addTask { #expect(await Imposer.shutdown(within: ample).isEmpty) }
                }
            }
            #expect(tally.made.count == tally.disposed.count)
        }
    }

    @Test("A scope that several tasks dispose of, synchronously or not, loses each instance once, and all wait")
    func disposals() async {
        for _ in 0..<Self.rounds {
            let tally = Turnover()
            let scope = Imposer().openScope()
            impose(on: scope, tally)
            await withTaskGroup { group in
                for task in 0..<8 {
                    group.addTask {
                        injectAll(from: scope)
                        if task == 7 {
                            scope.dispose()
                            return
                        }
                        await scope.disposeAsync()
                    }
                }
            }
            await scope.disposeAsync()
            // A thread that was building may have come too late, and dispose of its own instance.
            while tally.made.count != tally.disposed.count { await Task.yield() }
        }
    }

    @Test("A shutdown that begins between two resets is never in force for nobody: injections end, one way or another")
    func shutdownBetweenResets() async {
        let imposer = Imposer()
        imposer.impose(for: Int.self, 1)
        for _ in 0..<scaled(6_000) {
            await imposer.shutdown(within: ample)
            await withTaskGroup { group in
                for _ in 0..<3 {
                    group.addTask { imposer.reset() }
                    group.addTask {
                        imposer.reset()
                        await imposer.shutdown(within: ample)
                    }
                }
            }
            // Here it stood still: closed for a shutdown that nobody knew.
            _ = try? imposer.tryInject(of: Int.self)
        }
        imposer.reset()
        #expect(imposer.inject(of: Int.self) == 1)
    }

    @Test("Resets and shutdowns at the same time end, and leave the imposer usable")
    func resets() async {
        for _ in 0..<Self.rounds {
            let tally = Turnover()
            let imposer = Imposer()
            impose(on: imposer, tally)
            await withTaskGroup { group in
                for task in 0..<4 {
                    group.addTask {
                        for _ in 0..<10 {
                            injectAll(from: imposer)
                            if task == 0 { imposer.reset() }
                            if task == 1 { await imposer.shutdown(within: ample) }
                            await Task.yield()
                        }
                    }
                }
            }
            imposer.reset()
            #expect(imposer.inject(of: Resource.self, named: "a") === imposer.inject(of: Resource.self, named: "a"))
            #expect(await imposer.shutdown(within: ample).isEmpty)
        }
    }
}
