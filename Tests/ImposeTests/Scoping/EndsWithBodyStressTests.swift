import Impose
import ImposeTesting
import TestSupport
import Testing

/// An instance that counts itself, and holds the directory that it is created in.
private final class Tracked: Sendable {
    private let gone: CallCounter
    private let context = Injected<Int>()

    init(made: CallCounter, gone: CallCounter) {
        made.increment()
        self.gone = gone
    }

    deinit { gone.increment() }
}

@Suite("The end of a directory under stress", .timeLimit(.minutes(20)))
struct EndsWithBodyStressTests {
    @Test(
        "A directory that ends while an instance is built disposes of it, and fails who wants it",
        arguments: [InjectOption.singleInstance, .scopedInstance],
        [false, true]
    )
    func whileBuilding(option: InjectOption, isOfOutside: Bool) {
        let (begun, hasEnded) = (Barrier(3), Barrier(2))
        let (made, gone, disposed) = (CallCounter(), CallCounter(), CallCounter())
        @Sendable func impose() {
            Imposer.impose(for: Tracked.self, option: option) {
                begun.wait()
                hasEnded.wait()
                return Tracked(made: made, gone: gone)
            }
            .onDispose { _ in disposed.increment() }
        }
        let kinds = Collected<ImposeError.Kind?>()
        let outside = Imposer.isolated(empty: true) {
            if isOfOutside { impose() }
            return Imposer.currentContext()
        }
        let (ready, context) = (Barrier(3), Shared<ImposerContext?>(nil))
        onThreads(3) { _, thread in
            guard thread == 0 else {
                ready.wait()
                if thread == 2 { begun.wait() }
                context.withLock { $0 }?.run {
                    kinds.add(failure { () throws(ImposeError) in try tryInject(of: Tracked.self) }?.kind)
                }
                return
            }
            outside.run {
                Imposer.isolated(endsWithBody: true) {
                    if !isOfOutside { impose() }
                    let scope = Imposer.openScope()
                    scope.run { context.withLock { $0 = Imposer.currentContext() } }
                    ready.wait()
                    begun.wait()
                }
            }
            hasEnded.wait()
        }
        #expect(kinds.all == [.disposed, .disposed])
        #expect(made.count == 1)
        #expect(disposed.count == 1)
        #expect(gone.count == 1)
    }

    @Test("A directory that ends keeps nothing that others impose, store and inject meanwhile", arguments: [2, 4])
    func meanwhile(count: Int) {
        let (made, gone) = (CallCounter(), CallCounter())
        let wrong = Collected<ImposeError>()
        @Sendable func make() -> Tracked { Tracked(made: made, gone: gone) }
        let context = Shared<ImposerContext?>(nil)
        let (ready, over) = (Barrier(count), Barrier(count))
        let options: [InjectOption] = [.singleInstance, .scopedInstance, .weakInstance]
        let rounds = scaled(1000)
        onThreads(count, rounds: rounds) { round, thread in
            if thread == 0 {
                Imposer.isolated(empty: true, endsWithBody: true) {
                    Imposer.impose(for: Tracked.self, named: "first", option: options[round % 3]) { make() }
                    Imposer.impose(for: Int.self, 7)
                    context.withLock { $0 = Imposer.currentContext() }
                    ready.wait()
                    for _ in 0..<(round % 8) { _ = inject(of: Int.self) }
                }
                over.wait()
                context.withLock { $0 = nil }
                return
            }
            ready.wait()
            let mine = context.withLock { $0 }
            mine?.run {
                func use<T>(_ injection: () throws(ImposeError) -> T) {
                    if let error = failure(of: injection), error.kind != .disposed { wrong.add(error) }
                }
                let scope = Imposer.openScope()
                for number in 0..<3 {
                    let name = InjectionName(number)
                    use { () throws(ImposeError) in try scope.tryInject(of: Tracked.self, named: "first") }
                    Imposer.imposer(for: .custom(thread)).impose(for: Tracked.self, named: name, instance: make())
                    scope.impose(for: Tracked.self, named: name) { make() }
                    use { () throws(ImposeError) in try scope.tryInject(of: Tracked.self, named: name) }
                    use { () throws(ImposeError) in
                        try Imposer.store(make(), for: Tracked.self, named: "first")
                    }
                    Imposer.ownerPolicy = { [tracked = make()] _ in tracked === scope ? scope : nil }
                }
            }
            over.wait()
        }
        #expect(wrong.all.map(\.description) == [])
        #expect(eventually { gone.count == made.count }, "\(made.count) were made and \(gone.count) are gone")
    }

    @Test("A directory that ends keeps none of the registrations that were about to be made", arguments: [2, 4])
    func imposing(count: Int) {
        let (made, gone) = (CallCounter(), CallCounter())
        let context = Shared<ImposerContext?>(nil)
        let (ready, over) = (Barrier(count), Barrier(count))
        let rounds = scaled(1000)
        onThreads(count, rounds: rounds) { _, thread in
            if thread == 0 {
                Imposer.isolated(empty: true, endsWithBody: true) {
                    context.withLock { $0 = Imposer.currentContext() }
                    ready.wait()
                }
                over.wait()
                context.withLock { $0 = nil }
                return
            }
            ready.wait()
            context.withLock { $0 }?.run {
                let imposer = Imposer.imposer(for: .custom(thread))
                repeat {
                    imposer.impose(for: Tracked.self, instance: Tracked(made: made, gone: gone))
                } while !imposer.isDisposed
            }
            over.wait()
        }
        #expect(made.count >= rounds * (count - 1))
        #expect(eventually { gone.count == made.count }, "\(made.count) were made and \(gone.count) are gone")
    }
}
