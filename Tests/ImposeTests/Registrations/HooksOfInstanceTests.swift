import Impose
import TestSupport
import Testing

private final class Service: Counted, @unchecked Sendable {}

@Suite("The hooks of an instance")
struct HooksOfInstanceTests {
    @Test(
        "An instance is disposed of by the hooks that were there when it was begun",
        arguments: [InjectOption.singleInstance, .scopedInstance]
    )
    func asBegun(option: InjectOption) {
        let (imposer, census, disposed) = (Imposer(), Census(), Collected<String>())
        let scope = imposer.openScope()
        let registration = imposer.impose(for: Service.self, option: option) { Service(census) }
        registration.onDispose { _ in disposed.add("first") }
        let service = scope.inject(of: Service.self)
        registration.onDispose { _ in disposed.add("second") }
        #expect(scope.inject(of: Service.self) === service)
        scope.reset()
        imposer.reset()
        #expect(disposed.all == ["first"])
        _ = scope.inject(of: Service.self)
        scope.dispose()
        imposer.dispose()
        #expect(disposed.all == ["first", "first", "second"])
    }

    @Test("A hook that its own provider adds is one of the next instance")
    func addedMeanwhile() {
        let (imposer, census, calls) = (Imposer(), Census(), Collected<String>())
        let registration = Shared<Registration<Service>?>(nil)
        let made = imposer.impose(for: Service.self) {
            registration.withLock { $0 }?.onCreate { _ in calls.add("created") }.onDispose { _ in calls.add("disposed")
            }
            return Service(census)
        }
        registration.withLock { $0 = made }
        _ = imposer.inject(of: Service.self)
        imposer.reset()
        #expect(calls.all == [])
        _ = imposer.inject(of: Service.self)
        imposer.reset()
        #expect(calls.all == ["created", "disposed"])
        registration.withLock { $0 = nil }
    }

    @Test("Hooks that are added while threads make instances reach each instance in pairs", .timeLimit(.minutes(20)))
    func threads() {
        let (imposer, made, unpaired) = (Imposer(), CallCounter(), CallCounter())
        let registration = imposer.impose(for: Told.self, option: .scopedInstance) {
            made.increment()
            return Told { created, disposed in
                // The creator comes first, and its disposer a moment later.
                if created != disposed, created != disposed + 1 { unpaired.increment() }
            }
        }
        let isOver = CallCounter()
        onThreads(3) { _, thread in
            if thread > 0 {
                while isOver.count == 0 { imposer.withScope { scope in _ = scope.inject(of: Told.self) } }
                return
            }
            for _ in 0..<30 {
                registration.onCreate { $0.created.increment() }.onDispose { $0.disposed.increment() }
                let before = made.count
                spin { made.count > before + 2 }
            }
            isOver.increment()
        }
        #expect(unpaired.count == 0)
    }
}

/// It is told of its making and of its end, and says at its end how often.
private final class Told: Sendable {
    let created = CallCounter()
    let disposed = CallCounter()
    private let end: @Sendable (_ created: Int, _ disposed: Int) -> Void

    init(_ end: @escaping @Sendable (_ created: Int, _ disposed: Int) -> Void) { self.end = end }

    deinit { end(created.count, disposed.count) }
}
