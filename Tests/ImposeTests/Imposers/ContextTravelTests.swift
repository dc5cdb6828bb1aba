import Dispatch
import Foundation
import Impose
import ImposeTesting
import TestSupport
import Testing

private final class Clock: Sendable {
    let hour: Int

    init(_ hour: Int) { self.hour = hour }
}

private final class Diary: Sendable {
    private let clock = Injected<Clock>()

    var hour: Int { clock().hour }
}

/// The same for an optional clock.
private final class PerhapsDiary: Sendable {
    private let clock = UnforceInjected<Clock>()

    var hour: Int? { clock()?.hour }
}

@MainActor
private final class Window {
    @Injected var clock: Clock
}

private actor Worker {
    @Injected private var clock: Clock

    func wrapped() -> Int { clock.hour }

    func asked() -> Int { inject(of: Clock.self).hour }

    func isolatedHour() async -> Int {
        await Imposer.isolated {
            Imposer.impose(for: Clock.self) { Clock(5) }
            await Task.yield()
            return inject(of: Clock.self).hour
        }
    }
}

/// An emitter that calls back later, from a thread that nobody knows.
private final class Emitter: Sendable {
    private let callbacks = Shared<[@Sendable () -> Void]>([])

    func subscribe(_ callback: @escaping @Sendable () -> Void) { callbacks.withLock { $0.append(callback) } }

    func emit() {
        for callback in callbacks.withLock({ $0 }) { onAnotherThread(callback) }
    }
}

/// Ways out of a context: onto threads and tasks that inherit nothing.
private enum Detour: CaseIterable, Sendable {
    case thread, queue, detached, continuation

    func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
        switch self {
        case .thread:
            await withCheckedContinuation { continuation in
                Thread.detachNewThread { continuation.resume(returning: body()) }
            }
        case .queue:
            await withCheckedContinuation { continuation in
                DispatchQueue(label: "").async { continuation.resume(returning: body()) }
            }
        case .detached:
            await Task.detached { body() }.value
        case .continuation:
            await withCheckedContinuation { continuation in
                let emitter = Emitter()
                emitter.subscribe { continuation.resume(returning: body()) }
                emitter.emit()
            }
        }
    }
}

@Suite("A context travels", .imposing(empty: true) { $0.impose(for: Clock.self) { Clock(0) } })
struct ContextTravelTests {
    @Test("An object made in an isolated directory injects from there wherever it is read", arguments: Detour.allCases)
    private func created(inside slowPath: Detour) async {
        let (diary, kept) = await Imposer.isolated {
            Imposer.impose(for: Clock.self) { Clock(9) }
            return (Diary(), inject(of: Clock.self))
        }
        #expect(await slowPath.run { diary.hour } == 9)
        #expect(await slowPath.run { unforceInject(of: Clock.self)?.hour } == nil)
        #expect(kept.hour == 9)
    }

    @Test(
        "An object made outside of an isolated directory injects from outside wherever it is read",
        arguments: Detour.allCases
    )
    private func created(outside slowPath: Detour) async {
        let (early, late) = (Diary(), Diary())
        await Imposer.isolated {
            Imposer.impose(for: Clock.self) { Clock(9) }
            #expect(early.hour == 0)
            #expect(await slowPath.run { late.hour } == 0)
            #expect(Diary().hour == 9)
        }
    }

    @Test("An object made in no context injects from the process's directory wherever it is read")
    func createdInNone() async {
        // Detached: there the process's own directory is current, which knows no Clock.
        let lasting = await Task.detached { PerhapsDiary() }.value
        #expect(lasting.hour == nil)
        #expect(PerhapsDiary().hour == 0)
    }

