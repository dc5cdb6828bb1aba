import Foundation
import ImposeTesting
import TestSupport
import Testing

@testable import Impose

private final class Service: Counted, @unchecked Sendable {
    let content = "content"
}

private final class Connection: Counted, @unchecked Sendable {}

private final class Cursor: Counted, @unchecked Sendable {}

/// An imposer that can be ended while others ask it.
private enum Kind: CaseIterable {
    case privateImposer, child, scope, scopeInScope

    /// - Returns: The imposer, and what it is in.
    func make() -> (imposer: Imposer, above: Imposer) {
        let root = Imposer()
        switch self {
        case .privateImposer: return (root, root)
        case .child: return (Imposer(parent: root), root)
        case .scope: return (root.openScope(), root)
        case .scopeInScope:
            let outer = root.openScope()
            return (outer.openScope(), outer)
        }
    }
}

@Suite("The end of an imposer", .imposing(empty: true), .timeLimit(.minutes(20)))
struct EndOfImposerTests {
    @Test("An imposer that is ended again from within its end gives nothing that has gone", arguments: Kind.allCases)
    private func endedWithin(kind: Kind) {
        let census = Census()
        let (imposer, _) = kind.make()
        imposer.impose(for: Service.self) { Service(census) }
        // Remembered.
        for _ in 0..<2 { _ = imposer.inject(of: Service.self) }
        let scope = imposer.openScope()
        let seen = Collected<ImposeError.Kind?>()
        for end in [scope, imposer] {
            end.impose(for: Connection.self) { Connection(census) }.onDispose { [weak imposer] _ in
                imposer?.dispose()
                seen.add(failure { () throws(ImposeError) in try imposer?.tryInject(of: Service.self) }?.kind)
            }
            _ = end.inject(of: Connection.self)
        }
        imposer.dispose()
        #expect(seen.all == [.disposed, .disposed])
        #expect(failure { () throws(ImposeError) in try imposer.tryInject(of: Service.self) }?.kind == .disposed)
        #expect(census.comesDown())
    }

    @Test("An imposer that several threads end while others ask it is ended once", arguments: Kind.allCases)
    private func endedAtOnce(kind: Kind) {
        let rounds = scaled(600)
        let (census, disposed, first, wrong) = (Census(), CallCounter(), CallCounter(), CallCounter())
        for _ in 0..<rounds {
            let (imposer, _) = kind.make()
            imposer.impose(for: Service.self) { Service(census) }.onDispose { _ in disposed.increment() }
            _ = imposer.inject(of: Service.self)
            onThreads(4) { _, thread in
                if thread < 2 {
                    if imposer.dispose() == nil { first.increment() }
                    // Whoever asked for the end, it is over.
                    if imposer.unforceInject(of: Service.self) != nil { wrong.increment() }
                } else {
                    for _ in 0..<20
                    where imposer.unforceInject(of: Service.self).map({ $0.content != "content" }) ?? false {
                        wrong.increment()
                    }
                }
            }
        }
        #expect(disposed.count == census.count)
        #expect(first.count == rounds)
        #expect(wrong.count == 0)
        #expect(census.comesDown())
    }

    @Test("A second dispose() of an imposer waits for the first one", arguments: Kind.allCases)
    private func secondWaits(kind: Kind) {
        let (imposer, _) = kind.make()
        let (census, isDisposing, isOver, early) = (Census(), Barrier(2), Shared(false), CallCounter())
        imposer.impose(for: Connection.self) { Connection(census) }.onDispose { _ in
            isDisposing.wait()
            // The other thread waits, or has gone on without waiting.
            spin { imposer.endIsAwaited || early.count > 0 }
            isOver.withLock { $0 = true }
        }
        _ = imposer.inject(of: Connection.self)
        onThreads(2) { _, thread in
            if thread == 0 {
                imposer.dispose()
            } else {
                isDisposing.wait()
                imposer.dispose()
                if !isOver.withLock({ $0 }) { early.increment() }
            }
        }
        #expect(early.count == 0)
    }

    @Test(
        "The end of what an imposer is in waits for an end of that imposer that is under way",
        arguments: Kind.allCases
    )
    private func parentWaits(kind: Kind) {
        let (imposer, above) = kind.make()
        let inner = imposer.openScope()
        let (census, isDisposing, order) = (Census(), Barrier(2), Collected<String>())
        inner.impose(for: Cursor.self) { Cursor(census) }.onDispose { _ in
            isDisposing.wait()
            spin { inner.endIsAwaited || !order.all.isEmpty }
            order.add("cursor")
        }
        _ = inner.inject(of: Cursor.self)
        above.impose(for: Connection.self) { Connection(census) }.onDispose { _ in order.add("connection") }
        _ = above.inject(of: Connection.self)
        onThreads(2) { _, thread in
            if thread == 0 {
                inner.dispose()
            } else {
                isDisposing.wait()
                above.dispose()
            }
        }
        #expect(order.all == ["cursor", "connection"])
    }

