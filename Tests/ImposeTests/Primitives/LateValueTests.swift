import Synchronization
import TestSupport
import Testing

@testable import Impose
@testable import ImposeInspecting

private final class Part: Sendable {}

/// A header whose state says whether the value has been written, and that holds an object.
private struct Header: LateHeader {
    let state: UInt = 0
    let part: RetainedReference<Part>

    static func hasValue(_ header: ValueReference<Header>) -> Bool { header.pointee.state == 1 }

    static func free(_ header: ValueReference<Header>) { header.pointee.part.release() }
}

private struct Nothing: Equatable {}

@Suite("A value that comes later")
struct LateValueTests {
    private typealias Late = LateValue<Header, Part>

    @Test("is read where it was written, and is released with its object, like the header's")
    func written() {
        func use() -> (header: Watched<Part>, value: Watched<Part>) {
            let (inHeader, value) = (Part(), Part())
            let late = Late.make(Header(part: RetainedReference(inHeader)))
            #expect(late.state[0].load(ordering: .acquiring) == 0)
            late.value.initialize(to: value)
            late.state[0].store(1, ordering: .releasing)
            #expect(late.value.pointee === value)
            #expect(late.fields.pointee.part.object === inHeader)
            #expect(late.fields.pointee.state == 1)
            return (Watched(inHeader), Watched(value))
        }
        let watched = use()
        #expect(watched.header.isGone)
        #expect(watched.value.isGone)
    }

    @Test("stays unwritten without harm")
    func unwritten() {
        func use() -> Watched<Part> {
            let part = Part()
            let late = Late.make(Header(part: RetainedReference(part)))
            return withExtendedLifetime(late) { Watched(part) }
        }
        #expect(use().isGone)
    }

    @Test("has room for values of any size and alignment")
    func sizes() {
        func use<Value: Equatable>(_ value: Value) {
            let late = LateValue<Header, Value>.make(Header(part: RetainedReference(Part())))
            late.value.initialize(to: value)
            late.state[0].store(1, ordering: .releasing)
            #expect(late.value.pointee == value)
            #expect(late.value.address % UInt(MemoryLayout<Value>.alignment) == 0)
            // The same places as the managed buffer has, whose layout this relies on.
            late.withUnsafeMutablePointers { header, elements in
                #expect(UInt(bitPattern: header) == late.fields.address)
                #expect(UInt(bitPattern: elements) == late.value.address)
            }
        }
        use(UInt8(7))
        use("a text that is too long to be kept in place")
        use(SIMD4<Float>(1, 2, 3, 4))
        use(SIMD8<Double>(repeating: 7))
        use(Nothing())
        use([1, 2, 3])
        use(Int?.none)
    }
}
