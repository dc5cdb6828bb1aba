import Foundation
import Impose
import ImposeTesting
import TestSupport
import Testing

/// Something that others use as long as they are not disposed of.
private final class Connection: Sendable {
    private let users = Shared(0)

    func change(by difference: Int) { users.withLock { $0 += difference } }

    var count: Int { users.withLock { $0 } }
}

/// A user of a connection.
private final class Cursor: Sendable {
    let connection: Connection
    private let disposals = CallCounter()

    init(_ connection: Connection) {
        self.connection = connection
        connection.change(by: 1)
    }

    func dispose() {
        #expect(disposals.increment() == 1)
        connection.change(by: -1)
    }

    var isDisposed: Bool { disposals.count > 0 }
}

/// Outer and inner ends of all kinds at the same time.
///
/// `IMPOSE_STORM_SECONDS=300 swift test --filter EndsStormTests` goes on for longer, `IMPOSE_STORM_SEED` repeats the
/// choices of a run, though not what the threads make of them.
@Suite("A storm of ends", .timeLimit(.minutes(60)))
struct EndsStormTests {
    private enum Outer: CaseIterable {
        case disposeAsync, disposeAsyncOfImposer, reset, withScope, isolated, shutdown, shutdownOfImposer
    }

    private enum Inner: CaseIterable {
        case scope, scopeInScope, imposer, scopeOfImposer
    }

    private enum End: CaseIterable {
        case dispose, disposeAsync, disposeTwice, disposeAsyncTwice, lastReference, reset, shutdown, replace, remove,
            none
    }

    /// One inner imposer or scope, which is let go of when it ends.
    private final class Holder: Sendable {
        private let held: Shared<Imposer?>
        let cursors: [Cursor]
        private let names: [InjectionName]

        init(_ kind: Inner, in outer: Imposer, _ random: inout SeededGenerator) {
            let inner =
                switch kind {
                case .scope: outer.openScope("inner")
                case .scopeInScope: outer.openScope().openScope("inner")
                case .imposer: Imposer(parent: outer)
                case .scopeOfImposer: Imposer(parent: outer).openScope()
                }
            let names = (0..<Int.random(in: 1...3, using: &random)).map { InjectionName("\($0)") }
            for name in names {
                let registration = inner.impose(for: Cursor.self, named: name, Cursor.init)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: registration.onDispose { $0.dispose() }
                case 1:
                    registration.onDispose { cursor in
                        for _ in 0..<3 { sched_yield() }
                        cursor.dispose()
                    }
                default:
                    registration.onDispose { cursor in
                        await Task.yield()
                        cursor.dispose()
                    }
                }
            }
            self.names = names
            cursors = names.map { inner.inject(of: Cursor.self, named: $0) }
            held = Shared(inner)
        }

        func end(by end: End) async {
            switch end {
            case .dispose: Self.dispose(held)
            case .disposeAsync, .disposeAsyncTwice:
                guard let imposer = held.withLock({ $0 }) else { return }
                async let again = end == .disposeAsyncTwice ? imposer.disposeAsync() : []
                await imposer.disposeAsync()
                #expect(cursors.allSatisfy { $0.isDisposed })
                _ = await again
            case .disposeTwice:
                Self.dispose(held)
                Self.dispose(held)
            case .lastReference: Self.letGo(held)
            case .reset: Self.reset(held)
            case .shutdown:
                guard let imposer = held.withLock({ $0 }) else { return }
                #expect(await imposer.shutdown(within: .seconds(3600)).isEmpty)
                #expect(cursors.allSatisfy { $0.isDisposed })
            case .replace: change { $0.impose(for: Cursor.self, named: $1, Cursor.init) }
            case .remove: change { $0.remove(for: Cursor.self, named: $1) }
            case .none: break
            }
        }

        private func change(_ body: (Imposer, InjectionName) -> Void) {
            guard let imposer = held.withLock({ $0 }) else { return }
            for name in names { body(imposer, name) }
        }

        // Where the compiler does not prefer the asynchronous methods.
        private static func dispose(_ held: Shared<Imposer?>) { held.withLock { $0 }?.dispose() }

