import Impose
import TestSupport
import Testing

private final class Engine: Sendable {}

private final class Car: Sendable {
    let engine: Engine

    init(engine: Engine) { self.engine = engine }
}

/// Disposers don't keep an instance from being made and found the short way. So each of these looks at scopes that come
/// after another one of their kind.
@Suite("An instance with disposers, of a scope that is not the first of its kind", .timeLimit(.minutes(20)))
struct ScopedDisposersTests {
    private let imposer = Imposer()
    private let disposed = Collected<String>()
    private let disposal = Shared<(@Sendable () -> Void)?>(nil)

    init() {
        imposer.impose(for: Engine.self, option: .scopedInstance) { [disposal] in
            disposal.withLock { $0 }?()
            return Engine()
        }
        .onDispose { [disposed] _ in disposed.add("engine") }
        imposer.impose(for: Car.self, option: .scopedInstance, Car.init)
            .onDispose { [disposed] _ in disposed.add("car") }
        let first = imposer.openScope()
        for _ in 0..<2 { first.run { _ = first.inject(of: Car.self) } }
        first.dispose()
        #expect(disposed.all == ["car", "engine"])
    }

    @Test(
        "A scope's instance with disposers is made once, and disposed of once after what needs it",
        arguments: [true, false]
    )
    func inOrder(isRunning: Bool) {
        for round in 1...10 {
            let scope = imposer.openScope()
            let car: Car = isRunning ? scope.run { scope.inject() } : scope.inject()
            #expect(scope.inject(of: Car.self) === car)
            #expect(scope.inject(of: Engine.self) === car.engine)
            #expect(scope.existing(Car.self) === car)
            #expect(disposed.all.count == 2 * round)
            scope.dispose()
            #expect(disposed.all.suffix(2) == ["car", "engine"])
            #expect(scope.existing(Car.self) == nil)
        }
    }

    @Test("A scope's instance with disposers is disposed of if its provider ends the scope")
    func endingMeanwhile() {
        let scope = imposer.openScope()
        disposal.withLock { $0 = { scope.dispose() } }
        #expect(failure { () throws(ImposeError) in try scope.tryInject(of: Engine.self) }?.kind == .disposed)
        #expect(disposed.all == ["car", "engine", "engine"])
        disposal.withLock { $0 = nil }
        #expect(failure { () throws(ImposeError) in try scope.tryInject(of: Car.self) }?.kind == .disposed)
        #expect(disposed.all.count == 3)
    }

    @Test("A scope's instance gets the hooks of the registration that replaced the first one")
    func laterHooks() {
        let created = CallCounter()
        imposer.impose(for: Engine.self, option: .scopedInstance) { Engine() }
            .onDispose { [disposed] _ in disposed.add("new engine") }
            .onCreate { _ in created.increment() }
        for count in 1...3 {
            let scope = imposer.openScope()
            scope.run { _ = scope.inject(of: Car.self) }
            #expect(created.count == count)
            scope.dispose()
            #expect(disposed.all.suffix(2) == ["car", "new engine"])
        }
    }

    @Test("A scope's instance with disposers exists in that scope alone, while it is registered")
    func existing() {
        let (scope, other) = (imposer.openScope(), imposer.openScope())
        #expect(scope.existing(Engine.self) == nil)
        let engine = scope.inject(of: Engine.self)
        #expect(scope.existing(Engine.self) === engine)
        #expect(scope.run { scope.existing(Engine.self) } === engine)
        #expect(other.existing(Engine.self) == nil)
        imposer.impose(for: Engine.self, option: .scopedInstance, Engine.init)
        #expect(scope.existing(Engine.self) == nil)
        let new = scope.inject(of: Engine.self)
        #expect(scope.existing(Engine.self) === new)
        imposer.remove(for: Engine.self)
        #expect(scope.existing(Engine.self) == nil)
    }

    @Test("A given value exists until another one is given")
    func given() {
        for round in 0..<3 {
            let scope = imposer.openScope()
            #expect(scope.existing(String.self) == nil)
            scope.give("first \(round)")
            #expect(scope.inject(of: String.self) == "first \(round)")
            #expect(scope.existing(String.self) == "first \(round)")
            scope.give("second \(round)")
            #expect(scope.existing(String.self) == "second \(round)")
        }
    }

    @Test("A scope's instance with disposers is disposed of if its scope ends after others' scopes")
    func endingLater() {
        for round in 1...5 {
            let (warm, scope) = (imposer.openScope(), imposer.openScope())
            for _ in 0..<2 { _ = warm.inject(of: Engine.self) }
            disposal.withLock { $0 = { scope.dispose() } }
            #expect(failure { () throws(ImposeError) in try scope.tryInject(of: Engine.self) }?.kind == .disposed)
            disposal.withLock { $0 = nil }
            #expect(disposed.all.count == 1 + 2 * round)
            warm.dispose()
            #expect(disposed.all.count == 2 + 2 * round)
        }
    }

    // The other tests beside these ones observe, and while anybody does, nothing is made the short way.
    @Test("Scopes' instances with disposers work in a process in which nobody observes anything")
    func alone() async {
        await #expect(processExitsWith: .success) {
            for isTrue in [true, false] { ScopedDisposersTests().inOrder(isRunning: isTrue) }
            ScopedDisposersTests().endingMeanwhile()
            ScopedDisposersTests().endingLater()
            ScopedDisposersTests().laterHooks()
            ScopedDisposersTests().existing()
            ScopedDisposersTests().given()
        }
    }
}
