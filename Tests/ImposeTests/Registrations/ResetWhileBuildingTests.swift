import Impose
import TestSupport
import Testing

private final class Part: Sendable {}

private final class Whole: Sendable {
    let part: Part

    init(part: Part) { self.part = part }
}

@Suite("What a scope builds while an imposer around it is reset", .timeLimit(.minutes(20)))
struct ResetWhileBuildingTests {
    @Test("is not waited for by who asks after the reset, nor kept: it holds what the reset let go of")
    func askedAfterwards() {
        let imposer = Imposer()
        let scope = imposer.openScope()
        let (calls, begun, asked) = (CallCounter(), Barrier(2), CallCounter())
        imposer.impose(for: Part.self, Part.init)
        scope.impose(for: Whole.self) { (part: Part) in
            if calls.increment() == 1 {
                begun.wait()
                _ = eventually { asked.count > 0 }
            }
            return Whole(part: part)
        }
        onThreads(2) { _, thread in
            if thread == 0 {
                _ = scope.inject(of: Whole.self)
            } else {
                begun.wait()
                imposer.reset()
                #expect(scope.inject(of: Whole.self).part === imposer.inject(of: Part.self))
                asked.increment()
            }
        }
        #expect(scope.inject(of: Whole.self).part === imposer.inject(of: Part.self))
        #expect(calls.count == 2)
    }

    @Test(
        "is not kept, nor what is made by the same provider for arguments, if the reset comes in the middle of it",
        arguments: [.singleInstance, .weakInstance, .scopedInstance] as [InjectOption]
    )
    func inTheMiddle(option: InjectOption) {
        let imposer = Imposer()
        let (scope, calls) = (imposer.openScope(), CallCounter())
        imposer.impose(for: Part.self, Part.init)
        scope.impose(for: Whole.self, option: option) { (part: Part, _: Int?) in
            if calls.increment() % 2 == 1 { imposer.reset() }
            return Whole(part: part)
        }
        let whole = scope.inject(of: Whole.self)
        let next = scope.inject(of: Whole.self)
        #expect(next !== whole && next.part === imposer.inject(of: Part.self))
        #expect(scope.inject(of: Whole.self) === next)
        let numbered = scope.inject(of: Whole.self, arguments: 1)
        let nextNumbered = scope.inject(of: Whole.self, arguments: 1)
        #expect(nextNumbered !== numbered && nextNumbered.part === imposer.inject(of: Part.self))
        #expect(scope.inject(of: Whole.self, arguments: 1) === nextNumbered)
    }
}
