import Foundation
import TestSupport
import Testing

@testable import Impose

private final class Engine: Sendable {}

/// A module that asks its imposer when it goes.
private final class Leaving: ModuleInjector, Hashable, @unchecked Sendable {
    private let imposer: Imposer
    private let gone: CallCounter

    init(_ imposer: Imposer, _ gone: CallCounter) { (self.imposer, self.gone) = (imposer, gone) }

    deinit {
        imposer.impose(for: String.self, "gone")
        gone.increment()
    }

    func provide(for imposer: Imposer) { imposer.impose(for: Int.self, 1) }

    static func == (one: Leaving, other: Leaving) -> Bool { one === other }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// An executor that asks an imposer whenever it gets a job.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class AskingExecutor: TaskExecutor {
    private let imposer: Imposer
    private let queue = DispatchQueue(label: "asking")
    let asked = CallCounter()

    init(_ imposer: Imposer) { self.imposer = imposer }

    func enqueue(_ job: consuming ExecutorJob) {
        // Another name each time, so that nothing is remembered.
        _ = imposer.unforceInject(of: Int.self, named: "\(asked.count)")
        asked.increment()
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

// In processes of their own: where this does not hold they block, until the alarm ends them.
@Suite("The user's code may use the imposer that calls it", .timeLimit(.minutes(10)))
struct UnlockedUserCodeTests {
    @Test("A module's deinit may impose on the imposer that lets go of it")
    func module() async {
        await #expect(processExitsWith: .success) {
            _ = alarm(100)
            let (imposer, gone) = (Imposer(), CallCounter())
            imposer.provide(using: Leaving(imposer, gone))
            imposer.removeAll()
            if gone.count != 1 { fatalError("The module is kept") }
            if imposer.inject(of: String.self) != "gone" { fatalError("Nothing was imposed") }
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test("An executor may inject when a store lets its task go on")
    func executor() async {
        await #expect(processExitsWith: .success) {
            _ = alarm(100)
            let (imposer, isStored) = (Imposer(), Shared(false))
            imposer.impose(for: Engine.self) {
                spin { isStored.withLock { $0 } }
                return Engine()
            }
            let executor = AskingExecutor(imposer)
            let builder = Thread { _ = imposer.inject(of: Engine.self) }
            builder.start()
            spin { imposer.isBuilding(Engine.self) }
            let task = Task(executorPreference: executor) { try await imposer.injectAsync(of: Engine.self) }
            while imposer.waiters(for: Engine.self) == 0 { await Task.yield() }
            let (stored, asked) = (Engine(), executor.asked.count)
            try imposer.store(stored)
            if try await task.value !== stored { fatalError("Another one") }
            if executor.asked.count == asked { fatalError("The executor was not asked") }
            isStored.withLock { $0 = true }
        }
    }
}
