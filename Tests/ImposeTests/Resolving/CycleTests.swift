import Impose
import TestSupport
import Testing

private final class First: Sendable {
    init(_ second: Second) {}
}

private final class Second: Sendable {
    init(_ third: Third) {}
}

private final class Third: Sendable {
    init(_ first: First) {}
    init() {}
}

private final class Selfish: Sendable {
    init(_ other: Selfish) {}
}

private protocol Part: AnyObject, Sendable {}

private final class Whole: Part {
    init(_ part: any Part) {}
}

func cycleError<T>(_ imposer: Imposer, _ type: T.Type) -> ImposeError? {
    do {
        _ = try imposer.tryInject(of: type)
        return nil
    } catch {
        return error
    }
}

func pathNames(_ error: ImposeError?) -> [String] {
    error?.path.map(\.description) ?? []
}

@Suite("A cycle on one thread")
struct CycleTests {
    @Test(
        "A cycle on one thread is an error with the whole path, wherever it is entered",
        arguments: [InjectOption.singleInstance, .closureBased]
    )
    func ring(option: InjectOption) {
        let imposer = Imposer()
        imposer.impose(for: First.self, option: option, First.init)
        imposer.impose(for: Second.self, option: option, Second.init)
        imposer.impose(for: Third.self, option: option, Third.init(_:))

        let error = cycleError(imposer, First.self)
        #expect(error?.kind == .circular)
        #expect(pathNames(error) == ["First", "Second", "Third", "First"])
        #expect(pathNames(cycleError(imposer, Second.self)) == ["Second", "Third", "First", "Second"])
        #expect(pathNames(cycleError(imposer, Third.self)) == ["Third", "First", "Second", "Third"])
    }

    @Test("A type that needs itself is an error")
    func selfish() {
        let imposer = Imposer()
        imposer.impose(for: Selfish.self, Selfish.init)
        #expect(cycleError(imposer, Selfish.self)?.kind == .circular)
        #expect(pathNames(cycleError(imposer, Selfish.self)) == ["Selfish", "Selfish"])
    }

    @Test("A cycle through injections inside closures is an error")
    func closure() {
        let imposer = Imposer()
        imposer.impose(for: First.self) { First(try imposer.tryInject()) }
        imposer.impose(for: Second.self) { Second(try imposer.tryInject()) }
        imposer.impose(for: Third.self) { Third(try imposer.tryInject()) }
        #expect(cycleError(imposer, First.self)?.kind == .circular)
        #expect(pathNames(cycleError(imposer, First.self)) == ["First", "Second", "Third", "First"])
    }

    @Test("The error for a cycle through a subtype names the registration that was chosen")
    func compatible() {
        let imposer = Imposer()
        imposer.impose(for: Whole.self, Whole.init)
        let error = cycleError(imposer, Whole.self)
        #expect(error?.kind == .circular)
        #expect(pathNames(error) == ["Whole", "Part (Whole)"])
    }

    @Test("A cycle through castable candidates is an error, and no endless search")
    func castable() {
        let imposer = Imposer()
        imposer.impose(for: AnyObject.self) {
            Whole(try imposer.tryInject(ifNoMatchUse: .nearestAndCastable))
        }
        #expect(cycleError(imposer, AnyObject.self)?.kind == .circular)

        let roundabout = Imposer()
        roundabout.impose(for: Third.self) {
            _ = try roundabout.tryInject(of: Second.self)
            return Third()
        }
        roundabout.impose(for: Second.self) {
            _ = try roundabout.tryInject(of: (any Part).self, ifNoMatchUse: .nearestAndCastable)
            return Second(Third())
        }
        #expect(cycleError(roundabout, Second.self)?.kind == .circular)
        #expect(pathNames(cycleError(roundabout, Second.self)).first == "Second")
        #expect(pathNames(cycleError(roundabout, Third.self)).first == "Third")
    }

    @Test("An injection works once its cycle is cut")
    func mended() throws {
        let imposer = Imposer()
        imposer.impose(for: First.self, First.init)
        imposer.impose(for: Second.self, Second.init)
        imposer.impose(for: Third.self, Third.init(_:))
        #expect(cycleError(imposer, First.self)?.kind == .circular)

        imposer.impose(for: Third.self) { Third() }
        let first = try imposer.tryInject(of: First.self)
        #expect(try imposer.tryInject(of: First.self) === first)
    }

    @Test("A cycle is found again after a reset in the middle of it")
    func resetInside() {
        let imposer = Imposer()
        imposer.impose(for: Selfish.self) {
            imposer.reset()
            return Selfish(try imposer.tryInject())
        }
        #expect(cycleError(imposer, Selfish.self)?.kind == .circular)
    }

    @Test("Two ways to the same instance are no cycle")
    func diamond() throws {
        final class Top: Sendable {
            let left: Left
            let right: Right
            init(_ left: Left, _ right: Right) { (self.left, self.right) = (left, right) }
        }
        final class Left: Sendable {
            let bottom: CallCounter
            init(_ bottom: CallCounter) { self.bottom = bottom }
        }
        final class Right: Sendable {
            let bottom: CallCounter
            init(_ bottom: CallCounter) { self.bottom = bottom }
        }
        for option in [InjectOption.singleInstance, .closureBased] {
            let imposer = Imposer()
            imposer.impose(for: Top.self, option: option, Top.init)
            imposer.impose(for: Left.self, option: option, Left.init)
            imposer.impose(for: Right.self, option: option, Right.init)
            imposer.impose(for: CallCounter.self, option: option, CallCounter.init)
            let top = try imposer.tryInject(of: Top.self)
            #expect((top.left.bottom === top.right.bottom) == (option == .singleInstance))
        }
    }
}
