import TestSupport
import Testing

@testable import Impose
@testable import ImposeInspecting

private struct Refusal: Error {}

private class Ware: @unchecked Sendable {
    let number: Int

    init(_ number: Int) {
        self.number = number
    }
}

private final class Crate: Ware, @unchecked Sendable {}

@Suite("A reference that does not count")
struct UncountedReferenceTests {
    @Test("leads to its object, by whatever way that is looked at")
    func object() {
        let crate = Crate(7)
        let reference = UncountedReference(crate)
        #expect(reference.object === crate)
        #expect(reference.with { $0.number } == 7)
        #expect(reference.identity == ObjectIdentifier(crate))
        #expect(UncountedReference<Crate>(address: reference.address)?.object === crate)
        #expect(UncountedReference<Crate>(knownAddress: reference.address).object === crate)
        #expect(UncountedReference<Crate>(address: 0) == nil)
    }

    @Test("is equal to those of the same object only")
    func equality() {
        let (one, other) = (Crate(1), Crate(1))
        #expect(UncountedReference(one) == UncountedReference(one))
        #expect(UncountedReference(one) != UncountedReference(other))
    }

    @Test("does not keep its object, and what is got from it does")
    func holding() {
        var crate: Crate? = Crate(1)
        let watched = crate.map { Watched($0) }
        let reference = crate.map { UncountedReference($0) }
        var object = reference?.object
        crate = nil
        #expect(watched?.isGone == false)
        #expect(object?.number == 1)
        object = nil
        #expect(watched?.isGone == true)
    }

    @Test("may be seen as one to another class of the object")
    func classes() {
        let crate = Crate(3)
        let above = UncountedReference<Ware>(known: UncountedReference(crate))
        #expect(above.object === crate)
        #expect(UncountedReference<Crate>(known: above).with { $0.number } == 3)
    }

    @Test("passes on what a body throws")
    func throwing() {
        let crate = Crate(1)
        #expect(throws: Refusal.self) { try UncountedReference(crate).with { _ in throw Refusal() } }
    }

    @Test("gives the object as long as its deinit has not begun, and not from then on")
    func alive() {
        final class Going {
            let note: (Bool) -> Void

            init(_ note: @escaping (Bool) -> Void) {
                self.note = note
            }

            deinit {
                // The memory is there until this is over.
                note(UncountedReference(self).objectIfAlive != nil)
            }
        }
        var seen: [Bool] = []
        var going: Going? = Going { seen.append($0) }
        if let going { #expect(UncountedReference(going).objectIfAlive === going) }
        #expect(seen.isEmpty)
        going = nil
        #expect(seen == [false])
    }
}

@Suite("A reference that is counted by hand")
struct RetainedReferenceTests {
    @Test("keeps its object until it is released")
    func releasing() {
        var crate: Crate? = Crate(1)
        let watched = crate.map { Watched($0) }
        let retained = crate.map { RetainedReference($0) }
        crate = nil
        #expect(retained?.uncounted.with { $0.number } == 1)
        #expect(watched?.isGone == false)
        retained?.release()
        #expect(watched?.isGone == true)
    }

    @Test("goes over to who takes the object")
    func taking() {
        var crate: Crate? = Crate(1)
        let watched = crate.map { Watched($0) }
        let retained = crate.map { RetainedReference($0) }
        crate = nil
        #expect(watched?.isGone == false)
        var taken = retained?.take()
        #expect(taken?.number == 1)
        #expect(watched?.isGone == false)
        taken = nil
        #expect(watched?.isGone == true)
    }
}
