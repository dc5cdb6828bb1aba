import Foundation
import ImposeTesting
import TestSupport
import Testing

@testable import Impose

/// What an outer imposer or scope keeps, and an inner one uses.
private final class Connection: Sendable {}

private final class Cursor: Sendable {
    let connection: Connection

    init(_ connection: Connection) { self.connection = connection }
}

/// An end that awaits what it has to.
enum AwaitedEnd: CaseIterable {
    case disposeAsync, disposeAsyncOfImposer, disposeAsyncOfPrimary, withScope, isolated, shutdown, shutdownOfImposer
}

/// An end that another thread is in the middle of.
enum InnerEnd: CaseIterable {
    case dispose, disposeAsync, withScope, withScopeAwaiting, lastReference
    case disposeOfImposer, lastReferenceOfImposer, resetOfImposer, removeFromImposer, replaceInImposer
    case disposeScopes, disposeOfScopeInside
}

@Suite(
    "An awaited end beside one that is under way below",
    .imposing(empty: true),
    .serialized,
    .timeLimit(.minutes(20))
)
struct EndsAtOnceTests {
    /// What happened, and how far the two ends have come.
    private final class Course: Sendable {
        let log = Collected<String>()
        let innerHasBegun = Signal()
        let innerIsOver = Signal()

        /// What the inner disposer does: it goes on when the outer end waits for it, or has not waited.
        func dispose(_ inner: Node, in outer: Imposer) {
            innerHasBegun.give()
            let isTime = eventually { outer.disposalWaiters > 0 || inner.endIsAwaited || !log.all.isEmpty }
            // Not by an issue: this thread is part of no test.
            log.add(isTime ? "cursor" : "nobody waits")
        }

        /// Imposes on the outer imposer, and begins the inner end on another thread or in another task.
        func begin(_ end: InnerEnd, in outer: Imposer) async {
            outer.impose(for: Connection.self, Connection.init).onDispose { [log] _ in log.add("connection") }
            _ = outer.inject(of: Connection.self)
            // A thread has no context: a task's would be that of the outer body.
            Thread.detachNewThread {
                end.happen(in: outer) { inner in
                    let node = inner.node
                    inner.impose(for: Cursor.self, Cursor.init).onDispose { _ in self.dispose(node, in: outer) }
                    _ = inner.inject(of: Cursor.self)
                } then: {
                    self.innerIsOver.give()
                }
            }
            await innerHasBegun.wait()
        }
    }

    @Test(
        "An awaited end disposes of nothing that an inner end which is under way still uses",
        arguments: AwaitedEnd.allCases,
        InnerEnd.allCases
    )
    func order(outer: AwaitedEnd, inner: InnerEnd) async {
        let course = Course()
        switch outer {
        case .disposeAsync:
            let scope = Imposer.openScope("outer")
            await course.begin(inner, in: scope)
            #expect(await scope.disposeAsync().isEmpty)
        case .disposeAsyncOfImposer:
            let imposer = Imposer()
            await course.begin(inner, in: imposer)
            #expect(await imposer.disposeAsync().isEmpty)
        case .disposeAsyncOfPrimary:
            await course.begin(inner, in: .shared)
            #expect(await Imposer.shared.disposeAsync().isEmpty)
        case .withScope:
            await Imposer.withScope("outer") { await course.begin(inner, in: $0) }
        case .isolated:
            await Imposer.isolated(endsWithBody: true) { await course.begin(inner, in: .shared) }
        case .shutdown:
            await course.begin(inner, in: .shared)
            #expect(await Imposer.shutdown(within: .seconds(3600)).isEmpty)
        case .shutdownOfImposer:
            let imposer = Imposer()
            await course.begin(inner, in: imposer)
            #expect(await imposer.shutdown(within: .seconds(3600)).isEmpty)
        }
        await course.innerIsOver.wait()
        #expect(course.log.all == ["cursor", "connection"])
    }

