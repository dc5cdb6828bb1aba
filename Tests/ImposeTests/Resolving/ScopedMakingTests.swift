import Foundation
import Impose
import TestSupport
import Testing

private class Part: @unchecked Sendable {}

private final class Engine: Part, @unchecked Sendable {}

private final class Car: Part, @unchecked Sendable {
    let engine: Engine

    init(engine: Engine) { self.engine = engine }
}

private struct Broken: Error {}

/// The deed that the next provider does besides making its instance.
final class Mischief: Sendable {
    private let deed = Shared<(@Sendable (Imposer) throws -> Void)?>(nil)

    func set(_ new: (@Sendable (Imposer) throws -> Void)?) { deed.withLock { $0 = new } }

    func run(_ imposer: Imposer) throws { try deed.withLock { $0 }?(imposer) }
}

/// A scope begins to make an instance in another way once others like it have made theirs. So each of these looks at a
/// second one.
@Suite("An instance of a scope that is not the first of its kind", .timeLimit(.minutes(20)))
struct ScopedMakingTests {
    private let imposer = Imposer()
    private let mischief = Mischief()
    private let made = CallCounter()

    /// Imposes a car with an engine, both one for each scope, and has one scope answer.
    private func prepare() {
        imposer.impose(for: Engine.self, option: .scopedInstance) { [made, mischief] (asked: Imposer) in
            made.increment()
            try mischief.run(asked)
            return Engine()
        }
        imposer.impose(for: Car.self, option: .scopedInstance, Car.init).alias(Part.self) { $0 }
        let first = imposer.openScope()
        for _ in 0..<2 { first.run { _ = first.inject(of: Car.self) === first.inject(of: Part.self) } }
        #expect(made.count == 1)
    }

    @Test("Threads that ask a scope at once get one instance, by whatever type and way", arguments: [true, false])
    func once(isGiven: Bool) {
        prepare()
        for round in 0..<100 {
            let scope = imposer.openScope()
            if isGiven { scope.give("a given text") }
            let cars = Collected<ObjectIdentifier>()
            let before = made.count
            onThreads(4) { _, thread in
                let car: Part =
                    switch (round + thread) % 4 {
                    case 0: scope.inject(of: Car.self)
                    case 1: scope.inject(of: Part.self)
                    case 2: scope.run { scope.inject(of: Car.self) }
                    default: scope.run { scope.inject(of: Part.self) }
                    }
                cars.add(ObjectIdentifier(car))
            }
            #expect(Set(cars.all).count == 1)
            #expect(made.count == before + 1)
            #expect(scope.inject(of: Car.self).engine === scope.inject(of: Engine.self))
            scope.dispose()
        }
    }

    @Test("A scope tries again to make an instance after its provider has failed")
    func failing() throws {
        prepare()
        let scope = imposer.openScope()
        mischief.set { _ in throw Broken() }
        for _ in 0..<2 {
            #expect(failure { () throws(ImposeError) in try scope.tryInject(of: Car.self) }?.kind == .providerFailed)
        }
        mischief.set(nil)
        let car = try scope.tryInject(of: Car.self)
        #expect(scope.inject(of: Car.self) === car)
        #expect(made.count == 4)
    }

    @Test("A scope's instance that needs itself is an error, with the way there")
    func cycle() {
        prepare()
        let scope = imposer.openScope()
        mischief.set { asked in _ = try asked.tryInject(of: Car.self) }
        let error = failure { () throws(ImposeError) in try scope.tryInject(of: Car.self) }
        #expect(error?.kind == .circular)
        #expect(error?.path.map { $0.type == Car.self } == [true, false, true])
        mischief.set(nil)
        #expect(scope.inject(of: Car.self).engine === scope.inject(of: Engine.self))
    }

    @Test("Two scope's instances that need one another on two threads end without a deadlock")
    func cycleOverThreads() {
        prepare()
        for _ in 0..<20 {
            let (scope, bothBuild, begun) = (imposer.openScope(), Barrier(2), CallCounter())
            // The engine waits until the other thread builds the car's own dependency, and then asks for that.
            imposer.impose(for: Part.self, named: "other", option: .scopedInstance) { (asked: Imposer) in
                if begun.increment() == 1 { bothBuild.wait() }
                _ = asked.unforceInject(of: Engine.self)
                return Part()
            }
            mischief.set { asked in
                bothBuild.wait()
                _ = asked.unforceInject(of: Part.self, named: "other")
            }
            onThreads(2) { _, thread in
                if thread == 0 {
                    _ = scope.inject(of: Engine.self)
                } else {
                    _ = scope.inject(of: Part.self, named: "other")
                }
            }
            mischief.set(nil)
            #expect(scope.inject(of: Car.self).engine === scope.inject(of: Engine.self))
        }
    }