    @Test(
        "A context that is run in a detached task or another thread injects from its directory",
        arguments: Detour.allCases
    )
    private func byHand(slowPath: Detour) async {
        await Imposer.isolated {
            Imposer.impose(for: Clock.self) { Clock(9) }
            let clock: Clock = inject()
            let context = Imposer.currentContext()
            #expect(await slowPath.run { context.run { inject(of: Clock.self) } } === clock)
            let asynchronous = await Task.detached {
                await context.run {
                    await Task.yield()
                    return inject(of: Clock.self)
                }
            }.value
            #expect(asynchronous === clock)
        }
    }

    @Test("A context has the scope that was running where it was taken")
    func scopeByHand() async {
        Imposer.impose(for: Clock.self, named: "scoped", option: .scopedInstance) { Clock(1) }
        let scope = Imposer.openScope()
        let (context, clock) = scope.run { (Imposer.currentContext(), inject(of: Clock.self, named: "scoped")) }
        #expect(await Task.detached { context.run { inject(of: Clock.self, named: "scoped") } }.value === clock)
    }

    @Test("A context taken outside leads back there from an isolated directory, and passes errors on")
    func back() {
        struct Mishap: Error {}
        let outside = Imposer.currentContext()
        Imposer.isolated(empty: true) {
            #expect(outside.run { inject(of: Clock.self).hour } == 0)
            #expect(unforceInject(of: Clock.self) == nil)
        }
        #expect(throws: Mishap.self) {
            try Imposer.isolated { () throws(Mishap) in try outside.run { () throws(Mishap) in throw Mishap() } }
        }
    }

    @Test("A context is usable after the body of its isolated directory has returned")
    func afterwards() async {
        let context = await Imposer.isolated {
            Imposer.impose(for: Clock.self) { Clock(9) }
            return Imposer.currentContext()
        }
        let one = context.run { inject(of: Clock.self) }
        #expect(one.hour == 9)
        #expect(await Task.detached { context.run { inject(of: Clock.self) } }.value === one)
    }

    @Test("Child tasks, task groups and unstructured tasks stay in the isolated directory")
    func tasks() async {
        await Imposer.isolated {
            Imposer.impose(for: Clock.self) { Clock(9) }
            let clock: Clock = inject()
            async let child = inject(of: Clock.self)
            #expect(await child === clock)
            await withTaskGroup(of: Clock.self) { group in
                for _ in 0..<16 {
                    group.addTask {
                        await Task.yield()
                        return inject()
                    }
                }
                for await found in group { #expect(found === clock) }
            }
            #expect(await Task { inject(of: Clock.self) }.value === clock)
            #expect(await Task { @MainActor in inject(of: Clock.self) }.value === clock)
        }
    }

    @Test("A task that outlives the body of an isolated directory stays in that directory")
    func outlivingTask() async {
        let (gate, open) = AsyncStream<Void>.makeStream()
        let task = await Imposer.isolated {
            Imposer.impose(for: Clock.self) { Clock(9) }
            return Task {
                for await _ in gate { break }
                return inject(of: Clock.self).hour
            }
        }
        open.yield()
        #expect(await task.value == 9)
    }

    @Test("Calls of actors and of the main actor stay in the isolated directory")
    func actors() async {
        let outside = Worker()
        await Imposer.isolated {
            Imposer.impose(for: Clock.self) { Clock(9) }
            let inside = Worker()
            #expect(await inside.wrapped() == 9)
            #expect(await inside.asked() == 9)
            #expect(await outside.asked() == 9)
            #expect(await outside.wrapped() == 0)
            #expect(await inside.isolatedHour() == 5)
            #expect(await MainActor.run { Window().clock.hour } == 9)
        }
    }

    @Test("Imposer.isolated stays on the main actor, also after an await")
    @MainActor
    func mainActor() async {
        let window = await Imposer.isolated {
            Imposer.impose(for: Clock.self) { Clock(9) }
            await Task.yield()
            MainActor.assertIsolated()
            return Window()
        }
        #expect(window.clock.hour == 9)
        #expect(await Imposer.isolated { Window().clock.hour } == 0)
    }
}
