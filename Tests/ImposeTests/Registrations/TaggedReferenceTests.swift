import Foundation
import Testing

@testable import Impose

private final class Tagged {}

@Suite("An object that lies in its reference")
struct TaggedReferenceTests {
    #if !canImport(ObjectiveC)
        @Test(
            "A reference whose low bits say something of its object is no word by which an instance is found again",
            arguments: 0..<8 as Range<UInt>
        )
        func word(bits: UInt) {
            // In the upper half of the addresses, which programs never have: the runtime counts no references to that, as
            // Apple's counts none to a number or a text that lies in its reference. (Nothing else can be done with it
            // here: on this platform enumerations have such bits for themselves.)
            let address = UInt(1) << 63 | bits
            let word = AnyInstance.taggedAddress(of: unsafeBitCast(address, to: Tagged.self), as: Tagged.self)
            // The low two bits would say that it is in a box, or a registration.
            #expect(word == (bits & 3 == 0 ? address : nil))
        }
    #endif

    @Test("A number, a text and a date of Foundation's are injected as they are, however often")
    func foundation() {
        let imposer = Imposer()
        imposer.impose(for: NSNumber.self) { NSNumber(value: 7) }
        imposer.impose(for: NSString.self) { NSString(string: "text") }
        imposer.impose(for: NSDate.self) { NSDate(timeIntervalSinceReferenceDate: 7) }
        for _ in 0..<4 {
            #expect(imposer.inject(of: NSNumber.self) == NSNumber(value: 7))
            #expect(imposer.inject(of: NSString.self) == NSString(string: "text"))
            #expect(imposer.inject(of: NSDate.self) == NSDate(timeIntervalSinceReferenceDate: 7))
        }
    }
}
