import Impose
import TestSupport
import Testing

@Suite("Source locations")
struct SourceLocationTests {
    private struct Absent {}

    @Test("a location names the line of the call by default")
    func defaults() {
        let location = Imposer.SourceLocation()
        #expect(location.line == #line - 1)
        #expect(location.fileID == "ImposeTests/SourceLocationTests.swift")
    }

    @Test("a place reads as file and line")
    func description() {
        #expect(Imposer.SourceLocation(fileID: "Shop/Checkout.swift", line: 12).description == "Shop/Checkout.swift:12")
    }

    @Test("places are equal if file and line are")
    func equality() {
        let location = Imposer.SourceLocation(fileID: "Shop/Checkout.swift", line: 12)
        #expect(location == Imposer.SourceLocation(fileID: "Shop/Checkout.swift", line: 12))
        #expect(location != Imposer.SourceLocation(fileID: "Shop/Checkout.swift", line: 13))
        #expect(location != Imposer.SourceLocation(fileID: "Shop/Receipt.swift", line: 12))
    }

    @Test("an error names the line of the injection")
    func injection() throws {
        let imposer = Imposer()
        // Outside of any macro, since expanded code has different lines.
        let inject = { () throws(ImposeError) -> Absent in
            try imposer.tryInject()
        }
        let line: UInt = #line - 2
        let error = #expect(throws: ImposeError.self) { try inject() }
        #expect(error?.location == Imposer.SourceLocation(line: line))
    }

    @Test("an error about a parameter names the line of the registration")
    func registration() throws {
        let imposer = Imposer()
        imposer.impose(for: Int.self) { (_: Absent) in 1 }
        let location = Imposer.SourceLocation(line: #line - 1)
        let error = #expect(throws: ImposeError.self) { try imposer.tryInject(of: Int.self) }
        #expect(error?.location == location)
    }
}
