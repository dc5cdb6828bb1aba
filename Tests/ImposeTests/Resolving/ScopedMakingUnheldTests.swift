import Impose
import TestSupport
import Testing

private final class Engine: Sendable {}

/// See `ScopedMakingTests`.
@Suite("An instance of a scope that is not the first of its kind, of an imposer that is reset or nobody uses any more")
struct ScopedMakingUnheldTests {
    @Test("is made anew after a reset of its parent, and held weakly if nobody uses its directory any more")
    func all() async {
        Self.reset()
        Self.unheldBefore()
        Self.unheldMeanwhile()
        // While anybody observes, as other tests do here, nothing is made the short way.
        await #expect(processExitsWith: .success) {
            Self.reset()
            Self.unheldBefore()
            Self.unheldMeanwhile()
        }
    }

    /// Also in the middle of it.
    private static func reset() {
        let (imposer, mischief) = (Imposer(), Mischief())
        imposer.impose(for: Engine.self, option: .scopedInstance) { (asked: Imposer) in
            try mischief.run(asked)
            return Engine()
        }
        _ = imposer.openScope().inject(of: Engine.self)
        let scope = imposer.openScope()
        let first = scope.inject(of: Engine.self)
        imposer.reset()
        mischief.set { [imposer] _ in imposer.reset() }
        let second = scope.inject(of: Engine.self)
        mischief.set(nil)
        let third = scope.inject(of: Engine.self)
        #expect(first !== second && second !== third && first !== third)
        #expect(scope.inject(of: Engine.self) === third)
    }

    private static func unheldBefore() {
        final class Clerk: Sendable {
            private let context = Imposer.currentContext()

            func engine() -> Engine? {
                context.run { Imposer.withScope { _ in unforceInject(of: Engine.self) } }
            }
        }
        let clerk = Imposer.isolated(empty: true) { () -> Clerk in
            Imposer.impose(for: Clerk.self, Clerk.init)
            Imposer.impose(for: Engine.self, option: .scopedInstance, Engine.init)
            for _ in 0..<2 { _ = Imposer.withScope { _ in inject(of: Engine.self) } }
            return inject()
        }
        for _ in 0..<2 { #expect(clerk.engine().map { Watched($0).isGone } != nil) }
    }

    private static func unheldMeanwhile() {
        final class Clerk: Sendable {
            let scope = Imposer.openScope()
        }
        let deed = Mischief()
        let (clerk, held) = Imposer.isolated(empty: true) {
            Imposer.impose(for: Clerk.self, Clerk.init)
            Imposer.impose(for: Engine.self, option: .scopedInstance) { [deed] in
                try deed.run(.shared)
                return Engine()
            }
            for _ in 0..<2 { _ = Imposer.withScope { _ in inject(of: Engine.self) } }
            return (inject(of: Clerk.self), Shared([Imposer.currentContext()]))
        }
        deed.set { _ in held.withLock { $0 = [] } }
        #expect(Watched(clerk.scope.inject(of: Engine.self)).isGone)
    }
}