    @Test("A scope's instance is let go of, and is an error, if its provider disposes of the scope")
    func disposed() {
        prepare()
        let scope = imposer.openScope()
        mischief.set { _ in scope.dispose() }
        #expect(failure { () throws(ImposeError) in try scope.tryInject(of: Engine.self) }?.kind == .disposed)
        mischief.set(nil)
        #expect(failure { () throws(ImposeError) in try scope.tryInject(of: Engine.self) }?.kind == .disposed)
        #expect(made.count == 2)
    }

    @Test("A scope's instance is not from a registration that was replaced, before or meanwhile")
    func replaced() {
        prepare()
        let (scope, other) = (imposer.openScope(), imposer.openScope())
        let old = scope.inject(of: Engine.self)
        mischief.set { [imposer] _ in
            imposer.impose(for: Engine.self, option: .scopedInstance, Engine.init)
        }
        let late = other.inject(of: Engine.self)
        for (scope, gone) in [(scope, old), (other, late)] {
            let new = scope.inject(of: Engine.self)
            #expect(new !== gone)
            #expect(scope.inject(of: Engine.self) === new)
        }
        #expect(made.count == 3)
    }

    @Test("A scope's instance is made anew after a reset, also one in the middle of its making")
    func reset() {
        prepare()
        let scope = imposer.openScope()
        let first = scope.inject(of: Engine.self)
        scope.reset()
        mischief.set { _ in scope.reset() }
        let second = scope.inject(of: Engine.self)
        mischief.set(nil)
        let third = scope.inject(of: Engine.self)
        #expect(first !== second && second !== third && first !== third)
        #expect(scope.inject(of: Engine.self) === third)
    }

    @Test("Hooks that are added after the first scope count for the instances of later ones")
    func hooks() {
        imposer.impose(for: Engine.self, option: .scopedInstance, Engine.init)
        _ = imposer.openScope().inject(of: Engine.self)
        let scope = imposer.openScope()
        let seen = Collected<String>()
        let registration = imposer.impose(for: Engine.self, option: .scopedInstance, Engine.init)
        _ = imposer.openScope().inject(of: Engine.self)
        registration.onCreate { _ in seen.add("created") }.onDispose { _ in seen.add("disposed") }
        _ = (scope.inject(of: Engine.self), scope.inject(of: Engine.self))
        scope.dispose()
        #expect(seen.all == ["created", "disposed"])
    }

    @Test(
        "What an instance injects later comes from the scope that it was made in",
        arguments: [.scopedInstance, .closureBased] as [InjectOption]
    )
    func captured(option: InjectOption) {
        final class Desk: Sendable {
            private let number = Injected<Int>()

            var asked: Int { number() }
        }
        imposer.impose(for: Desk.self, option: option, Desk.init)
        for number in 0..<5 {
            let scope = imposer.openScope()
            scope.give(number)
            for _ in 0..<2 {
                let desk = scope.inject(of: Desk.self)
                #expect(desk.asked == number)
            }
        }
    }

    // The other tests beside these ones observe, and while anybody does, nothing is made the short way.
    @Test("Scopes make their instances alike in a process in which nobody observes anything")
    func alone() async {
        await #expect(processExitsWith: .success) {
            for isTrue in [true, false] {
                ScopedMakingTests().once(isGiven: isTrue)
                ScopedMakingTests().captured(option: isTrue ? .scopedInstance : .closureBased)
            }
            ScopedMakingTests().reset()
            try ScopedMakingTests().failing()
            ScopedMakingTests().cycle()
            ScopedMakingTests().cycleOverThreads()
            ScopedMakingTests().disposed()
            ScopedMakingTests().replaced()
            ScopedMakingTests().hooks()
        }
    }

    #if !canImport(Darwin)
        @Test("A scope's instance is made by the next one if the thread has ended that was making it")
        func endedThread() {
            prepare()
            let scope = imposer.openScope()
            mischief.set { _ in Thread.exit() }
            onThreadThatEnds { _ = scope.inject(of: Engine.self) }
            mischief.set(nil)
            let engine = scope.inject(of: Engine.self)
            #expect(scope.inject(of: Engine.self) === engine)
            #expect(made.count == 3)
        }
    #endif
}
