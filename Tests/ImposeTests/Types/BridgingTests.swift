import Foundation
import Impose
import TestSupport
import Testing

/// What Foundation bridges: on Apple's platforms everywhere, elsewhere where it is imported.
@Suite("Castable rules and bridging")
struct BridgingTests {
    private let imposer = Imposer()

    private func isFound<T>(_ type: T.Type) -> Bool {
        imposer.unforceInject(of: type, ifNoMatchUse: .nearestAndCastable) != nil
    }

    @Test("a struct is not found as the object that it bridges to")
    func structs() {
        imposer.impose(for: String.self, "a bell")
        imposer.impose(for: Int.self, 5)
        #expect(!isFound(NSString.self))
        #expect(!isFound(NSNumber.self))
        #expect(!isFound(NSObject.self))
        #expect(!isFound(AnyObject.self))
    }

    @Test("an object is not found as the struct that it bridges to")
    func objects() {
        imposer.impose(for: NSString.self, "a bell")
        imposer.impose(for: NSNumber.self) { NSNumber(value: 5) }
        imposer.impose(for: NSArray.self) { NSArray(array: ["a bell"]) }
        #expect(!isFound(String.self))
        #expect(!isFound(Int.self))
        #expect(!isFound(Double.self))
        #expect(!isFound([String].self))
    }

    @Test("a collection is not found as one of what its elements bridge to")
    func collections() {
        imposer.impose(for: [String].self, ["a bell"])
        imposer.impose(for: [Int: (String, Int)].self, [1: ("a bell", 2)])
        #expect(!isFound([NSString].self))
        #expect(!isFound(NSArray.self))
        #expect(!isFound([AnyObject].self))
        #expect(!isFound([Int: (NSString, Int)].self))
    }

    @Test("an argument is not given to a parameter that it would bridge to")
    func arguments() {
        imposer.impose(for: Int.self, option: .closureBased) { (text: NSString) in text.length }
        #expect(imposer.unforceInject(of: Int.self, arguments: "a bell") == nil)
        #expect(imposer.unforceInject(of: Int.self, arguments: NSString("a bell")) == 6)
    }

    @Test("A castable rule finds what a cast makes of the same values without bridging")
    func sameValues() {
        imposer.impose(for: Any.self, [1, 2])
        imposer.impose(for: AnyHashable.self, AnyHashable(5))
        imposer.impose(for: (() -> Int).self) { 5 }
        #expect(isFound([AnyHashable].self))
        #expect(isFound([Any].self))
        #expect(isFound((any Collection).self))
        #expect(isFound(Int.self))
        #expect(isFound((() throws -> Int).self))
    }

    @Test("an object is found as what its class says")
    func superclasses() {
        imposer.impose(for: (any NSCopying).self) { NSMutableString(string: "a bell") }
        #expect(isFound(NSString.self))
        #expect(isFound(NSObject.self))
        #expect(isFound(AnyObject.self))
        #expect(!isFound(String.self))
    }
}
