import TestSupport
import Testing

@testable import Impose

/// Counts its instances.
private final class Counted: Sendable {
    @TaskLocal static var one: Counted?
    @TaskLocal static var number = 0
}

@Suite("Bindings of task-locals")
struct TaskLocalBindingsTests {
    @Test("are seen by the code in between, the latest first, and end in one step", arguments: [false, true])
    func nested(isInTask: Bool) {
        let check = { @Sendable () -> Void in
            let counted = Counted()
            var outer = TaskLocalBindings()
            outer.bind(UncountedReference(Counted.$number), to: 1)
            outer.bind(UncountedReference(Counted.$one), to: counted)
            #expect(Counted.number == 1)
            #expect(Counted.one === counted)
            var inner = TaskLocalBindings()
            inner.bind(UncountedReference(Counted.$number), to: 2)
            inner.bind(UncountedReference(Counted.$number), to: 3)
            #expect(Counted.number == 3)
            // A closure's binding, too, lies inside.
            Counted.$number.withValue(4) { #expect(Counted.number == 4) }
            #expect(Counted.number == 3)
            inner.end()
            #expect(Counted.number == 1)
            outer.end()
            #expect(Counted.number == 0)
            #expect(Counted.one == nil)
        }
        if isInTask {
            check()
        } else {
            onAnotherThread(check)
        }
    }

    @Test("keep the value until they end, and no longer")
    func values() {
        weak var held: Counted?
        var bindings = TaskLocalBindings()
        do {
            let counted = Counted()
            held = counted
            bindings.bind(UncountedReference(Counted.$one), to: counted)
        }
        #expect(held != nil)
        bindings.end()
        #expect(held == nil)
    }

    @Test("are none where nothing is bound")
    func none() {
        Counted.$number.withValue(5) {
            TaskLocalBindings().end()
            #expect(Counted.number == 5)
        }
    }
}