    @Test("isolated and withScope await disposers although their body awaits nothing")
    func bodiesThatAwaitNothing() async {
        let log = Collected<String>()
        @Sendable func make(in imposer: Imposer) -> Cursor {
            imposer.impose(for: Connection.self, Connection.init)
            imposer.impose(for: Cursor.self, Cursor.init).onDispose { _ in
                await Task.yield()
                log.add("cursor")
            }
            return imposer.inject(of: Cursor.self)
        }
        await Imposer.isolated(endsWithBody: true) { _ = make(in: .shared) }
        #expect(log.all.count == 1)
        _ = await Imposer.isolated(endsWithBody: true) { make(in: .shared) }
        #expect(log.all.count == 2)
        await Imposer.isolated(empty: true, endsWithBody: true) {
            for _ in 0..<2 { _ = make(in: .shared) }
        }
        #expect(log.all.count == 4)
        await Imposer.withScope { _ = make(in: $0) }
        #expect(log.all.count == 5)
        _ = await Imposer.shared.withScope("request") { scope in make(in: scope) }
        #expect(log.all.count == 6)
    }

    @Test("disposeAsync() returns when its instances are disposed of, also if an outer end takes them")
    func takenByOuter() async {
        for _ in 0..<300 {
            let disposed = CallCounter()
            let outer = Imposer()
            let inner = outer.openScope()
            for name in ["a", "b", "c"] {
                inner.impose(for: Connection.self, named: InjectionName(name), Connection.init).onDispose { _ in
                    await Task.yield()
                    disposed.increment()
                }
                _ = inner.inject(of: Connection.self, named: InjectionName(name))
            }
            await withTaskGroup { group in
                group.addTask { _ = await outer.disposeAsync() }
                group.addTask {
                    await inner.disposeAsync()
                    #expect(disposed.count == 3)
                }
            }
            #expect(disposed.count == 3)
        }
    }

    @Test("disposeAsync() returns when its instances are disposed of, also if a reset has taken them")
    func takenByReset() async {
        let log = Collected<String>()
        let goOn = Signal()
        let outer = Imposer()
        outer.impose(for: Connection.self, option: .scopedInstance, Connection.init).onDispose { _ in
            await goOn.wait()
            log.add("connection")
        }
        let inner = outer.openScope()
        _ = inner.inject(of: Connection.self)
        inner.synchronously { $0.reset() }
        async let ended: Void = {
            await inner.disposeAsync()
            log.add("ended")
        }()
        #expect(await comesTrue { inner.disposalWaiters > 0 || !log.all.isEmpty })
        goOn.give()
        await ended
        #expect(log.all == ["connection", "ended"])
    }

    @Test("A shutdown waits for a scope or imposer that is just losing its last reference", arguments: [true, false])
    func lastReferenceBesideShutdown(isScope: Bool) async {
        for _ in 0..<scaled(3_000) {
            let log = Collected<String>()
            let outer = Imposer()
            outer.impose(for: Connection.self, Connection.init).onDispose { _ in log.add("connection") }
            _ = outer.inject(of: Connection.self)
            let inner = Shared<Imposer?>(isScope ? outer.openScope() : Imposer(parent: outer))
            inner.withLock { inner in
                inner?.impose(for: Cursor.self, Cursor.init).onDispose { _ in log.add("cursor") }
                _ = inner?.inject(of: Cursor.self)
            }
            async let isGone: Void = Task.detached { inner.letGo() }.value
            #expect(await outer.shutdown(within: .seconds(3600)).isEmpty)
            await isGone
            guard log.all == ["cursor", "connection"] else {
                Issue.record("Disposed of in this order: \(log.all)")
                return
            }
        }
    }

