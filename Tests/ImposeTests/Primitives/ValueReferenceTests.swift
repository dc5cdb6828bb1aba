import TestSupport
import Testing

@testable import Impose
@testable import ImposeInspecting

private final class Crate: Sendable {}

private struct Pallet {
    var crate: Crate?
    var numbers = (1, 2, 3)
}

private struct Nothing: Equatable {}

@Suite("The address of a value")
struct ValueReferenceTests {
    @Test("reads and writes the value where it is")
    func variable() {
        var pallet = Pallet()
        let crate = Crate()
        let seen = withUnsafeMutablePointer(to: &pallet) { pointer in
            let reference = ValueReference(pointer)
            reference.pointee.numbers.1 = 7
            reference.pointee.crate = crate
            return ValueReference<Pallet>(address: reference.address)?.pointee.numbers.1
        }
        #expect(seen == 7)
        #expect(pallet.numbers == (1, 7, 3))
        #expect(pallet.crate === crate)
        #expect(ValueReference<Pallet>(address: 0) == nil)
    }

    @Test("is even where it was made, whatever the type, and holds the value until it is freed")
    func making() {
        func check<Value: Equatable>(_ value: Value) {
            let reference = ValueReference.make(value)
            #expect(reference.address % UInt(MemoryLayout<UInt>.alignment) == 0)
            #expect(reference.pointee == value)
            reference.free()
        }
        check(true)
        check(UInt16(7))
        check(Nothing())
        check("a text that is longer than a small one")
        check(SIMD8<Double>(repeating: 7))
        let crate = Collected<Watched<Crate>>()
        func make() -> ValueReference<Pallet> {
            let made = Crate()
            crate.add(Watched(made))
            return .make(Pallet(crate: made))
        }
        let reference = make()
        #expect(crate.all.map(\.isGone) == [false])
        reference.free()
        #expect(crate.all.map(\.isGone) == [true])
    }

    @TaskLocal private static var bound: Crate?

    @Test("is found of what a task-local property is bound to, by the code that runs in the binding")
    func taskLocal() async {
        @Sendable func found() -> UncountedReference<Crate>?? {
            ValueReference<UncountedReference<Crate>?>(boundTo: UncountedReference(Self.$bound)).map { $0.pointee }
        }
        #expect(found() == nil)
        let crate = Crate()
        Self.$bound.withValue(crate) {
            #expect(found() == .some(UncountedReference(crate)))
            Self.$bound.withValue(nil) { #expect(found() == .some(nil)) }
            #expect(found() == .some(UncountedReference(crate)))
        }
        await Self.$bound.withValue(crate) {
            await Task { #expect(found() == .some(UncountedReference(crate))) }.value
            await Task.detached { #expect(found() == nil) }.value
        }
        #expect(found() == nil)
    }
}
