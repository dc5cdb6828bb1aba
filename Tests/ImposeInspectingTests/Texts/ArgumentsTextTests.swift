import Impose
import TestSupport
import Testing

private protocol Sensor: Sendable {}

private struct Probe: Sensor {}

private protocol Scale: Sendable {}

private final class Gauge: Sendable {
    init(scale: any Scale) {}
}

private struct Dial: Hashable, Sendable {
    let label: String
    let size: Int
}

private struct Opaque: Sendable {}

/// The file that everything is imposed in.
private let file: StaticString = "House/Start.swift"

@Suite("Texts of errors with arguments")
struct ArgumentsTextTests {
    @Test("An error for one argument too many says which it is, and which parameters there are")
    func tooManyArguments() {
        let imposer = Imposer()
        imposer.impose(for: Dial.self, fileID: file, line: 5, Dial.init)
        let error = #expect(throws: ImposeError.self) {
            try imposer.tryInject(of: Dial.self, arguments: "a", "b", 3, fileID: "House/House.swift", line: 90)
        }
        expectSnapshot(error?.description, "ArgumentsText-tooManyArguments")
    }

    @Test("An error for a plain value of the wrong type says what to give, or how to convert it")
    func wrongPlainValue() {
        let imposer = Imposer()
        imposer.impose(for: Dial.self, fileID: file, line: 5, Dial.init)
        func text(_ argument: some Sendable) -> String? {
            let error = #expect(throws: ImposeError.self) {
                try imposer.tryInject(of: Dial.self, arguments: "a", argument, fileID: "House/House.swift", line: 90)
            }
            return error?.description.onOneLine
        }
        #expect(text("b")?.contains("argument 2 is a String, and its provider") == true)
        #expect(text("b")?.hasSuffix("1. At House/House.swift:90, give an Int as argument 2.") == true)
        #expect(text(3.0)?.hasSuffix("wrap argument 2 in: Int(...)") == true)
        #expect(text(UInt8(3))?.hasSuffix("wrap argument 2 in: Int(...)") == true)
        #expect(throws: Never.self) { try imposer.tryInject(of: Dial.self, arguments: "a", Int(3.0)) }
        let error = #expect(throws: ImposeError.self) {
            try imposer.tryInject(of: Dial.self, arguments: "a b".prefix(1), 3)
        }
        #expect(error?.description.contains("argument 1 is a Substring") == true)
        #expect(error?.description.contains("takes a String there.") == true)
        #expect(error?.description.hasSuffix("\n       String(...)") == true)
    }

    @Test("An error for an argument of the wrong type says which type the provider takes there")
    func wrongArgument() {
        let imposer = Imposer()
        imposer.impose(for: Gauge.self, fileID: file, line: 5, Gauge.init)
        let error = #expect(throws: ImposeError.self) {
            try imposer.tryInject(of: Gauge.self, arguments: "a", fileID: "House/House.swift", line: 90)
        }
        expectSnapshot(error?.description, "ArgumentsText-wrongArgument")
    }

    @Test("An error for an argument of a provider without parameters offers a closure that takes it")
    func noParameters() {
        let imposer = Imposer()
        imposer.impose(for: Sensor.self, fileID: file, line: 5, Probe())
        let error = #expect(throws: ImposeError.self) {
            try imposer.tryInject(of: Sensor.self, arguments: "a", fileID: "House/House.swift", line: 90)
        }
        expectSnapshot(error?.description, "ArgumentsText-noParameters")
    }

    @Test(
        "The closure offered for several arguments is not spelled as for one"
    )
    func severalArgumentsNoParameters() throws {
        let imposer = Imposer()
        imposer.impose(for: Sensor.self, Probe())
        let error = #expect(throws: ImposeError.self) { try imposer.tryInject(of: Sensor.self, arguments: "a", 3) }
        #expect(try !#require(error).description.contains("(argument: String, Int)"))
    }

    @Test("An error for an argument that is not Hashable says so, and two ways out")
    func unhashable() {
        let imposer = Imposer()
        imposer.impose(for: Sensor.self, fileID: file, line: 5) { (_: Opaque) in Probe() }
        let error = #expect(throws: ImposeError.self) {
            try imposer.tryInject(of: Sensor.self, arguments: Opaque(), fileID: "House/House.swift", line: 90)
        }
        expectSnapshot(error?.description, "ArgumentsText-unhashable")
    }
}
