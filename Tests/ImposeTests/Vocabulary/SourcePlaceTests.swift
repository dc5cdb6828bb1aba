import Impose
import Testing

@Suite("Source places")
struct SourcePlaceTests {
    private struct Absent {}

    @Test("a place names the line of the call by default")
    func defaults() {
        let place = Imposer.SourcePlace()
        #expect(place.line == #line - 1)
        #expect(place.fileID == "ImposeTests/SourcePlaceTests.swift")
    }

    @Test("a place reads as file and line")
    func description() {
        #expect(Imposer.SourcePlace(fileID: "Shop/Checkout.swift", line: 12).description == "Shop/Checkout.swift:12")
    }

    @Test("places are equal if file and line are")
    func equality() {
        let place = Imposer.SourcePlace(fileID: "Shop/Checkout.swift", line: 12)
        #expect(place == Imposer.SourcePlace(fileID: "Shop/Checkout.swift", line: 12))
        #expect(place != Imposer.SourcePlace(fileID: "Shop/Checkout.swift", line: 13))
        #expect(place != Imposer.SourcePlace(fileID: "Shop/Receipt.swift", line: 12))
        #expect(Set([place, Imposer.SourcePlace(fileID: "Shop/Checkout.swift", line: 12)]).count == 1)
    }

    @Test("an error names the line of the injection")
    func injection() throws {
        let imposer = Imposer()
        // Outside of any macro, since what is expanded has lines of its own.
        let inject = { () throws(ImposeError) -> Absent in
            try imposer.tryInject()
        }
        let line: UInt = #line - 2
        let error = #expect(throws: ImposeError.self) { try inject() }
        #expect(error?.place == Imposer.SourcePlace(line: line))
    }

    @Test("an error about a parameter names the line of the registration")
    func registration() throws {
        let imposer = Imposer()
        imposer.impose(for: Int.self) { (_: Absent) in 1 }
        let place = Imposer.SourcePlace(line: #line - 1)
        let error = #expect(throws: ImposeError.self) { try imposer.tryInject(of: Int.self) }
        #expect(error?.place == place)
    }
}