        private static func reset(_ held: Shared<Imposer?>) { held.withLock { $0 }?.reset() }

        private static func letGo(_ held: Shared<Imposer?>) {
            let last = held.withLock { held in
                defer { held = nil }
                return held
            }
            withExtendedLifetime(last) {}
        }
    }

    /// Imposes a connection, which must have no users when it is disposed of; except in a reset, which leaves the
    /// scopes open.
    private func impose(on outer: Imposer, _ connections: CallCounter, by end: Outer, _ choices: Collected<String>) {
        outer.impose(for: Connection.self, Connection.init).onDispose { connection in
            #expect(connection.count == 0 || end == .reset, "\(end) beside \(choices.all)")
            connections.increment()
        }
    }

    /// Fills an outer imposer, and begins the ends of everything inside, on threads and in tasks.
    ///
    /// - Returns: The work, to be awaited.
    private func begin(
        in outer: Imposer,
        _ choices: Collected<String>,
        _ random: inout SeededGenerator
    ) -> [Task<Void, Never>] {
        (0..<Int.random(in: 1...4, using: &random)).compactMap { _ in
            let kind = Inner.allCases.randomElement(using: &random) ?? .scope
            let end = End.allCases.randomElement(using: &random) ?? .dispose
            choices.add("\(end) of \(kind)")
            let holder = Holder(kind, in: outer, &random)
            return Task.detached { await holder.end(by: end) }
        }
    }

    private func round(_ random: inout SeededGenerator) async {
        let connections = CallCounter()
        let outer = Outer.allCases.randomElement(using: &random) ?? .disposeAsync
        let choices = Collected<String>()
        let isTwice = Bool.random(using: &random)
        var work: [Task<Void, Never>] = []
        func fill(_ imposer: Imposer) {
            impose(on: imposer, connections, by: outer, choices)
            _ = imposer.inject(of: Connection.self)
            work = begin(in: imposer, choices, &random)
        }
        func end(_ end: @escaping @Sendable () async -> Void) async {
            async let again: Void = isTwice ? end() : ()
            await end()
            await again
        }
        await Imposer.isolated(empty: true, endsWithBody: true) {
            switch outer {
            case .disposeAsync:
                let scope = Imposer.openScope("outer")
                fill(scope)
                await end { _ = await scope.disposeAsync() }
            case .disposeAsyncOfImposer:
                let imposer = Imposer()
                fill(imposer)
                await end { _ = await imposer.disposeAsync() }
            case .reset:
                fill(.shared)
                await end { _ = await Imposer.shared.disposeAsync() }
            case .withScope: await Imposer.withScope("outer") { scope async in fill(scope) }
            case .isolated: await Imposer.isolated(empty: true, endsWithBody: true) { () async in fill(.shared) }
            case .shutdown:
                fill(.shared)
                await end { #expect(await Imposer.shutdown(within: .seconds(3600)).isEmpty) }
            case .shutdownOfImposer:
                let imposer = Imposer()
                fill(imposer)
                await end { #expect(await imposer.shutdown(within: .seconds(3600)).isEmpty) }
            }
            #expect(connections.count == 1)
            for task in work { await task.value }
        }
        #expect(connections.count == 1)
    }

    @Test("Random ends at once lose no instance, dispose of none twice or too early, and always end")
    func storm() async {
        let environment = ProcessInfo.processInfo.environment
        let seed = environment["IMPOSE_STORM_SEED"].flatMap { UInt64($0) } ?? .random(in: 0...UInt64(UInt32.max))
        let end = environment["IMPOSE_STORM_SECONDS"].flatMap { Int($0) }.map { ContinuousClock.now + .seconds($0) }
        var random = SeededGenerator(seed: seed)
        var rounds = 0
        while end.map({ .now < $0 }) ?? (rounds < 400) {
            await round(&random)
            rounds += 1
        }
        if end != nil { print("\(rounds) rounds, IMPOSE_STORM_SEED=\(seed)") }
    }
}