    @Test("An end in a task that a disposer has started does not wait for the disposal that awaits it")
    func inTaskOfDisposer() async {
        let outers: [@Sendable (Imposer) async -> [ImposeError]] = [
            { await $0.disposeAsync() }, { await $0.shutdown(within: .seconds(3600)) },
        ]
        for end in outers {
            let outer = Imposer()
            let inner = outer.openScope()
            let started = Shared<Task<Bool, Never>?>(nil)
            // The one that is made first is disposed of last.
            inner.impose(for: Connection.self, Connection.init)
                .onDispose { _ in #expect(await started.withLock { $0 }?.value == true) }
            inner.impose(for: Cursor.self, Cursor.init)
                .onDispose { _ in started.withLock { $0 = Task { await end(outer).isEmpty } } }
            _ = inner.inject(of: Cursor.self)
            #expect(await inner.disposeAsync().isEmpty)
        }
    }

    @Test("withScope waits for a disposal below it that goes on in a task")
    func goingOnBelow() async {
        let log = Collected<String>()
        let goOn = Signal()
        async let end: Void = Imposer.withScope { outer in
            outer.impose(for: Connection.self, Connection.init).onDispose { _ in log.add("connection") }
            let inner = outer.openScope()
            inner.impose(for: Cursor.self, Cursor.init).onDispose { _ in
                await goOn.wait()
                log.add("cursor")
            }
            _ = inner.inject(of: Cursor.self)
            inner.synchronously { $0.dispose() }
        }
        #expect(await comesTrue { Imposer.shared.disposalWaiters > 0 || !log.all.isEmpty })
        goOn.give()
        await end
        #expect(log.all == ["cursor", "connection"])
    }
}

extension Shared where Value == Imposer? {
    /// Lets go of the last reference with the lock open.
    fileprivate func letGo() {
        let last = withLock { held in
            defer { held = nil }
            return held
        }
        withExtendedLifetime(last) {}
    }
}

extension Imposer {
    /// Calls a synchronous method where the compiler prefers an asynchronous one.
    fileprivate func synchronously(_ body: (Imposer) -> Void) { body(self) }
}

extension InnerEnd {
    /// Makes something in an imposer or scope below an outer one, and ends that.
    ///
    /// - Parameters:
    ///   - fill: Fills the one that ends.
    ///   - done: Called when the end is over.
    fileprivate func happen(
        in outer: Imposer,
        _ fill: @escaping @Sendable (Imposer) -> Void,
        then done: @escaping @Sendable () -> Void
    ) {
        switch self {
        case .dispose, .disposeOfScopeInside:
            let scope = outer.openScope()
            let inner = self == .dispose ? scope : scope.openScope()
            fill(inner)
            inner.dispose()
            // The one in between is no hindrance, whether it lives or has ended.
            scope.dispose()
        case .disposeAsync:
            let scope = outer.openScope()
            fill(scope)
            Task.detached {
                await scope.disposeAsync()
                done()
            }
            return
        case .withScope: outer.withScope { fill($0) }
        case .withScopeAwaiting:
            Task.detached {
                await outer.withScope { scope async in fill(scope) }
                done()
            }
            return
        case .lastReference:
            let scope = outer.openScope()
            fill(scope)
        case .disposeOfImposer:
            let imposer = Imposer(parent: outer)
            fill(imposer)
            imposer.dispose()
        case .lastReferenceOfImposer:
            let imposer = Imposer(parent: outer)
            fill(imposer)
        case .resetOfImposer:
            let imposer = Imposer(parent: outer)
            fill(imposer)
            imposer.reset()
        case .removeFromImposer:
            let imposer = Imposer(parent: outer)
            fill(imposer)
            imposer.remove(for: Cursor.self)
        case .replaceInImposer:
            let imposer = Imposer(parent: outer)
            fill(imposer)
            imposer.impose(for: Cursor.self, Cursor.init)
        case .disposeScopes:
            let scope = outer.openScope("inner")
            fill(scope)
            outer.disposeScopes(named: "inner")
            withExtendedLifetime(scope) {}
        }
        done()
    }
}