    @Test("An imposer that is made in one that has ended is disposed", arguments: Kind.allCases)
    private func madeInEnded(kind: Kind) {
        let (imposer, _) = kind.make()
        imposer.dispose()
        let census = Census()
        for made in [Imposer(parent: imposer), imposer.openScope(), imposer.openScope().openScope()] {
            #expect(made.isDisposed)
            made.impose(for: Service.self) { Service(census) }
            #expect(failure { () throws(ImposeError) in try made.tryInject(of: Service.self) }?.kind == .disposed)
            #expect(
                failure { () throws(ImposeError) in
                    try made.run { () throws(ImposeError) in try made.tryInject(of: Service.self) }
                }?.kind == .disposed
            )
        }
        #expect(census.count == 0)
    }

    // MARK: Order

    @Test("Instances of several imposers of a directory are disposed of in the reverse order of their making")
    func order() {
        let (census, order) = (Census(), Collected<String>())
        Imposer.isolated(empty: true, endsWithBody: true) {
            let imposers = [Imposer.shared, .imposer(for: .secondary), .imposer(for: .custom("eu"))]
            // The imposers in turns, and not in the order in which they are searched.
            for number in 0..<12 {
                let imposer = imposers[[1, 2, 0][number % 3]]
                let name = InjectionName(number)
                imposer.impose(for: Connection.self, named: name) { Connection(census) }
                    .onDispose { _ in order.add("\(number)") }
                _ = imposer.inject(of: Connection.self, named: name)
            }
            let scope = Imposer.openScope()
            scope.impose(for: Cursor.self) { Cursor(census) }.onDispose { _ in order.add("scope") }
            _ = scope.inject(of: Cursor.self)
        }
        #expect(order.all == ["scope"] + (0..<12).reversed().map { "\($0)" })
        #expect(census.comesDown())
    }

    @Test("What needs an instance of another imposer of its directory is disposed of before that")
    func orderOfNeed() {
        let (census, order) = (Census(), Collected<String>())
        Imposer.isolated(empty: true, endsWithBody: true) {
            Imposer.imposer(for: .secondary).impose(for: Connection.self) { Connection(census) }
                .onDispose { _ in order.add("connection") }
            Imposer.impose(for: Cursor.self) { (_: Connection) in Cursor(census) }
                .onDispose { _ in order.add("cursor") }
            _ = inject(of: Cursor.self)
        }
        #expect(order.all == ["cursor", "connection"])
    }

    // MARK: Disposers

    @Test("A disposer of an isolated copy does not get what is outside", arguments: [true, false])
    func disposerOfCopy(endsWithBody: Bool) {
        let (census, seen) = (Census(), Collected<String>())
        Imposer.impose(for: String.self, instance: "outside")
        Imposer.isolated(endsWithBody: endsWithBody) {
            Imposer.impose(for: String.self, instance: "inside")
            for imposer in [Imposer.shared, .imposer(for: .secondary), .openScope()] {
                imposer.impose(for: Connection.self) { Connection(census) }.onDispose { _ in
                    seen.add(unforceInject(of: String.self) ?? "nothing")
                    seen.add(Imposer.shared.unforceInject(of: String.self) ?? "nothing")
                }
                _ = imposer.inject(of: Connection.self)
            }
        }
        #expect(!seen.all.isEmpty)
        #expect(!seen.all.contains("outside"))
    }

    @Test(
        "A disposer of an isolated copy gets what is inside, though it is called from outside",
        arguments: ["dispose", "reset", "replace", "remove"]
    )
    func calledFromOutside(change: String) {
        let (census, seen) = (Census(), Collected<String>())
        Imposer.impose(for: String.self, option: .closureBased, "outside")
        Imposer.isolated {
            Imposer.impose(for: String.self, option: .closureBased, "inside")
            for imposer in [Imposer.openScope(), Imposer(parent: .shared)] {
                imposer.impose(for: Connection.self) { Connection(census) }.onDispose { _ in
                    seen.add(unforceInject(of: String.self) ?? "nothing")
                    seen.add(Imposer.shared.unforceInject(of: String.self) ?? "nothing")
                }
                _ = imposer.inject(of: Connection.self)
                // A new thread runs in no context.
                onAnotherThread {
                    switch change {
                    case "dispose": imposer.dispose()
                    case "reset": imposer.reset()
                    case "replace": imposer.impose(for: Connection.self) { Connection(census) }
                    default: imposer.remove(for: Connection.self)
                    }
                }
            }
        }
        #expect(seen.all == Array(repeating: "inside", count: 4))
    }

    @Test("A disposer of a scope injects from what the scope is in, as far as that is still there")
    func disposerOfScope() {
        let (imposer, census, seen) = (Imposer(), Census(), Collected<String>())
        imposer.impose(for: String.self, instance: "imposer's")
        let scope = imposer.openScope()
        scope.impose(for: Connection.self) { Connection(census) }.onDispose { [weak scope] _ in
            seen.add(imposer.unforceInject(of: String.self) ?? "nothing")
            seen.add(
                failure { () throws(ImposeError) in try scope?.tryInject(of: Connection.self) }.map { "\($0.kind)" }
                    ?? ""
            )
        }
        _ = scope.inject(of: Connection.self)
        scope.dispose()
        #expect(seen.all == ["imposer's", "disposed"])
    }

    @Test(
        "A disposer of a scope gets nothing from an imposer that ends around it, whatever was injected before",
        arguments: [false, true]
    )
    func disposerOfScopeAtTheEndOfAll(isParent: Bool) {
        for wasAsked in [false, true] {
            let (outer, census, seen) = (Imposer(), Census(), Collected<String?>())
            let imposer = isParent ? Imposer(parent: outer) : outer
            imposer.impose(for: String.self, instance: "imposer's")
            imposer.impose(for: Connection.self, option: .scopedInstance) { Connection(census) }
                .onDispose { [unowned imposer] _ in seen.add(imposer.unforceInject(of: String.self)) }
            let scope = imposer.openScope()
            _ = scope.inject(of: Connection.self)
            if wasAsked { #expect(imposer.inject(of: String.self) == "imposer's") }
            imposer.dispose()
            #expect(seen.all == [nil])
        }
    }

    @Test("A weak instance is never disposed of", arguments: Kind.allCases)
    private func weak(kind: Kind) {
        let (census, disposed) = (Census(), CallCounter())
        for end in ["reset", "replace", "remove", "dispose", "dispose meanwhile"] {
            let (imposer, _) = kind.make()
            let isToEnd = Shared(false)
            @Sendable func impose() {
                imposer.impose(for: Connection.self, option: .weakInstance) { [weak imposer] in
                    if isToEnd.withLock({ $0 }) { imposer?.dispose() }
                    return Connection(census)
                }
                .onDispose { _ in disposed.increment() }
            }
            impose()
            if end == "dispose meanwhile" {
                isToEnd.withLock { $0 = true }
                let error = failure { () throws(ImposeError) in try imposer.tryInject(of: Connection.self) }
                #expect(error?.kind == .disposed)
                continue
            }
            let connection = imposer.inject(of: Connection.self)
            switch end {
            case "reset": imposer.reset()
            case "replace": impose()
            case "remove": imposer.remove(for: Connection.self)
            default: imposer.dispose()
            }
            withExtendedLifetime(connection) {}
            imposer.dispose()
        }
        #expect(disposed.count == 0)
        #expect(census.comesDown())
    }

    // MARK: What holds an imposer

    @Test("A child and a scope hold what they are in, though nobody else does")
    func temporaries() {
        let (census, disposed) = (Census(), CallCounter())
        func root() -> Imposer {
            let imposer = Imposer()
            imposer.impose(for: Service.self) { Service(census) }.onDispose { _ in disposed.increment() }
            return imposer
        }
        let made = [
            Imposer(parent: root()), root().openScope(), Imposer(parent: Imposer(parent: root())),
            root().openScope().openScope(), Imposer(parent: root()).openScope(),
        ]
        for (number, imposer) in made.enumerated() {
            #expect(!imposer.isDisposed)
            #expect(imposer.inject(of: Service.self) === imposer.inject(of: Service.self), "\(number)")
        }
        #expect(disposed.count == 0)
        #expect(census.living == made.count)
        withExtendedLifetime(made) {}
    }

    @Test("A scope of an imposer that nobody holds any more keeps that until it ends itself")
    func endOfTemporaries() {
        let (census, disposed) = (Census(), CallCounter())
        do {
            let imposer = Imposer()
            imposer.impose(for: Service.self) { Service(census) }.onDispose { _ in disposed.increment() }
            let scope = Imposer(parent: imposer).openScope()
            _ = scope.inject(of: Service.self)
            #expect(disposed.count == 0)
        }
        #expect(disposed.count == 1)
        #expect(census.comesDown())
    }

    @Test("A scope that only a task runs in is open until the task is done")
    func taskInScope() async {
        let (census, disposed, gate) = (Census(), CallCounter(), Gate())
        let task: Task<Bool, Never>
        do {
            let scope = Imposer().openScope()
            scope.impose(for: Service.self) { Service(census) }.onDispose { _ in disposed.increment() }
            task = scope.run {
                Task {
                    await gate.pass()
                    return unforceInject(of: Service.self) != nil
                }
            }
        }
        #expect(disposed.count == 0)
        gate.open()
        #expect(await task.value)
        #expect(await comesTrue { disposed.count == 1 })
        #expect(census.comesDown())
    }
}
