import Impose
import TestSupport
import Testing

private protocol Tool: Sendable {}

private protocol Saw: Tool {}

private struct HandSaw: Saw {}

private class Machine: @unchecked Sendable {}

private final class Lathe: Machine, @unchecked Sendable {}

private let file: StaticString = "Shed/Start.swift"

/// The text of the error of an injection at Shed.swift:90.
private func errorText<T>(of type: T.Type, from imposer: Imposer, named name: InjectionName? = nil) -> String? {
    let error = #expect(throws: ImposeError.self) {
        try imposer.tryInject(of: type, named: name, fileID: "Shed/Shed.swift", line: 90)
    }
    return error?.description
}

@Suite("Texts of what is missing but might be cast")
struct CastableNearMissTests {
    @Test("An error names a registration for a more general type, and offers to ask for that")
    func instanceMayBe() {
        let imposer = Imposer(label: "shed")
        imposer.impose(for: Tool.self, fileID: file, line: 5, HandSaw())
        expectSnapshot(errorText(of: Saw.self, from: imposer), "CastableNearMiss-instanceMayBe")
    }

    @Test("An error names a registration for a superclass, and offers to ask for that")
    func instanceMayBeSubclass() throws {
        let imposer = Imposer()
        imposer.impose(for: Machine.self, fileID: file, line: 5) { Lathe() }
        let text = try #require(errorText(of: Lathe.self, from: imposer))
        #expect(text.contains("    - Machine: in private imposer, singleInstance, at Shed/Start.swift:5\n"))
        #expect(text.contains("      is imposed for a more general type"))
        #expect(text.contains("in place of Lathe, write:\n       Machine\n"))
    }

    @Test("An error names an existing instance that can be cast")
    func instanceCanBeCast() throws {
        protocol Sharp: Sendable {}
        struct Knife: Tool, Sharp {}
        let imposer = Imposer()
        imposer.impose(for: Tool.self, fileID: file, line: 5, Knife())
        _ = imposer.inject(of: Tool.self)
        let text = try #require(errorText(of: Sharp.self, from: imposer))
        #expect(text.contains("    - Tool: in private imposer, singleInstance, at Shed/Start.swift:5\n"))
        #expect(text.contains("      its instance can be cast to it\n"))
        #expect(try imposer.tryInject(of: Sharp.self, ifNoMatchUse: .nearestAndCastable) is Knife)
    }

    @Test("An error under a castable rule names a candidate that failed while it was made, and why")
    func couldNotBeMade() throws {
        struct Rust: Error {}
        let imposer = Imposer()
        imposer.impose(for: Machine.self, fileID: file, line: 5) { () throws -> Machine in throw Rust() }
        let error = #expect(throws: ImposeError.self) {
            try imposer.tryInject(of: Lathe.self, ifNoMatchUse: .nearestAndCastable)
        }
        let text = try #require(error).description
        #expect(
            text.contains(
                "could not be built to see whether it can be cast: its provider, imposed at Shed/Start.swift:5"
            )
        )
        #expect(text.contains("    1. Fix Machine, if that is the one you meant.\n"))
    }
}
